// Projections: what binds is equal when printed, parsed and bound again, and shows nothing that the
// item has not.
#include "expressions/projection.h"

#include "expressions/print.h"
#include "tests/fuzz/expression_samples.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using stator::AttributeMap;
  using stator::expressions::ProjectionPaths;
  const std::string_view text = stator::fuzz::text_of(data, size);
  stator::fuzz::run_refusable([text] {
    auto substitutions = stator::fuzz::sample_substitutions();
    const auto paths =
        ProjectionPaths::bind(*stator::expressions::parse_projection(text), substitutions);
    const auto again = reprinted(paths);
    stator::fuzz::require(again.paths() == paths.paths(), "a projection prints as itself", text);
    const AttributeMap item = stator::fuzz::sample_item();
    const AttributeMap shown = paths.project(item);
    stator::fuzz::require(shown == again.project(item), "a projection shows what it shows printed",
                          text);
    stator::fuzz::require(size_bytes(shown) <= size_bytes(item), "a projection adds nothing", text);
    for (const auto& attribute : shown) {
      stator::fuzz::require(item.find(attribute.name) != nullptr, "a projection invents nothing",
                            text);
    }
  });
  return 0;
}
