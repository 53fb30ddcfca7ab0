// JSON in and out: requests decoded and checked, items written.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "bench/micro/fixtures.h"
#include "model/item.h"
#include "server/wire/fields.h"
#include "server/wire/json_writer.h"
#include "server/wire/requests/get_item.h"
#include "server/wire/requests/put_item.h"
#include "server/wire/requests/update_item.h"
#include "server/wire/value_json.h"

namespace stator::micro {
namespace {

const std::string kGet =
    R"({"TableName":"bench","Key":{"pk":{"S":"user#0000001"},"sk":{"S":"profile"}}})";
const std::string kPut = R"({"TableName":"bench","Item":)" + user_json(1, "12") + "}";
const std::string kUpdate =
    R"({"TableName":"bench","Key":{"pk":{"S":"user#0000001"},"sk":{"S":"profile"}},)"
    R"("UpdateExpression":"SET visits = visits + :one",)"
    R"("ExpressionAttributeValues":{":one":{"N":"1"}}})";

// The body is copied, because it is parsed in place.
template <class Request>
void decode(benchmark::State& state, const std::string& body) {
  std::string text;
  for (auto _ : state) {
    text = body;
    const wire::JsonDocument document(text);
    const auto request = wire::decode<Request>(*document.root());
    wire::check_constraints(request);
    benchmark::DoNotOptimize(&request);
  }
}

void decode_get(benchmark::State& state) { decode<wire::GetItemRequest>(state, kGet); }
void decode_put(benchmark::State& state) { decode<wire::PutItemRequest>(state, kPut); }
void decode_update(benchmark::State& state) { decode<wire::UpdateItemRequest>(state, kUpdate); }

void write(benchmark::State& state, std::string item_json) {
  const ItemRef item = make_item(attributes_of(std::move(item_json)));
  std::string out;
  for (auto _ : state) {
    out.clear();
    wire::JsonWriter json(out);
    json.begin_object().key("Item");
    wire::write_item(json, *item);
    json.end_object();
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(out.size()) * state.iterations());
}

void write_user(benchmark::State& state) { write(state, user_json(1, "12")); }

void write_document(benchmark::State& state) {
  write(state,
        R"({"pk":{"S":"a"},"list":{"L":[{"M":{"name":{"S":"x \"quoted\" y"},"n":{"N":"-12.50"}}},)"
        R"({"BOOL":true},{"NULL":true},{"NS":["1","2","3"]},{"B":"aGVsbG8gd29ybGQ="}]}})");
}

void write_large(benchmark::State& state) {
  write(state, R"({"pk":{"S":"a"},"data":{"S":")" + std::string(100'000, 'd') + R"("}})");
}

BENCHMARK(decode_get);
BENCHMARK(decode_put);
BENCHMARK(decode_update);
BENCHMARK(write_user);
BENCHMARK(write_document);
BENCHMARK(write_large);

}  // namespace
}  // namespace stator::micro
