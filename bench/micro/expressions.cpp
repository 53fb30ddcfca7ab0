// Expressions: parsing anew, finding what was parsed before, binding and evaluating.
#include <benchmark/benchmark.h>

#include <string>
#include <variant>

#include "bench/micro/fixtures.h"
#include "expressions/condition.h"
#include "expressions/parse.h"
#include "expressions/substitutions.h"
#include "expressions/update.h"

namespace stator::micro {
namespace {

using namespace std::string_literals;
using expressions::Condition;
using expressions::ExpressionKind;
using expressions::Substitutions;
using expressions::UpdatePlan;

constexpr auto kCondition = "attribute_exists(pk) AND visits < :most AND begins_with(#n, :start)";
constexpr auto kUpdate = "SET visits = visits + :one, #n = :name REMOVE mail";

Substitutions condition_substitutions() {
  return {{{"#n"s, "name"s}},
          {{":most"s, AttributeValue(Number(100))}, {":start"s, AttributeValue::string("nn")}}};
}

Substitutions update_substitutions() {
  return {{{"#n"s, "name"s}},
          {{":one"s, AttributeValue(Number(1))}, {":name"s, AttributeValue::string("other")}}};
}

Condition bound_condition() {
  Substitutions substitutions = condition_substitutions();
  const auto parsed = expressions::parse_condition(kCondition, ExpressionKind::kCondition);
  return Condition::bind(*parsed, ExpressionKind::kCondition, substitutions);
}

UpdatePlan bound_update() {
  Substitutions substitutions = update_substitutions();
  return UpdatePlan::bind(*expressions::parse_update(kUpdate), substitutions);
}

void condition_parse(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        expressions::parse_condition_text(kCondition, ExpressionKind::kCondition));
  }
}

void condition_find_parsed(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(expressions::parse_condition(kCondition, ExpressionKind::kCondition));
  }
}

void condition_bind(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(bound_condition());
}

void condition_match(benchmark::State& state) {
  const Condition condition = bound_condition();
  const AttributeMap item = attributes_of(user_json(1, "12"));
  for (auto _ : state) benchmark::DoNotOptimize(condition.matches(item));
}

void update_parse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(expressions::parse_update_text(kUpdate));
}

void update_bind(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(bound_update());
}

void update_apply(benchmark::State& state) {
  const UpdatePlan plan = bound_update();
  const AttributeMap item = attributes_of(user_json(1, "12"));
  for (auto _ : state) benchmark::DoNotOptimize(plan.apply(item));
}

BENCHMARK(condition_parse);
BENCHMARK(condition_find_parsed);
BENCHMARK(condition_bind);
BENCHMARK(condition_match);
BENCHMARK(update_parse);
BENCHMARK(update_bind);
BENCHMARK(update_apply);

}  // namespace
}  // namespace stator::micro
