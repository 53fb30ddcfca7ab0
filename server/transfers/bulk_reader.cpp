#include "server/transfers/bulk_reader.h"

#include <string>
#include <utility>

#include "model/error.h"
#include "server/operations/parameters.h"
#include "server/transfers/loading.h"
#include "server/wire/json.h"
#include "server/wire/requests/put_item.h"

namespace stator::server {
namespace {

BulkRecord read_line(std::string_view line) {
  std::string body(line);  // parsed in place
  const wire::JsonDocument document(body);
  if (document.root() == nullptr || !document.root()->IsObject()) {
    return RowFault{"The line is not a JSON object", std::string(line)};
  }
  try {
    auto request = wire::decode<wire::PutItemRequest>(*document.root());
    if (!request.item) return RowFault{"The line has no member Item", std::string(line)};
    auto condition =
        bind_only_condition(request.condition_expression, request.expression_attribute_names,
                            request.expression_attribute_values);
    return BulkPut{request.item->take(), std::move(condition)};
  } catch (const Error& error) {
    return RowFault{error.message(), std::string(line)};
  }
}

class JsonBulkReader final : public BulkReader {
 public:
  explicit JsonBulkReader(std::string_view text) : rest_(text) {}

  std::optional<BulkRecord> next() override {
    const auto line = take_line(rest_);
    return line ? std::optional(read_line(*line)) : std::nullopt;
  }

 private:
  std::string_view rest_;
};

class IonBulkReader final : public BulkReader {
 public:
  explicit IonBulkReader(std::string_view text) : rows_(make_ion_reader(text)) {}

  std::optional<BulkRecord> next() override {
    auto row = rows_->next();
    if (!row) return std::nullopt;
    if (auto* fault = std::get_if<RowFault>(&*row)) return BulkRecord(std::move(*fault));
    return BulkRecord(BulkPut{std::get<AttributeMap>(std::move(*row)), std::nullopt});
  }

 private:
  std::unique_ptr<RowReader> rows_;
};

}  // namespace

std::unique_ptr<BulkReader> make_bulk_reader(std::string_view text, engine::DataFormat format) {
  if (format == engine::DataFormat::kIon) return std::make_unique<IonBulkReader>(text);
  return std::make_unique<JsonBulkReader>(text);
}

}  // namespace stator::server
