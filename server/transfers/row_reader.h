// Items out of the files that imports read: DynamoDB JSON, Ion text, CSV.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/import_job.h"
#include "model/attribute_value.h"
#include "model/schema.h"

namespace stator::server {

// What stands where an item should be, and why it is none.
struct RowFault {
  std::string message;
  std::string text;  // what was read, as far as it is known
};

using Row = std::variant<AttributeMap, RowFault>;

// Reads the rows of one object, one after the other. Thread safety: none.
class RowReader {
 public:
  virtual ~RowReader() = default;
  // The next row, or nothing at the end.
  virtual std::optional<Row> next() = 0;
  // What of the text is not read yet, perhaps with blanks before the next row.
  virtual std::string_view rest() const = 0;
};

// A reader of `text`, which must outlive it, as must `definitions`: CSV takes the types of keys
// from them.
std::unique_ptr<RowReader> make_json_reader(std::string_view text);
std::unique_ptr<RowReader> make_ion_reader(std::string_view text);
std::unique_ptr<RowReader> make_csv_reader(std::string_view text, const engine::CsvFormat& format,
                                           const std::vector<KeyAttribute>& definitions);

}  // namespace stator::server
