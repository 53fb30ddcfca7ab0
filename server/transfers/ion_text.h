// Ion text, as far as DynamoDB has counterparts for it: structs, lists, strings, booleans, blobs,
// decimals, integers, nulls, and lists annotated as sets. Amazon Ion 1.0; binary Ion is another
// format.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/attribute_value.h"

namespace stator::server {

// Text that is no Ion, or is but has no counterpart. Thrown by IonParser only.
class IonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads values from a text, which must outlive it. Thread safety: none.
class IonParser {
 public:
  explicit IonParser(std::string_view text) : rest_(text) {}

  // What is not read yet.
  std::string_view rest() const { return rest_; }
  void skip_to(std::string_view rest) { rest_ = rest; }

  // Skips blanks, comments and version markers.
  void skip_blanks();

  // Takes the character if it is next.
  bool take(char c);

  // The name of a field, up to and including its colon.
  std::string read_name();

  // A value at a level of an item: the item itself is at 0, its attributes at 1.
  AttributeValue read_value(std::size_t level);

 private:
  AttributeMap read_struct(std::size_t level);
  std::string_view take_identifier();
  std::string read_annotation();
  AttributeValue read_plain(std::size_t level);
  AttributeValue read_word();
  AttributeValue read_number();
  AttributeValue read_blob();
  List read_list(std::size_t level);
  AttributeValue read_set(std::string_view annotation, std::size_t level);
  std::string read_string();
  std::string read_long_string();
  std::string read_quoted(std::string_view end);
  void read_escape(std::string& out);
  void append_code_point(std::string& out, std::size_t digits);

  std::string_view rest_;
};

}  // namespace stator::server
