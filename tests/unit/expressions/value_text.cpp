#include "value_text.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

namespace stator {
namespace {

using Pairs = std::vector<std::pair<std::string, AttributeValue>>;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  AttributeValue read_all() {
    AttributeValue value = read_value();
    finish();
    return value;
  }

  Pairs read_pairs() {
    Pairs pairs;
    expect('{');
    while (!take_if('}')) {
      std::string key = read_key();
      expect(':');
      pairs.emplace_back(std::move(key), read_value());
      take_if(',');
    }
    return pairs;
  }

  void finish() {
    if (next() != '\0') fail();
  }

 private:
  AttributeValue read_value() {
    const char c = next();
    if (c == '\'') return AttributeValue(read_string());
    if (c == 'b') {
      ++at_;
      return AttributeValue(Binary{read_string()});
    }
    if (c == '<') return read_set();
    if (c == '[') return read_list();
    if (c == '{') {
      std::vector<Attribute> members;
      for (auto& [name, value] : read_pairs()) members.push_back({name, std::move(value)});
      return AttributeValue(AttributeMap(std::move(members)));
    }
    const std::string word = read_word();
    if (word == "true") return AttributeValue(true);
    if (word == "false") return AttributeValue(false);
    if (word == "null") return AttributeValue(Null{});
    const auto number = Number::parse(word);
    if (!std::holds_alternative<Number>(number)) fail();
    return AttributeValue(std::get<Number>(number));
  }

  AttributeValue read_list() {
    List list;
    expect('[');
    while (!take_if(']')) {
      list.push_back(read_value());
      take_if(',');
    }
    return AttributeValue(std::move(list));
  }

  AttributeValue read_set() {
    std::vector<Text> strings;
    std::vector<Number> numbers;
    std::vector<Binary> binaries;
    expect('<');
    while (!take_if('>')) {
      const AttributeValue element = read_value();
      if (const auto* string = element.get_if<Text>()) strings.push_back(*string);
      if (const auto* number = element.get_if<Number>()) numbers.push_back(*number);
      if (const auto* binary = element.get_if<Binary>()) binaries.push_back(*binary);
      take_if(',');
    }
    if (!strings.empty()) return AttributeValue::string_set(std::move(strings));
    if (!numbers.empty()) return AttributeValue::number_set(std::move(numbers));
    return AttributeValue::binary_set(std::move(binaries));
  }

  std::string read_string() {
    expect('\'');
    const std::size_t end = text_.find('\'', at_);
    if (end == std::string_view::npos) fail();
    std::string string(text_.substr(at_, end - at_));
    at_ = end + 1;
    return string;
  }

  std::string read_key() {
    if (next() == '\'') return read_string();
    // A key may start with ":", and ends before one.
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != ':' && text_[at_] != ' ') ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string read_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view(",]}> ").find(text_[at_]) == std::string::npos) {
      ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take_if(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take_if(c)) fail();
  }
  [[noreturn]] void fail() const {
    throw std::invalid_argument(fmt::format("no value at {} of: {}", at_, text_));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Pairs pairs_of(std::string_view text) {
  if (text.empty()) return {};
  Reader reader(text);
  Pairs pairs = reader.read_pairs();
  reader.finish();
  return pairs;
}

template <class Range, class Show>
std::string joined(const Range& range, std::string_view open, std::string_view close, Show show) {
  std::string text(open);
  for (const auto& element : range) {
    if (text.size() > open.size()) text += ", ";
    text += show(element);
  }
  return text += close;
}

struct Shower {
  std::string operator()(const Text& text) const { return fmt::format("'{}'", text.view()); }
  std::string operator()(const Number& number) const { return number.to_string(); }
  std::string operator()(const Binary& binary) const {
    return fmt::format("b'{}'", binary.bytes.view());
  }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(Null) const { return "null"; }
  std::string operator()(const StringSet& set) const { return joined(set, "<", ">", *this); }
  std::string operator()(const NumberSet& set) const { return joined(set, "<", ">", *this); }
  std::string operator()(const BinarySet& set) const {
    return joined(set.elements, "<", ">", *this);
  }
  std::string operator()(const List& list) const {
    return joined(list, "[", "]", [](const AttributeValue& value) { return to_text(value); });
  }
  std::string operator()(const AttributeMap& map) const { return to_text(map); }
};

}  // namespace

AttributeValue value_of(std::string_view text) { return Reader(text).read_all(); }

AttributeMap item_of(std::string_view text) {
  std::vector<Attribute> attributes;
  for (auto& [name, value] : pairs_of(text)) attributes.push_back({name, std::move(value)});
  return AttributeMap(std::move(attributes));
}

expressions::NameMap names_of(std::string_view text) {
  expressions::NameMap names;
  for (auto& [key, value] : pairs_of(text)) names.emplace_back(key, *value.get_if<Text>());
  return names;
}

expressions::ValueMap values_of(std::string_view text) { return pairs_of(text); }

std::string to_text(const AttributeValue& value) { return value.visit(Shower()); }

std::string to_text(const AttributeMap& attributes) {
  return joined(attributes, "{", "}", [](const Attribute& attribute) {
    return fmt::format("{}: {}", attribute.name.view(), to_text(attribute.value));
  });
}

void PrintTo(const AttributeValue& value, std::ostream* out) { *out << to_text(value); }
void PrintTo(const AttributeMap& attributes, std::ostream* out) { *out << to_text(attributes); }

}  // namespace stator
