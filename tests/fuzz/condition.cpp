// Conditions and filters: what binds is equal when printed, parsed and bound again, matches the
// same items, and its negation the others.
#include "expressions/condition.h"

#include "expressions/condition_tree.h"
#include "expressions/print.h"
#include "tests/fuzz/expression_samples.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stator::expressions::Condition;
  constexpr auto kKind = stator::expressions::ExpressionKind::kFilter;
  const std::string_view text = stator::fuzz::text_of(data, size);
  stator::fuzz::run_refusable([text] {
    const auto parsed = stator::expressions::parse_condition(text, kKind);
    auto substitutions = stator::fuzz::sample_substitutions();
    const Condition condition = Condition::bind(*parsed, kKind, substitutions);
    const Condition again = reprinted(condition, kKind);
    stator::fuzz::require(again.root() == condition.root(), "a condition prints as itself", text);
    const Condition negation(
        std::make_shared<const stator::expressions::ConditionNode>(stator::expressions::Negation{
            stator::expressions::Box<stator::expressions::ConditionNode>(condition.root())}));
    for (const auto& item : {stator::fuzz::sample_item(), stator::AttributeMap()}) {
      stator::fuzz::require(condition.matches(item) == again.matches(item),
                            "a condition matches what it matches printed", text);
      stator::fuzz::require(condition.matches(item) != negation.matches(item),
                            "a condition or its negation matches", text);
    }
  });
  return 0;
}
