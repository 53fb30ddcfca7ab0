// Key conditions: what binds is equal when printed, parsed and bound again; the keys that it asks
// for lie in its range, and the range within the partition.
#include "expressions/key_condition.h"

#include "expressions/parse.h"
#include "expressions/print.h"
#include "model/key_bytes.h"
#include "tests/fuzz/expression_samples.h"
#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

const KeySchema& schema_of(std::size_t number) {
  static const KeySchema kSchemas[] = {
      {{{"s", ScalarType::kS}}, {{"n", ScalarType::kN}}},
      {{{"n", ScalarType::kN}}, {{"s", ScalarType::kS}, {"b", ScalarType::kB}}},
      {{{"s", ScalarType::kS}, {"b", ScalarType::kB}}, {{"t", ScalarType::kS}}},
  };
  return kSchemas[number % 3];
}

void check(const expressions::KeyQuery& query, std::string_view text) {
  const KeyBytes& partition = query.partition;
  if (query.range.lower.empty()) return;
  require(query.range.lower.starts_with(partition), "a range begins in its partition", text);
  const KeyBytes end = prefix_end(partition);
  require(end.empty() || (!query.range.upper.empty() && query.range.upper <= end),
          "a range ends with its partition", text);
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr auto kKind = stator::expressions::ExpressionKind::kKeyCondition;
  const std::string_view text = stator::fuzz::text_of(data, size);
  stator::fuzz::run_refusable([text] {
    auto substitutions = stator::fuzz::sample_substitutions();
    const auto parsed = stator::expressions::parse_condition(text, kKind);
    const auto conditions = bind_key_conditions(*parsed, substitutions);
    stator::fuzz::require(reprinted(conditions) == conditions, "key conditions print as themselves",
                          text);
    for (std::size_t number = 0; number < 3; ++number) {
      stator::fuzz::run_refusable([&] {
        const auto& schema = stator::fuzz::schema_of(number);
        stator::fuzz::check(resolve_key_conditions(conditions, schema), text);
      });
    }
  });
  return 0;
}
