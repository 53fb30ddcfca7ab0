// Attribute values as compact text, for tests.
//
//   'text'  S        12, -3.5e2  N     b'text'  B     true, false  BOOL     null  NULL
//   <'a', 'b'>  SS   <1, 2>  NS        <b'a'>  BS     ['a', 1]  L           {a: 1, 'b c': 2}  M
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "expressions/substitutions.h"
#include "model/attribute_value.h"
#include "model/error.h"

namespace stator {

// Throws std::invalid_argument when the text is none of the above.
AttributeValue value_of(std::string_view text);
// The attributes of a map; none for an empty text.
AttributeMap item_of(std::string_view text);
// "{#n: 'name'}" and "{:v: 1}", in the order given.
expressions::NameMap names_of(std::string_view text);
expressions::ValueMap values_of(std::string_view text);

std::string to_text(const AttributeValue& value);
std::string to_text(const AttributeMap& attributes);

// How GoogleTest shows them.
void PrintTo(const AttributeValue& value, std::ostream* out);
void PrintTo(const AttributeMap& attributes, std::ostream* out);

// The message of the Error that `action` throws, or "" when it throws none.
template <class Action>
std::string fault_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.message();
  }
  return "";
}

}  // namespace stator
