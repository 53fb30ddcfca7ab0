// The grammar stands in key_bytes.cpp.
#include "model/key_decode.h"

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/limits.h"

namespace stator {
namespace {

constexpr std::size_t kHashBytes = 8;
constexpr char kEscape = '\x00';
constexpr char kStringEnd = '\x01';
constexpr unsigned kNegative = 0x01;
constexpr unsigned kZero = 0x02;

// Takes one value after the other from the bytes behind the hash.
class KeyReader {
 public:
  explicit KeyReader(std::string_view key) : key_(key), at_(kHashBytes) {
    assert(key.size() >= kHashBytes);
  }

  std::size_t position() const { return at_; }

  AttributeValue take(ScalarType type) {
    switch (type) {
      case ScalarType::kS:
        return AttributeValue(std::string_view(take_string()));
      case ScalarType::kN:
        return AttributeValue(take_number());
      case ScalarType::kB:
        break;
    }
    return AttributeValue(Binary{take_string()});
  }

 private:
  char next() { return key_[at_++]; }

  std::string take_string() {
    std::string text;
    for (;;) {
      const char byte = next();
      if (byte != kEscape) {
        text += byte;
      } else if (next() == kStringEnd) {
        return text;
      } else {
        text += '\0';
      }
    }
  }

  Number take_number() {
    const auto head = static_cast<unsigned char>(next());
    if (head == kZero) return Number();
    const bool is_negative = head == kNegative;
    const unsigned flip = is_negative ? 0xFF : 0x00;
    const auto take_byte = [&] { return static_cast<unsigned char>(next()) ^ flip; };
    const int leading = static_cast<int>(take_byte()) + limits::kNumberExponentMin;
    std::string digits;
    for (unsigned pair = take_byte(); pair != 0; pair = take_byte()) {
      digits += static_cast<char>('0' + (pair - 1) / 10);
      digits += static_cast<char>('0' + (pair - 1) % 10);
    }
    const int exponent = leading - static_cast<int>(digits.size()) + 1;
    const auto number =
        Number::parse((is_negative ? "-" : "") + digits + "E" + std::to_string(exponent));
    return std::get<Number>(number);
  }

  std::string_view key_;
  std::size_t at_;
};

}  // namespace

KeyParts split_key(std::string_view bytes, const KeySchema& key) {
  KeyReader reader(bytes);
  KeyParts parts;
  for (const KeyAttribute& attribute : key.hash) reader.take(attribute.type);
  parts.partition_end = reader.position();
  for (const KeyAttribute& attribute : key.range) reader.take(attribute.type);
  parts.sort_end = reader.position();
  return parts;
}

AttributeMap decode_key(std::string_view bytes, const KeySchema& key) {
  KeyReader reader(bytes);
  std::vector<Attribute> attributes;
  attributes.reserve(key.size());
  for (const auto* part : {&key.hash, &key.range}) {
    for (const KeyAttribute& attribute : *part) {
      attributes.push_back({attribute.name, reader.take(attribute.type)});
    }
  }
  return AttributeMap(std::move(attributes));
}

}  // namespace stator
