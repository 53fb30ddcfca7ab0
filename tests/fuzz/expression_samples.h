// Placeholders that fuzzed expressions may use, and an item to evaluate them on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "expressions/substitutions.h"
#include "model/attribute_value.h"
#include "model/error.h"

namespace stator::fuzz {

inline AttributeValue number_value(std::int64_t value) { return AttributeValue(Number(value)); }

// One value of each type: ":s", ":n", ...
inline expressions::ValueMap sample_values() {
  return {
      {":s", AttributeValue::string("ab")},
      {":t", AttributeValue::string("S")},
      {":n", number_value(1)},
      {":m", number_value(-20)},
      {":b", AttributeValue(Binary{Text("ab")})},
      {":f", AttributeValue(false)},
      {":u", AttributeValue(Null{})},
      {":ss", AttributeValue::string_set({Text("a"), Text("ab")})},
      {":ns", AttributeValue::number_set({Number(1), Number(2)})},
      {":bs", AttributeValue::binary_set({Binary{Text("a")}})},
      {":l", AttributeValue(List{number_value(1), AttributeValue::string("ab")})},
      {":e", AttributeValue(List{})},
      {":d", AttributeValue(AttributeMap({{Text("x"), number_value(1)}}))},
  };
}

inline expressions::Substitutions sample_substitutions() {
  return expressions::Substitutions({{"#a", "a"}, {"#b", "b c"}, {"#l", "l"}, {"#d", "d.e"}},
                                    sample_values());
}

// Attributes named after the values, and some of the names above.
inline AttributeMap sample_item() {
  std::vector<Attribute> attributes;
  for (auto& [placeholder, value] : sample_values()) {
    attributes.push_back({Text(placeholder.substr(1)), std::move(value)});
  }
  attributes.push_back({Text("a"), number_value(1)});
  attributes.push_back({Text("b c"), AttributeValue(List{AttributeValue(List{number_value(3)})})});
  return AttributeMap(std::move(attributes));
}

// Runs `act`; a refusal is an answer like any other.
template <class Act>
void run_refusable(Act act) {
  try {
    act();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kValidation) throw;
  }
}

}  // namespace stator::fuzz
