#include "server/transfers/ion_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "server/wire/base64.h"

namespace stator::server {
namespace {

constexpr std::string_view kVersion = "$ion_1_0";
constexpr std::string_view kStringSet = "$dynamodb_SS";
constexpr std::string_view kNumberSet = "$dynamodb_NS";
constexpr std::string_view kBinarySet = "$dynamodb_BS";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || is_digit(c);
}

std::string shown(std::string_view text) {
  constexpr std::size_t kShownMax = 20;
  return text.empty() ? "the end" : fmt::format("'{}'", text.substr(0, kShownMax));
}

// Elements of a set, all of one type.
template <class T>
std::vector<T> elements_of(const List& list, std::string_view annotation) {
  std::vector<T> elements;
  elements.reserve(list.size());
  for (const AttributeValue& value : list) {
    const T* element = value.get_if<T>();
    if (element == nullptr) {
      throw IonError(fmt::format("A list annotated {} holds a value of type {}", annotation,
                                 type_name(value.type())));
    }
    elements.push_back(*element);
  }
  return elements;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto continued = [&](int shift) {
    out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6));
    continued(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12));
    continued(6);
    continued(0);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18));
    continued(12);
    continued(6);
    continued(0);
  }
}

}  // namespace

void IonParser::skip_blanks() {
  for (;;) {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    if (rest_.starts_with("//")) {
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    } else if (rest_.starts_with("/*")) {
      const std::size_t end = rest_.find("*/", 2);
      if (end == std::string_view::npos) throw IonError("A comment does not end");
      rest_.remove_prefix(end + 2);
    } else if (rest_.starts_with(kVersion) &&
               (rest_.size() == kVersion.size() || !is_word(rest_[kVersion.size()]))) {
      rest_.remove_prefix(kVersion.size());
    } else {
      return;
    }
  }
}

bool IonParser::take(char c) {
  skip_blanks();
  if (!rest_.starts_with(c)) return false;
  rest_.remove_prefix(1);
  return true;
}

std::string_view IonParser::take_identifier() {
  const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_word);
  const std::string_view word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
  rest_.remove_prefix(word.size());
  return word;
}

std::string IonParser::read_name() {
  skip_blanks();
  std::string name;
  if (rest_.starts_with("'''")) {
    name = read_long_string();
  } else if (rest_.starts_with('\'')) {
    rest_.remove_prefix(1);
    name = read_quoted("'");
  } else if (rest_.starts_with('"')) {
    name = read_string();
  } else {
    name = take_identifier();
    if (name.empty() || is_digit(name.front())) {
      throw IonError(fmt::format("The name of a field expected at {}", shown(rest_)));
    }
  }
  if (!take(':')) throw IonError(fmt::format("A colon expected at {}", shown(rest_)));
  return name;
}

AttributeMap IonParser::read_struct(std::size_t level) {
  take('{');
  std::vector<Attribute> attributes;
  while (!take('}')) {
    std::string name = read_name();
    attributes.push_back({std::move(name), read_value(level)});
    if (!take(',') && !(skip_blanks(), rest_.starts_with('}'))) {
      throw IonError(fmt::format("A comma or brace expected at {}", shown(rest_)));
    }
  }
  return AttributeMap(std::move(attributes));
}

// The annotation before the value, or nothing: then nothing is taken.
std::string IonParser::read_annotation() {
  const std::string_view start = rest_;
  std::string name;
  if (rest_.starts_with('\'') && !rest_.starts_with("'''")) {
    rest_.remove_prefix(1);
    name = read_quoted("'");
  } else if (!rest_.empty() && is_word(rest_.front()) && !is_digit(rest_.front())) {
    name = take_identifier();
  }
  skip_blanks();
  if (!name.empty() && rest_.starts_with("::")) {
    rest_.remove_prefix(2);
    skip_blanks();
    return name;
  }
  rest_ = start;
  return {};
}

AttributeValue IonParser::read_value(std::size_t level) {
  // Bounds the recursion.
  if (level > limits::kNestingLevelsMax) {
    throw IonError(std::string(messages::kNestedTooDeeply));
  }
  skip_blanks();
  std::string set;
  for (std::string name = read_annotation(); !name.empty(); name = read_annotation()) {
    if (name == kStringSet || name == kNumberSet || name == kBinarySet) set = std::move(name);
  }
  return set.empty() ? read_plain(level) : read_set(set, level);
}

AttributeValue IonParser::read_plain(std::size_t level) {
  if (rest_.starts_with("{{")) return read_blob();
  if (rest_.starts_with('{')) return AttributeValue(read_struct(level + 1));
  if (rest_.starts_with('[')) return AttributeValue(read_list(level + 1));
  if (rest_.starts_with('"')) return AttributeValue(Text(read_string()));
  if (rest_.starts_with("'''")) return AttributeValue(Text(read_long_string()));
  if (rest_.empty()) throw IonError("A value expected at the end");
  if (is_digit(rest_.front()) || rest_.front() == '-') return read_number();
  return read_word();
}

AttributeValue IonParser::read_word() {
  const std::string_view start = rest_;
  const std::string_view word = take_identifier();
  if (word == "true") return AttributeValue(true);
  if (word == "false") return AttributeValue(false);
  if (word == "null") {
    if (rest_.starts_with('.')) {  // null.string
      rest_.remove_prefix(1);
      take_identifier();
    }
    return AttributeValue();
  }
  throw IonError(fmt::format("DynamoDB has no counterpart of {}", shown(start)));
}

