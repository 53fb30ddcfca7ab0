// The property of the formats that are both read and written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "model/item.h"
#include "server/transfers/item_text.h"
#include "server/transfers/row_reader.h"
#include "tests/fuzz/property.h"

namespace stator::fuzz {

using MakeReader = std::unique_ptr<server::RowReader> (*)(std::string_view);

inline void check_row(const AttributeMap& row, MakeReader make_reader, engine::DataFormat format) {
  std::string line;
  server::append_item_line(line, *make_item(row), format);
  const auto reader = make_reader(line);
  const auto again = reader->next();
  require(again && std::holds_alternative<AttributeMap>(*again), "a written row is a row", line);
  require(std::get<AttributeMap>(*again) == row, "a written row is read as itself", line);
  require(!reader->next(), "a row is one row", line);
}

inline void check_rows(std::string_view text, MakeReader make_reader, engine::DataFormat format) {
  const auto reader = make_reader(text);
  // A fault takes at least a byte.
  std::size_t rows_left = text.size() + 1;
  while (const auto row = reader->next()) {
    require(rows_left-- > 0, "a reader comes to an end", text);
    if (const auto* attributes = std::get_if<AttributeMap>(&*row)) {
      check_row(*attributes, make_reader, format);
    }
  }
}

}  // namespace stator::fuzz
