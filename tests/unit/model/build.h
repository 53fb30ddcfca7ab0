// Short spellings of values for tables of cases.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/attribute_value.h"
#include "model/number.h"

namespace stator::build {

inline Number number(std::string_view text) { return std::get<Number>(Number::parse(text)); }

inline AttributeValue s(std::string_view text) { return AttributeValue::string(text); }
inline AttributeValue n(std::string_view text) { return AttributeValue(number(text)); }
inline AttributeValue b(std::string_view bytes) {
  return AttributeValue(Binary{std::string(bytes)});
}
inline AttributeValue boolean(bool value) { return AttributeValue(value); }
inline AttributeValue null() { return AttributeValue(Null{}); }
inline AttributeValue list(List elements) { return AttributeValue(std::move(elements)); }
inline AttributeValue map(std::vector<Attribute> members) {
  return AttributeValue(AttributeMap(std::move(members)));
}
inline AttributeValue ss(std::vector<Text> elements) {
  return AttributeValue::string_set(std::move(elements));
}
inline AttributeValue ns(const std::vector<std::string>& texts) {
  std::vector<Number> numbers;
  for (const std::string& text : texts) numbers.push_back(number(text));
  return AttributeValue::number_set(std::move(numbers));
}
inline AttributeValue bs(const std::vector<std::string>& values) {
  std::vector<Binary> elements;
  for (const std::string& value : values) elements.push_back(Binary{value});
  return AttributeValue::binary_set(std::move(elements));
}

}  // namespace stator::build
