// DynamoDB JSON: an object {"Item": {...}} on each line.
#include <utility>

#include "model/error.h"
#include "server/transfers/loading.h"
#include "server/transfers/row_reader.h"
#include "server/wire/json.h"
#include "server/wire/values.h"

namespace stator::server {
namespace {

Row read_line(std::string_view line) {
  std::string body(line);  // parsed in place
  const wire::JsonDocument document(body);
  if (document.root() == nullptr || !document.root()->IsObject()) {
    return RowFault{"The line is not a JSON object", std::string(line)};
  }
  const auto item = document.root()->FindMember("Item");
  if (item == document.root()->MemberEnd()) {
    return RowFault{"The line has no member Item", std::string(line)};
  }
  try {
    return wire::decode_item(item->value, wire::Place::kMember).take();
  } catch (const Error& error) {
    return RowFault{error.message(), std::string(line)};
  }
}

class JsonReader final : public RowReader {
 public:
  explicit JsonReader(std::string_view text) : rest_(text) {}

  std::optional<Row> next() override {
    const auto line = take_line(rest_);
    return line ? std::optional(read_line(*line)) : std::nullopt;
  }
  std::string_view rest() const override { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace

std::unique_ptr<RowReader> make_json_reader(std::string_view text) {
  return std::make_unique<JsonReader>(text);
}

}  // namespace stator::server
