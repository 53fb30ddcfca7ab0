#include "server/load/json_part.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>

#include "server/wire/json.h"

namespace stator::server::load {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text.remove_suffix(text.size() - text.find_last_not_of(kBlanks) - 1);
  return text;
}

// The size of the string at the start of `text`, with its quotes.
std::size_t size_of_string(std::string_view text) {
  std::size_t at = 1;
  while (text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return at + 1;
}

// The size of the value at the start of `text`.
std::size_t size_of_value(std::string_view text) {
  if (text.front() == '"') return size_of_string(text);
  std::size_t levels = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at += size_of_string(text.substr(at)) - 1;
    } else if (c == '{' || c == '[') {
      ++levels;
    } else if (c == '}' || c == ']') {
      if (levels == 0) return at;  // the end of what a number or literal stands in
      if (--levels == 0) return at + 1;
    } else if (levels == 0 && (c == ',' || kBlanks.find(c) != std::string_view::npos)) {
      return at;
    }
  }
  return text.size();
}

// Walks what stands between the brackets of an array or object.
class Inside {
 public:
  explicit Inside(std::string_view text) : rest_(text.substr(1, text.size() - 2)) { skip(); }

  bool has_more() const { return !rest_.empty(); }
  std::string_view take() {
    const std::string_view value = rest_.substr(0, size_of_value(rest_));
    rest_.remove_prefix(value.size());
    skip();
    return value;
  }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n,:"), rest_.size())); }

  std::string_view rest_;
};

std::string fault_message(rapidjson::ParseErrorCode code) {
  std::string message = rapidjson::GetParseError_En(code);
  if (message.ends_with('.')) message.pop_back();
  return "not JSON: " + message;
}

}  // namespace

JsonPart::JsonPart(std::string_view text) : text_(trimmed(text)) {}

std::vector<JsonPart> JsonPart::elements() const {
  std::vector<JsonPart> elements;
  if (!is_array()) return elements;
  for (Inside inside(text_); inside.has_more();) elements.emplace_back(inside.take());
  return elements;
}

std::vector<JsonPart::Member> JsonPart::members() const {
  std::vector<Member> members;
  if (!is_object()) return members;
  for (Inside inside(text_); inside.has_more();) {
    const std::string_view name = inside.take();
    members.push_back({JsonPart(name).string().value_or(""), name, JsonPart(inside.take())});
  }
  return members;
}

std::optional<JsonPart> JsonPart::find(std::string_view name) const {
  std::optional<JsonPart> found;
  if (!is_object()) return found;
  for (Inside inside(text_); inside.has_more();) {
    const std::string_view quoted = inside.take();
    const JsonPart value(inside.take());
    if (quoted.substr(1, quoted.size() - 2) == name) found = value;
  }
  if (found && found->is_null()) found.reset();
  return found;
}

std::optional<std::string> JsonPart::string() const {
  const std::string_view inside = text_.substr(1, text_.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return std::string(inside);
  std::string body(text_);
  const wire::JsonDocument document(body);
  if (document.root() == nullptr || !document.root()->IsString()) return std::nullopt;
  return std::string(wire::text_of(*document.root()));
}

std::optional<JsonFault> find_json_fault(std::string_view text) {
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  rapidjson::BaseReaderHandler<> ignored;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, ignored);
  if (result.IsError()) return JsonFault{result.Offset(), fault_message(result.Code())};
  // The reader takes NUL for the end.
  if (stream.Tell() < text.size()) return JsonFault{stream.Tell(), "not JSON: a zero byte"};
  return std::nullopt;
}

}  // namespace stator::server::load
