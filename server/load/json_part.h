// Values of a JSON text that is known to be sound, as the parts of the text that they are: a part
// can be handed on as it stands, its line is known, and a large file takes no memory but its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stator::server::load {

class JsonPart {
 public:
  struct Member;

  // REQUIRES: `text` is a JSON value, perhaps with blanks around it.
  explicit JsonPart(std::string_view text);

  // Without blanks around it.
  std::string_view text() const { return text_; }

  bool is_object() const { return text_.front() == '{'; }
  bool is_array() const { return text_.front() == '['; }
  bool is_string() const { return text_.front() == '"'; }
  bool is_null() const { return text_.front() == 'n'; }

  // Of an array; nothing of anything else.
  std::vector<JsonPart> elements() const;
  // Of an object; nothing of anything else.
  std::vector<Member> members() const;
  // A member of an object; nothing if it is null, or if this is something else.
  std::optional<JsonPart> find(std::string_view name) const;
  // REQUIRES: a string. What it says, or nothing if its escapes do not stand for Unicode.
  std::optional<std::string> string() const;

 private:
  std::string_view text_;
};

struct JsonPart::Member {
  std::string name;
  std::string_view name_text;  // as it stands in the text
  JsonPart value;
};

// What makes a text no JSON, and where.
struct JsonFault {
  std::size_t offset = 0;
  std::string message;
};

// Nothing if the whole text is one JSON value in UTF-8.
std::optional<JsonFault> find_json_fault(std::string_view text);

}  // namespace stator::server::load
