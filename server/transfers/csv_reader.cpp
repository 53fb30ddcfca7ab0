// CSV: a record on each line; fields may be quoted, and then hold delimiters, line ends and "" for
// a quote. Columns are strings, but for keys of the table and its indexes, which have the types of
// their definitions. Empty columns are left out of the item.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/error.h"
#include "model/messages.h"
#include "server/transfers/row_reader.h"
#include "server/wire/base64.h"

namespace stator::server {
namespace {

constexpr char kQuote = '"';

struct Record {
  std::vector<std::string> fields;
  std::string fault;      // empty: none
  std::string_view text;  // the whole record
};

class CsvReader final : public RowReader {
 public:
  CsvReader(std::string_view text, const engine::CsvFormat& format,
            const std::vector<KeyAttribute>& definitions)
      : rest_(text), delimiter_(format.delimiter.value_or(',')), definitions_(definitions) {
    if (format.headers) {
      headers_ = *format.headers;
    } else if (auto record = next_record()) {
      headers_ = std::move(record->fields);
    }
  }

  std::optional<Row> next() override {
    const auto record = next_record();
    if (!record) return std::nullopt;
    return to_row(*record);
  }
  std::string_view rest() const override { return rest_; }

 private:
  // Lines without anything are skipped.
  std::optional<Record> next_record() {
    while (rest_.starts_with('\n') || rest_.starts_with("\r\n")) {
      rest_.remove_prefix(rest_.find('\n') + 1);
    }
    if (rest_.empty()) return std::nullopt;
    const std::string_view start = rest_;
    Record record;
    bool has_more = true;
    while (has_more && record.fault.empty()) has_more = read_field(record);
    if (!record.fault.empty()) skip_line();
    record.text = start.substr(0, start.size() - rest_.size());
    while (record.text.ends_with('\n') || record.text.ends_with('\r')) {
      record.text.remove_suffix(1);
    }
    return record;
  }

  // Reads a field and what ends it; false when that ends the record.
  bool read_field(Record& record) {
    std::string field;
    if (rest_.starts_with(kQuote)) {
      if (!read_quoted(field)) record.fault = "A quoted field does not end";
    } else {
      const std::string ends_field = ends();
      const std::size_t end = std::min(rest_.find_first_of(ends_field), rest_.size());
      field = rest_.substr(0, end);
      rest_.remove_prefix(end);
      if (field.find(kQuote) != std::string::npos) {
        record.fault = "A double quote must be escaped by another one, in a quoted field";
      }
    }
    record.fields.push_back(std::move(field));
    if (rest_.empty()) return false;
    if (rest_.starts_with(delimiter_)) {
      rest_.remove_prefix(1);
      return true;
    }
    if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
    if (rest_.starts_with('\n')) {
      rest_.remove_prefix(1);
      return false;
    }
    if (record.fault.empty()) record.fault = "A quoted field is followed by more text";
    return false;
  }

  bool read_quoted(std::string& field) {
    std::string_view inside = rest_.substr(1);
    for (;;) {
      const std::size_t quote = inside.find(kQuote);
      if (quote == std::string_view::npos) return false;
      field += inside.substr(0, quote);
      inside.remove_prefix(quote + 1);
      if (!inside.starts_with(kQuote)) break;
      field += kQuote;
      inside.remove_prefix(1);
    }
    rest_ = inside;
    return true;
  }

  std::string ends() const { return std::string("\r\n") + delimiter_; }

  void skip_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
  }

  Row to_row(const Record& record) const {
    const auto fault = [&](std::string message) {
      return RowFault{std::move(message), std::string(record.text)};
    };
    if (!record.fault.empty()) return fault(record.fault);
    if (record.fields.size() != headers_.size()) {
      return fault(fmt::format("The row has {} columns, the header {}", record.fields.size(),
                               headers_.size()));
    }
    std::vector<Attribute> attributes;
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      if (record.fields[i].empty()) continue;
      auto value = to_value(headers_[i], record.fields[i]);
      if (auto* message = std::get_if<std::string>(&value)) return fault(std::move(*message));
      attributes.push_back({headers_[i], std::get<AttributeValue>(std::move(value))});
    }
    return AttributeMap(std::move(attributes));
  }

  // The value, or what is wrong with the text.
  std::variant<AttributeValue, std::string> to_value(const std::string& name,
                                                     const std::string& text) const {
    const auto definition =
        std::find_if(definitions_.begin(), definitions_.end(),
                     [&](const KeyAttribute& attribute) { return attribute.name == name; });
    if (definition == definitions_.end() || definition->type == ScalarType::kS) {
      return AttributeValue::string(text);
    }
    if (definition->type == ScalarType::kN) {
      const auto number = Number::parse(text);
      if (const auto* parsed = std::get_if<Number>(&number)) {
        return AttributeValue(*parsed);
      }
      return number_message(std::get<NumberFault>(number), text);
    }
    try {
      return AttributeValue(Binary{wire::decode_base64(text)});
    } catch (const Error& error) {
      return error.message();
    }
  }

  std::string_view rest_;
  const char delimiter_;
  const std::vector<KeyAttribute>& definitions_;
  std::vector<std::string> headers_;
};

}  // namespace

std::unique_ptr<RowReader> make_csv_reader(std::string_view text, const engine::CsvFormat& format,
                                           const std::vector<KeyAttribute>& definitions) {
  return std::make_unique<CsvReader>(text, format, definitions);
}

}  // namespace stator::server
