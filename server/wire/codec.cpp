#include "server/wire/codec.h"

#include <array>
#include <functional>
#include <string_view>

namespace stator::wire {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

// Eight hexadecimal digits that stay the same for the same text, where the service prints the
// object's hash code.
void append_hash(std::string& out, std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  for (int shift = 28; shift >= 0; shift -= 4) out += kHexDigits[hash >> shift & 0xF];
}

void print_object(std::string& out, std::string_view seed) {
  out += "com.amazonaws.dynamodb.v20120810.AttributeValue@";
  append_hash(out, seed);
}

}  // namespace

void print_value(std::string& out, const AttributeValue& value) {
  print_object(out, type_name(value.type()));
}

void print_item(std::string& out, const AttributeMap& attributes) {
  out += '{';
  for (const Attribute& attribute : attributes) {
    if (&attribute != attributes.begin()) out += ", ";
    out += attribute.name;
    out += '=';
    print_object(out, attribute.name);
  }
  out += '}';
}

void Codec<WireValueList>::print(std::string& out, const WireValueList& values) {
  out += '[';
  for (const AttributeValue& value : values.peek()) {
    if (&value != values.peek().data()) out += ", ";
    print_value(out, value);
  }
  out += ']';
}

void Codec<WireValues>::print(std::string& out, const WireValues& values) {
  out += '{';
  for (const auto& entry : values.entries()) {
    if (&entry != values.entries().data()) out += ", ";
    out += entry.first;
    out += '=';
    print_object(out, entry.first);
  }
  out += '}';
}

}  // namespace stator::wire