// Integers and decimals: 103, 103., 1.5, 6d2, 1_000.
AttributeValue IonParser::read_number() {
  const auto end = std::find_if_not(rest_.begin(), rest_.end(), [](char c) {
    return is_word(c) || c == '.' || c == '-' || c == '+' || c == ':';
  });
  const std::string_view token = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
  rest_.remove_prefix(token.size());
  std::string text;
  for (const char c : token) {
    if (c == '_') continue;
    text += c == 'd' || c == 'D' ? 'E' : c;
  }
  const bool is_float = token.find_first_of("eE") != std::string_view::npos;
  const auto number = Number::parse(text);
  if (const auto* parsed = std::get_if<Number>(&number); parsed != nullptr && !is_float) {
    return AttributeValue(*parsed);
  }
  if (is_float || std::get<NumberFault>(number) == NumberFault::kNotANumber) {
    throw IonError(fmt::format("{} is neither a decimal nor an integer", shown(token)));
  }
  throw IonError(number_message(std::get<NumberFault>(number), token));
}

AttributeValue IonParser::read_blob() {
  rest_.remove_prefix(2);
  const std::size_t end = rest_.find("}}");
  if (end == std::string_view::npos) throw IonError("A blob does not end");
  std::string text;
  for (const char c : rest_.substr(0, end)) {
    if (!is_blank(c)) text += c;
  }
  rest_.remove_prefix(end + 2);
  try {
    return AttributeValue(Binary{wire::decode_base64(text)});
  } catch (const Error& error) {
    throw IonError(error.message());
  }
}

List IonParser::read_list(std::size_t level) {
  if (!take('[')) throw IonError(fmt::format("A list expected at {}", shown(rest_)));
  List list;
  while (!take(']')) {
    list.push_back(read_value(level));
    if (!take(',') && !(skip_blanks(), rest_.starts_with(']'))) {
      throw IonError(fmt::format("A comma or bracket expected at {}", shown(rest_)));
    }
  }
  return list;
}

AttributeValue IonParser::read_set(std::string_view annotation, std::size_t level) {
  const List list = read_list(level);
  const std::size_t count = list.size();
  if (count == 0) throw IonError(fmt::format("A list annotated {} is empty", annotation));
  AttributeValue set;
  std::size_t unique = 0;
  if (annotation == kStringSet) {
    set = AttributeValue::string_set(elements_of<Text>(list, annotation));
    unique = set.get_if<StringSet>()->size();
  } else if (annotation == kNumberSet) {
    set = AttributeValue::number_set(elements_of<Number>(list, annotation));
    unique = set.get_if<NumberSet>()->size();
  } else {
    set = AttributeValue::binary_set(elements_of<Binary>(list, annotation));
    unique = set.get_if<BinarySet>()->elements.size();
  }
  if (unique != count) {
    throw IonError(fmt::format("A list annotated {} contains duplicates", annotation));
  }
  return set;
}

std::string IonParser::read_string() {
  rest_.remove_prefix(1);
  return read_quoted("\"");
}

// Segments that follow each other are one string: '''a''' '''b'''.
std::string IonParser::read_long_string() {
  std::string text;
  while (rest_.starts_with("'''")) {
    rest_.remove_prefix(3);
    text += read_quoted("'''");
    skip_blanks();
  }
  return text;
}

// What stands before `end`, which is taken too.
std::string IonParser::read_quoted(std::string_view end) {
  std::string text;
  while (!rest_.starts_with(end)) {
    if (rest_.empty()) throw IonError("A string does not end");
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '\\') {
      read_escape(text);
    } else {
      text += c;
    }
  }
  rest_.remove_prefix(end.size());
  return text;
}

void IonParser::read_escape(std::string& out) {
  constexpr std::string_view kNames = "0abtnfrv\"'?\\/";
  constexpr std::string_view kValues("\0\a\b\t\n\f\r\v\"'?\\/", 13);
  if (rest_.empty()) throw IonError("A string does not end");
  const char c = rest_.front();
  rest_.remove_prefix(1);
  if (c == 'x') return append_code_point(out, 2);
  if (c == 'u') return append_code_point(out, 4);
  if (c == 'U') return append_code_point(out, 8);
  if (c == '\n') return;  // a line that goes on
  const std::size_t at = kNames.find(c);
  if (at == std::string_view::npos) throw IonError(fmt::format("Unknown escape \\{}", c));
  out += kValues[at];
}

void IonParser::append_code_point(std::string& out, std::size_t digits) {
  std::uint32_t code = 0;
  const char* const begin = rest_.data();
  const char* const end = begin + std::min(digits, rest_.size());
  const auto [stop, error] = std::from_chars(begin, end, code, 16);
  constexpr std::uint32_t kCodeMax = 0x10FFFF;
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (error != std::errc() || stop != begin + digits || code > kCodeMax) {
    throw IonError("An escape is not that of a character");
  }
  rest_.remove_prefix(digits);
  if (!is_surrogate) return append_utf8(out, code);
  // Two escapes \uD83D\uDE00 make one character.
  std::uint32_t low = 0;
  if (code >= 0xDC00 || rest_.size() < 6 || !rest_.starts_with("\\u") ||
      std::from_chars(rest_.data() + 2, rest_.data() + 6, low, 16).ptr != rest_.data() + 6 ||
      low < 0xDC00 || low > 0xDFFF) {
    throw IonError("An escape is half a surrogate pair");
  }
  rest_.remove_prefix(6);
  append_utf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
}

}  // namespace stator::server
