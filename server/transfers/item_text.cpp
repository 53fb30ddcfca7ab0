#include "server/transfers/item_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/attribute_value.h"
#include "server/wire/base64.h"
#include "server/wire/value_json.h"

namespace stator::server {
namespace {

using engine::DataFormat;

constexpr std::string_view kIonVersion = "$ion_1_0 ";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Symbols that need no quotes. "$10" would be a number of a symbol.
bool is_identifier(std::string_view name) {
  constexpr std::array<std::string_view, 4> kKeywords{"null", "true", "false", "nan"};
  if (name.empty() || !is_letter(name.front())) return false;
  if (std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end()) return false;
  const auto is_inner = [](char c) { return is_letter(c) || is_digit(c); };
  if (!std::all_of(name.begin(), name.end(), is_inner)) return false;
  return name.front() != '$' || name.size() == 1 ||
         !std::all_of(name.begin() + 1, name.end(), is_digit);
}

void append_quoted(std::string& out, std::string_view text, char quote) {
  out += quote;
  for (const char c : text) {
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  out += quote;
}

void append_symbol(std::string& out, std::string_view name) {
  if (is_identifier(name)) {
    out += name;
  } else {
    append_quoted(out, name, '\'');
  }
}

std::string digits_of(Uint128 coefficient) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(coefficient % 10));
    coefficient /= 10;
  } while (coefficient != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// A decimal as Ion's own writers spell it: 103., 6d2, 1.5, 25d-7.
void append_decimal(std::string& out, const Number& number) {
  if (number.is_negative()) out += '-';
  const std::string digits = digits_of(number.coefficient());
  const int exponent = number.exponent();
  const int point = static_cast<int>(digits.size()) + exponent;
  if (exponent > 0) {
    out += fmt::format("{}d{}", digits, exponent);
  } else if (exponent == 0) {
    out += digits + '.';
  } else if (point > 0) {
    out += digits;
    out.insert(out.size() - static_cast<std::size_t>(-exponent), 1, '.');
  } else {
    out += fmt::format("{}d{}", digits, exponent);
  }
}

void append_blob(std::string& out, const Binary& binary) {
  out += "{{";
  wire::append_base64(out, binary.bytes);
  out += "}}";
}

template <class Elements, class Append>
void append_list(std::string& out, std::string_view annotation, const Elements& elements,
                 Append append) {
  out += annotation;
  out += '[';
  for (const auto& element : elements) {
    if (&element != elements.data()) out += ',';
    append(out, element);
  }
  out += ']';
}

// One overload for each datatype. Stored values have at most 32 levels, which bounds the recursion.
struct IonWriter {
  std::string& out;

  void operator()(const Text& text) const { append_quoted(out, text, '"'); }
  void operator()(const Number& number) const { append_decimal(out, number); }
  void operator()(const Binary& binary) const { append_blob(out, binary); }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(Null) const { out += "null"; }
  void operator()(const StringSet& set) const {
    append_list(out, "$dynamodb_SS::", set, [](std::string& to, const Text& text) {
      append_quoted(to, text, '"');
    });
  }
  void operator()(const NumberSet& set) const {
    append_list(out, "$dynamodb_NS::", set, append_decimal);
  }
  void operator()(const BinarySet& set) const {
    append_list(out, "$dynamodb_BS::", set.elements, append_blob);
  }
  void operator()(const List& list) const {
    append_list(out, "", list, [](std::string& to, const AttributeValue& value) {
      append_ion(to, value);
    });
  }
  void operator()(const AttributeMap& map) const { append_ion(out, map); }
};

// Appends `<name>:<attributes>` with a comma before it.
void append_image(std::string& out, std::string_view name, const AttributeMap& attributes,
                  DataFormat format) {
  if (format == DataFormat::kIon) {
    out += fmt::format(",{}:", name);
    append_ion(out, attributes);
  } else {
    out += fmt::format(",\"{}\":", name);
    wire::append_attributes(out, attributes);
  }
}

}  // namespace

void append_ion(std::string& out, const AttributeValue& value) {
  value.visit(IonWriter{out});
}

void append_ion(std::string& out, const AttributeMap& attributes) {
  out += '{';
  for (const Attribute& attribute : attributes) {
    if (&attribute != attributes.begin()) out += ',';
    append_symbol(out, attribute.name);
    out += ':';
    append_ion(out, attribute.value);
  }
  out += '}';
}

void append_item_line(std::string& out, const Item& item, DataFormat format) {
  if (format == DataFormat::kIon) {
    out += kIonVersion;
    out += "{Item:";
    append_ion(out, item.attributes());
  } else {
    out += "{\"Item\":";
    wire::append_attributes(out, item.attributes());
  }
  out += "}\n";
}

AttributeMap key_of(const Item& item, const KeySchema& key) {
  std::vector<Attribute> attributes;
  for (const auto* part : {&key.hash, &key.range}) {
    for (const KeyAttribute& attribute : *part) {
      attributes.push_back({attribute.name, *item.find(attribute.name)});
    }
  }
  return AttributeMap(std::move(attributes));
}

void append_difference_line(std::string& out, const AttributeMap& key,
                            const ItemDifference& difference, DataFormat format,
                            engine::ExportView view) {
  if (format == DataFormat::kIon) {
    out += kIonVersion;
    out += "{Record:{Keys:";
    append_ion(out, key);
    out += fmt::format(",Metadata:{{WriteTimestampMicros:{}.}}", difference.written_micros);
  } else {
    out += fmt::format("{{\"Metadata\":{{\"WriteTimestampMicros\":{{\"N\":\"{}\"}}}}",
                       difference.written_micros);
    append_image(out, "Keys", key, format);
  }
  if (difference.before && view == engine::ExportView::kNewAndOldImages) {
    append_image(out, "OldImage", difference.before->attributes(), format);
  }
  if (difference.after) append_image(out, "NewImage", difference.after->attributes(), format);
  out += format == DataFormat::kIon ? "}}\n" : "}\n";
}

}  // namespace stator::server
