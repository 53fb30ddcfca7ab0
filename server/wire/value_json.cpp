#include "server/wire/value_json.h"

#include "server/wire/appender.h"
#include "server/wire/base64.h"

namespace stator::wire {
namespace {

void put_value(Appender& out, const AttributeValue& value);
void put_attributes(Appender& out, const AttributeMap& attributes);

void put_string(Appender& out, std::string_view text) {
  out.put('"');
  out.put_escaped(text);
  out.put('"');
}

void put_number(Appender& out, const Number& number) {
  out.put('"');
  out.put(number);
  out.put('"');
}

void put_binary(Appender& out, const Binary& binary) {
  out.put('"');
  out.put(std::string_view(encode_base64(binary.bytes)));
  out.put('"');
}

template <class Elements, class Put>
void put_array(Appender& out, const Elements& elements, Put put) {
  out.put('[');
  for (const auto& element : elements) {
    if (&element != elements.data()) out.put(',');
    put(out, element);
  }
  out.put(']');
}

// One overload for each datatype: the whole value. Stored values have at most 32 levels, which
// bounds the recursion.
struct ValuePutter {
  Appender& out;

  void operator()(const Text& text) const {
    out.put("{\"S\":\"");
    out.put_escaped(text);
    out.put("\"}");
  }
  void operator()(const Number& number) const {
    out.put("{\"N\":\"");
    out.put(number);
    out.put("\"}");
  }
  void operator()(const Binary& binary) const {
    out.put("{\"B\":");
    put_binary(out, binary);
    out.put('}');
  }
  void operator()(bool value) const {
    if (value) {
      out.put("{\"BOOL\":true}");
    } else {
      out.put("{\"BOOL\":false}");
    }
  }
  void operator()(Null) const { out.put("{\"NULL\":true}"); }
  void operator()(const StringSet& set) const {
    out.put("{\"SS\":");
    put_array(out, set, put_string);
    out.put('}');
  }
  void operator()(const NumberSet& set) const {
    out.put("{\"NS\":");
    put_array(out, set, put_number);
    out.put('}');
  }
  void operator()(const BinarySet& set) const {
    out.put("{\"BS\":");
    put_array(out, set.elements, put_binary);
    out.put('}');
  }
  void operator()(const List& list) const {
    out.put("{\"L\":");
    put_array(out, list, put_value);
    out.put('}');
  }
  void operator()(const AttributeMap& map) const {
    out.put("{\"M\":");
    put_attributes(out, map);
    out.put('}');
  }
};

void put_value(Appender& out, const AttributeValue& value) { value.visit(ValuePutter{out}); }

void put_attributes(Appender& out, const AttributeMap& attributes) {
  out.put('{');
  for (const Attribute& attribute : attributes) {
    if (&attribute != attributes.begin()) out.put(',');
    out.put('"');
    out.put_escaped(attribute.name);
    out.put("\":");
    put_value(out, attribute.value);
  }
  out.put('}');
}

}  // namespace

void append_value(std::string& out, const AttributeValue& value) {
  Appender appender(out);
  put_value(appender, value);
}

void append_attributes(std::string& out, const AttributeMap& attributes) {
  Appender appender(out);
  put_attributes(appender, attributes);
}

}  // namespace stator::wire
