// Updates: what binds is equal when printed, parsed and bound again, and makes the same of an item;
// an update that takes away only makes no item larger.
#include "expressions/update.h"

#include <variant>

#include "expressions/print.h"
#include "expressions/update_tree.h"
#include "tests/fuzz/expression_samples.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stator::AttributeMap;
  using stator::expressions::UpdatePlan;
  const std::string_view text = stator::fuzz::text_of(data, size);
  stator::fuzz::run_refusable([text] {
    const auto parsed = stator::expressions::parse_update(text);
    auto substitutions = stator::fuzz::sample_substitutions();
    const UpdatePlan plan = UpdatePlan::bind(*parsed, substitutions);
    const UpdatePlan again = reprinted(plan);
    stator::fuzz::require(again.actions() == plan.actions(), "an update prints as itself", text);
    for (const auto& item : {stator::fuzz::sample_item(), AttributeMap()}) {
      const auto after = plan.apply(item);
      const auto* const attributes = std::get_if<AttributeMap>(&after);
      if (attributes == nullptr) continue;
      stator::fuzz::require(std::get<AttributeMap>(again.apply(item)) == *attributes,
                            "an update does what it does printed", text);
      stator::fuzz::require(!plan.only_removes() || size_bytes(*attributes) <= size_bytes(item),
                            "what takes away makes nothing larger", text);
      plan.updated_attributes(*attributes);
    }
  });
  return 0;
}
