// Attribute values as the wire spells them: {"S":"a"}, {"N":"1"}, {"SS":["a","b"]}.
#pragma once

#include <string>

#include "model/attribute_value.h"
#include "model/item.h"
#include "server/wire/json_writer.h"

namespace stator::wire {

// Append to a string.
void append_value(std::string& out, const AttributeValue& value);
void append_attributes(std::string& out, const AttributeMap& attributes);

// Write one value of a document.
inline void write_value(JsonWriter& json, const AttributeValue& value) {
  append_value(json.value(), value);
}
inline void write_attributes(JsonWriter& json, const AttributeMap& attributes) {
  append_attributes(json.value(), attributes);
}
inline void write_item(JsonWriter& json, const Item& item) {
  append_attributes(json.value(), item.attributes());
}

}  // namespace stator::wire
