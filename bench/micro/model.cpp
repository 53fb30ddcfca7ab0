// Numbers and keys.
#include <benchmark/benchmark.h>

#include <string>
#include <variant>

#include "bench/micro/fixtures.h"
#include "model/key_bytes.h"
#include "model/number.h"

namespace stator::micro {
namespace {

constexpr const char* kShort = "12";
constexpr const char* kMoney = "-1234567.89";
constexpr const char* kLong = "12345678901234567890.123456789012345678";

Number number(const char* text) { return std::get<Number>(Number::parse(text)); }

void number_parse(benchmark::State& state, const char* text) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(Number::parse(text));
  }
}

void number_print(benchmark::State& state, const char* text) {
  const Number value = number(text);
  std::string out;
  for (auto _ : state) {
    out.clear();
    value.append_to(out);
    benchmark::DoNotOptimize(out.data());
  }
}

void number_add(benchmark::State& state, const char* text) {
  Number value = number(text);
  Number one(1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(value);
    benchmark::DoNotOptimize(one);
    benchmark::DoNotOptimize(Number::add(value, one));
  }
}

void number_compare(benchmark::State& state, const char* text) {
  Number a = number(text);
  Number b = number("12.5");
  for (auto _ : state) {
    benchmark::DoNotOptimize(a);
    benchmark::DoNotOptimize(b);
    benchmark::DoNotOptimize(a < b);
  }
}

void key_of_table(benchmark::State& state) {
  const AttributeMap item = attributes_of(user_json(1, "1"));
  for (auto _ : state) benchmark::DoNotOptimize(table_key(item, table_keys()));
}

void key_of_index(benchmark::State& state) {
  const AttributeMap item = attributes_of(user_json(1, "1"));
  const auto schema = table_schema();
  for (auto _ : state) {
    benchmark::DoNotOptimize(index_key(item, schema->indexes[0].key, schema->key));
  }
}

void key_of_number(benchmark::State& state) {
  const AttributeValue value(number(kMoney));
  for (auto _ : state) {
    KeyBytes key;
    append_key_value(key, value);
    benchmark::DoNotOptimize(key.data());
  }
}

BENCHMARK_CAPTURE(number_parse, short, kShort);
BENCHMARK_CAPTURE(number_parse, money, kMoney);
BENCHMARK_CAPTURE(number_parse, long, kLong);
BENCHMARK_CAPTURE(number_print, short, kShort);
BENCHMARK_CAPTURE(number_print, money, kMoney);
BENCHMARK_CAPTURE(number_print, long, kLong);
BENCHMARK_CAPTURE(number_add, short, kShort);
BENCHMARK_CAPTURE(number_add, money, kMoney);
BENCHMARK_CAPTURE(number_add, long, kLong);
BENCHMARK_CAPTURE(number_compare, short, kShort);
BENCHMARK_CAPTURE(number_compare, long, kLong);
BENCHMARK(key_of_table);
BENCHMARK(key_of_index);
BENCHMARK(key_of_number);

}  // namespace
}  // namespace stator::micro
