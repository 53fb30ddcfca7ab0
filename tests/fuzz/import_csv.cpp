// CSV of imports: any text is rows and faults, no more than it has lines, and every attribute is a
// string but for keys, which have their types.
#include <algorithm>
#include <variant>

#include "server/transfers/row_reader.h"
#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

const std::vector<KeyAttribute>& definitions() {
  static const std::vector<KeyAttribute> kDefinitions = {
      {"pk", ScalarType::kS}, {"sk", ScalarType::kN}, {"b", ScalarType::kB}};
  return kDefinitions;
}

void check_row(const AttributeMap& row, std::string_view text) {
  for (const Attribute& attribute : row) {
    const auto definition = std::find_if(
        definitions().begin(), definitions().end(),
        [&](const KeyAttribute& each) { return attribute.name == std::string_view(each.name); });
    const bool is_right = definition == definitions().end()
                              ? attribute.value.type() == AttributeType::kS
                              : has_type(attribute.value, definition->type);
    require(is_right, "an attribute has its type", text);
  }
}

}  // namespace
}  // namespace stator::fuzz

// The first byte says whether the columns are named beforehand, and what separates them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  stator::engine::CsvFormat format;
  if (data[0] % 2 == 1) format.headers = std::vector<std::string>{"pk", "sk", "b", "other"};
  constexpr std::string_view kDelimiters = ",;|\t: ";
  format.delimiter = kDelimiters[data[0] / 2 % kDelimiters.size()];
  const std::string_view text = stator::fuzz::text_of(data + 1, size - 1);
  const auto reader = stator::server::make_csv_reader(text, format, stator::fuzz::definitions());
  std::size_t rows = 0;
  const std::size_t line_ends = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }));
  while (const auto row = reader->next()) {
    stator::fuzz::require(rows++ <= line_ends, "there are no more rows than lines", text);
    if (const auto* attributes = std::get_if<stator::AttributeMap>(&*row)) {
      stator::fuzz::check_row(*attributes, text);
    }
  }
  return 0;
}
