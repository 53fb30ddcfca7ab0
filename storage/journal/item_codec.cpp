// attributes = count , { name , value }            names ascend
// value      = tag , contents
// number     = 1 byte: 32 if negative, plus the bytes of the coefficient
//              { byte of the coefficient, the least first } , exponent
// Names, texts and binaries follow their length; sets and lists their number of elements.
#include "storage/journal/item_codec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/number.h"

namespace stator::storage {
namespace {

enum class Tag : std::uint8_t {
  kText, kNumber, kBinary, kFalse, kTrue, kNull, kTexts, kNumbers, kBinaries, kList, kMap
};

constexpr std::uint8_t kNegative = 32;
constexpr std::uint8_t kCoefficientBytesMax = 16;
constexpr std::size_t kDepthMax = 100;  // of requests: 32

void encode_value(std::string& out, const AttributeValue& value);

void encode_decimal(std::string& out, const Number& number) {
  const std::size_t start = out.size();
  out.push_back('\0');
  for (Uint128 left = number.coefficient(); left != 0; left >>= 8U) {
    out.push_back(static_cast<char>(left));
  }
  const std::size_t bytes = out.size() - start - 1;
  out[start] = static_cast<char>(bytes + (number.is_negative() ? kNegative : 0));
  encode(out, static_cast<std::int64_t>(number.exponent()));
}

struct ValueEncoder {
  std::string& out;

  void tag(Tag tag) const { out.push_back(static_cast<char>(tag)); }

  void operator()(const Text& text) const {
    tag(Tag::kText);
    encode_text(out, text);
  }
  void operator()(const Number& number) const {
    tag(Tag::kNumber);
    encode_decimal(out, number);
  }
  void operator()(const Binary& binary) const {
    tag(Tag::kBinary);
    encode_text(out, binary.bytes);
  }
  void operator()(bool value) const { tag(value ? Tag::kTrue : Tag::kFalse); }
  void operator()(Null) const { tag(Tag::kNull); }
  void operator()(const StringSet& set) const {
    tag(Tag::kTexts);
    encode_number(out, set.size());
    for (const Text& text : set) encode_text(out, text);
  }
  void operator()(const NumberSet& set) const {
    tag(Tag::kNumbers);
    encode_number(out, set.size());
    for (const Number& number : set) encode_decimal(out, number);
  }
  void operator()(const BinarySet& set) const {
    tag(Tag::kBinaries);
    encode_number(out, set.elements.size());
    for (const Binary& binary : set.elements) encode_text(out, binary.bytes);
  }
  void operator()(const List& list) const {
    tag(Tag::kList);
    encode_number(out, list.size());
    for (const AttributeValue& value : list) encode_value(out, value);
  }
  void operator()(const AttributeMap& map) const {
    tag(Tag::kMap);
    encode_attributes(out, map);
  }
};

void encode_value(std::string& out, const AttributeValue& value) {
  value.visit(ValueEncoder{out});
}

AttributeMap decode_map(Decoder& in, std::size_t depth);

Number decode_decimal(Decoder& in) {
  const std::uint8_t head = in.byte();
  const std::uint8_t size = head & (kNegative - 1);
  if (size > kCoefficientBytesMax) throw FormatFault("a number of too many bytes");
  Uint128 coefficient = 0;
  unsigned shift = 0;
  for (const char byte : in.take(size)) {
    coefficient |= Uint128{static_cast<unsigned char>(byte)} << shift;
    shift += 8;
  }
  const auto exponent = decode<std::int64_t>(in);
  if (exponent < -1000 || exponent > 1000) throw FormatFault("a number out of range");
  const auto number = Number::make((head & kNegative) != 0, coefficient,
                                   static_cast<int>(exponent));
  if (!std::holds_alternative<Number>(number)) throw FormatFault("a number out of range");
  return std::get<Number>(number);
}

template <class Element, class DecodeOne>
std::vector<Element> decode_elements(Decoder& in, DecodeOne decode_one) {
  const std::size_t count = in.count();
  std::vector<Element> elements;
  elements.reserve(count);
  for (std::size_t i = 0; i < count; ++i) elements.push_back(decode_one());
  return elements;
}

// A text or binary of the value borrows its bytes from the record.
AttributeValue decode_value(Decoder& in, std::size_t depth) {
  if (depth > kDepthMax) throw FormatFault("a value nested too deep");
  switch (static_cast<Tag>(in.byte())) {
    case Tag::kText: return AttributeValue(Text::borrowed(in.text()));
    case Tag::kNumber: return AttributeValue(decode_decimal(in));
    case Tag::kBinary: return AttributeValue(Binary{Text::borrowed(in.text())});
    case Tag::kFalse: return AttributeValue(false);
    case Tag::kTrue: return AttributeValue(true);
    case Tag::kNull: return AttributeValue(Null{});
    case Tag::kTexts:
      return AttributeValue(decode_elements<Text>(in, [&] { return Text(in.text()); }));
    case Tag::kNumbers:
      return AttributeValue(decode_elements<Number>(in, [&] { return decode_decimal(in); }));
    case Tag::kBinaries:
      return AttributeValue(
          BinarySet{decode_elements<Binary>(in, [&] { return Binary{Text(in.text())}; })});
    case Tag::kList:
      // A copy of what borrows owns its bytes.
      return AttributeValue(decode_elements<AttributeValue>(in, [&] {
        const AttributeValue borrowing = decode_value(in, depth + 1);
        return AttributeValue(borrowing);
      }));
    case Tag::kMap: return AttributeValue(decode_map(in, depth + 1));
  }
  throw FormatFault("a value of unknown type");
}

AttributeMap decode_map(Decoder& in, std::size_t depth) {
  const std::size_t count = in.count();
  AttributeMapBuilder builder(count);
  std::optional<std::string_view> last;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view name = in.text();
    if (last && name <= *last) throw FormatFault("attributes out of order");
    last = name;
    builder.append(name, decode_value(in, depth));
  }
  return builder.build();
}

}  // namespace

void encode_attributes(std::string& out, const AttributeMap& attributes) {
  encode_number(out, attributes.size());
  for (const Attribute& attribute : attributes) {
    encode_text(out, attribute.name);
    encode_value(out, attribute.value);
  }
}

AttributeMap decode_attributes(Decoder& in) { return decode_map(in, 1); }

}  // namespace stator::storage
