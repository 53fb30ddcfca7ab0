#include "server/wire/value_json.h"

#include <type_traits>
#include <variant>

#include "server/wire/base64.h"

namespace stator::wire {
namespace {

void append_string(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
  out += '"';
}

void append_number(std::string& out, const Number& number) {
  out += '"';
  number.append_to(out);
  out += '"';
}

void append_binary(std::string& out, const Binary& binary) {
  out += '"';
  append_base64(out, binary.bytes);
  out += '"';
}

template <class Elements, class Append>
void append_array(std::string& out, const Elements& elements, Append append) {
  out += '[';
  for (const auto& element : elements) {
    if (&element != elements.data()) out += ',';
    append(out, element);
  }
  out += ']';
}

// One overload for each datatype: its name and value, without the braces. Stored values have at
// most 32 levels, which bounds the recursion.
struct DatumWriter {
  std::string& out;

  void operator()(const std::string& text) const {
    out += "\"S\":";
    append_string(out, text);
  }
  void operator()(const Number& number) const {
    out += "\"N\":";
    append_number(out, number);
  }
  void operator()(const Binary& binary) const {
    out += "\"B\":";
    append_binary(out, binary);
  }
  void operator()(bool value) const { out += value ? "\"BOOL\":true" : "\"BOOL\":false"; }
  void operator()(Null) const { out += "\"NULL\":true"; }
  void operator()(const StringSet& set) const {
    out += "\"SS\":";
    append_array(out, set, append_string);
  }
  void operator()(const NumberSet& set) const {
    out += "\"NS\":";
    append_array(out, set, append_number);
  }
  void operator()(const BinarySet& set) const {
    out += "\"BS\":";
    append_array(out, set.elements, append_binary);
  }
  void operator()(const List& list) const {
    out += "\"L\":";
    append_array(out, list, append_value);
  }
  void operator()(const AttributeMap& map) const {
    out += "\"M\":";
    append_attributes(out, map);
  }
};

}  // namespace

void append_value(std::string& out, const AttributeValue& value) {
  out += '{';
  std::visit(DatumWriter{out}, value.variant());
  out += '}';
}

void append_attributes(std::string& out, const AttributeMap& attributes) {
  out += '{';
  for (const Attribute& attribute : attributes) {
    if (&attribute != attributes.begin()) out += ',';
    append_string(out, attribute.name);
    out += ':';
    append_value(out, attribute.value);
  }
  out += '}';
}

}  // namespace stator::wire
