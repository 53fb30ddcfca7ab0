// Ion text: structs {Item: {...}}, one after the other or in a list. After a fault the reader goes
// on at the next line that begins with a version marker, as every line of an export does.
#include <utility>

#include "server/transfers/ion_text.h"
#include "server/transfers/row_reader.h"

namespace stator::server {
namespace {

constexpr std::string_view kNextItem = "\n$ion_1_0";
constexpr std::string_view kBinaryMarker("\xE0\x01\x00\xEA", 4);
constexpr std::size_t kShownBytes = 1000;

class IonReader final : public RowReader {
 public:
  explicit IonReader(std::string_view text) : parser_(text) {}

  std::optional<Row> next() override {
    const std::string_view start = parser_.rest();
    try {
      // A list at the top level holds items as the top level itself does.
      while (parser_.take('[') || parser_.take(']') || parser_.take(',')) {
      }
      if (parser_.rest().empty()) return std::nullopt;
      if (parser_.rest().starts_with(kBinaryMarker)) {
        parser_.skip_to({});
        return RowFault{"The object is binary Ion; only Ion text can be imported", {}};
      }
      return read_item();
    } catch (const IonError& error) {
      const std::size_t end = std::min(start.find(kNextItem, 1), start.size());
      parser_.skip_to(start.substr(end));
      return RowFault{error.what(), std::string(start.substr(0, std::min(end, kShownBytes)))};
    }
  }
  std::string_view rest() const override { return parser_.rest(); }

 private:
  Row read_item() {
    if (!parser_.take('{')) throw IonError("A struct with a field Item expected");
    std::optional<AttributeMap> item;
    while (!parser_.take('}')) {
      const bool is_item = parser_.read_name() == "Item";
      const AttributeValue value = parser_.read_value(0);
      const auto* map = value.get_if<AttributeMap>();
      if (is_item && map != nullptr) item = *map;
      parser_.take(',');
    }
    if (!item) throw IonError("The struct has no field Item that is a struct");
    return *std::move(item);
  }

  IonParser parser_;
};

}  // namespace

std::unique_ptr<RowReader> make_ion_reader(std::string_view text) {
  return std::make_unique<IonReader>(text);
}

}  // namespace stator::server
