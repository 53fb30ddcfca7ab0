// table key  = hash , { HASH value } , { RANGE value }
// index key  = hash , { index HASH value } , { index RANGE value } ,
//              { table HASH value } , { table RANGE value }
// hash       = 8 bytes, big-endian: partition_hash of the encoded HASH values that follow it
//
// value      = string | number                     (B is written as S is)
//
// string     = { byte } , 0x00 0x01                (a byte 0x00 is written 0x00 0xFF)
//   The end sorts before every continuation, so a value sorts before those it is a prefix of.
//
// number     = 0x01 , ~exponent , { ~pair } , 0xFF       negative
//            | 0x02                                      zero
//            | 0x03 , exponent , { pair } , 0x00         positive
// exponent   = 1 byte: the power of ten of the first digit, plus 130 (so 0 to 255)
// pair       = 1 byte: two decimal digits, from the first on, plus 1 (so 1 to 100); an odd digit
//              at the end is followed by 0
//   ~ is the complement, which turns the order of magnitudes round. Numbers are canonical: there is
//   one encoding per value, and the end sorts on the right side of every further pair.
//
// Values of one attribute all have the type that the schema declares, so no type is written.
// Every value ends itself, so no value's bytes are a prefix of another's and sequences of values
// compare attribute by attribute.
#include "model/key_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstring>

#include "model/decimal.h"
#include "model/limits.h"

namespace stator {
namespace {

constexpr std::size_t kHashBytes = 8;

constexpr char kEscape = '\x00';
constexpr char kEscapedZero = '\xFF';
constexpr char kStringEnd = '\x01';

constexpr unsigned kNegative = 0x01;
constexpr unsigned kZero = 0x02;
constexpr unsigned kPositive = 0x03;
constexpr std::size_t kNumberBytesMax = 2 + limits::kNumberDigitsMax / 2 + 1;

void append_string(KeyBytes& out, std::string_view bytes) {
  append_key_prefix(out, bytes);
  out += kEscape;
  out += kStringEnd;
}

void append_number(KeyBytes& out, const Number& number) {
  if (number.is_zero()) {
    out += static_cast<char>(kZero);
    return;
  }
  const DecimalDigits decimal(number.coefficient());
  const std::string_view digits = decimal.view();
  const int leading = number.exponent() + static_cast<int>(digits.size()) - 1;
  const unsigned flip = number.is_negative() ? 0xFF : 0x00;
  std::array<char, kNumberBytesMax> bytes;
  std::size_t size = 0;
  const auto put = [&](unsigned byte) { bytes[size++] = static_cast<char>(byte); };

  put(number.is_negative() ? kNegative : kPositive);
  put(static_cast<unsigned>(leading - limits::kNumberExponentMin) ^ flip);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int tens = digits[i] - '0';
    const int ones = i + 1 < digits.size() ? digits[i + 1] - '0' : 0;
    put(static_cast<unsigned>(10 * tens + ones + 1) ^ flip);
  }
  put(0x00 ^ flip);
  out.append(bytes.data(), size);
}

// Up to 8 bytes as a number, the first byte the lowest, missing ones 0. Hashes are the same on
// every machine because no other byte order is built for.
static_assert(std::endian::native == std::endian::little);
std::uint64_t read_word(std::string_view bytes) {
  std::uint64_t word = 0;
  if (bytes.size() == sizeof word) {
    std::memcpy(&word, bytes.data(), sizeof word);  // a single load, as the size is known
  } else {
    std::memcpy(&word, bytes.data(), bytes.size());
  }
  return word;
}

std::array<char, kHashBytes> hash_bytes(std::uint64_t hash) {
  std::array<char, kHashBytes> bytes;
  for (std::size_t i = kHashBytes; i-- > 0; hash >>= 8) {
    bytes[i] = static_cast<char>(hash & 0xFF);
  }
  return bytes;
}

// Starts a key whose hash is not known yet: `finish_partition` fills it in.
KeyBytes start_key() {
  constexpr std::size_t kUsualKeyBytes = 64;
  KeyBytes key;
  key.reserve(kUsualKeyBytes);
  key.append(kHashBytes, '\0');
  return key;
}

// REQUIRES: everything after the place of the hash is HASH values.
void finish_partition(KeyBytes& key) {
  const auto bytes = hash_bytes(partition_hash(std::string_view(key).substr(kHashBytes)));
  std::copy(bytes.begin(), bytes.end(), key.begin());
}

void append_attributes(KeyBytes& out, const AttributeMap& attributes,
                       const std::vector<KeyAttribute>& keys) {
  for (const KeyAttribute& key : keys) {
    const AttributeValue* value = attributes.find(key.name);
    assert(value != nullptr && has_type(*value, key.type));
    append_key_value(out, *value);
  }
}

// True when the attributes can be one part of an index key: present, of the declared type, not
// empty, and together not larger than a key may be. Writes that break the rules on values are
// refused while the index exists; items from before it have no entry in it ("Detecting and
// correcting index key violations" in the developer guide).
bool can_be_indexed(const AttributeMap& attributes, const std::vector<KeyAttribute>& keys,
                    std::size_t bytes_max) {
  std::size_t bytes = 0;
  for (const KeyAttribute& key : keys) {
    const AttributeValue* value = attributes.find(key.name);
    if (value == nullptr || !has_type(*value, key.type)) return false;
    const std::size_t value_bytes = value->size_bytes();
    if (value_bytes == 0) return false;
    bytes += value_bytes;
  }
  return bytes <= bytes_max;
}

// floor(segment * 2^64 / total) as bytes. REQUIRES: segment < total.
KeyBytes segment_start(std::uint32_t segment, std::uint32_t total) {
  KeyBytes bytes;
  append_hash(bytes, static_cast<std::uint64_t>((static_cast<Uint128>(segment) << 64) / total));
  return bytes;
}

}  // namespace

void append_key_value(KeyBytes& out, const AttributeValue& value) {
  if (const auto* string = value.get_if<Text>()) {
    append_string(out, *string);
  } else if (const auto* number = value.get_if<Number>()) {
    append_number(out, *number);
  } else {
    const auto* binary = value.get_if<Binary>();
    assert(binary != nullptr);
    append_string(out, binary->bytes);
  }
}

void append_key_prefix(KeyBytes& out, std::string_view bytes) {
  while (true) {
    const std::size_t zero = bytes.find('\0');
    out += bytes.substr(0, zero);
    if (zero == std::string_view::npos) return;
    out += kEscape;
    out += kEscapedZero;
    bytes.remove_prefix(zero + 1);
  }
}

// Eight bytes at a time, the last ones padded with zeros (the length, mixed in first, tells
// paddings apart). The halves of the 128-bit product are folded together, so a bit anywhere in a
// word reaches both ends of the state. The last three lines are the finalizer of SplitMix64: every
// bit of the result, the high ones that segments cut at included, depends on every bit before it.
// The multiplier is 2^64 / golden ratio, which is odd.
// Scan order is the order of this hash: changing it changes what users see.
std::uint64_t partition_hash(std::string_view encoded_partition) {
  constexpr std::uint64_t kMultiplier = 0x9E37'79B9'7F4A'7C15;
  std::uint64_t hash = (encoded_partition.size() + 1) * kMultiplier;
  while (!encoded_partition.empty()) {
    const std::string_view word = encoded_partition.substr(0, 8);
    const Uint128 product = static_cast<Uint128>(hash ^ read_word(word)) * kMultiplier;
    hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    encoded_partition.remove_prefix(word.size());
  }
  hash = (hash ^ (hash >> 30)) * 0xBF58'476D'1CE4'E5B9;
  hash = (hash ^ (hash >> 27)) * 0x94D0'49BB'1331'11EB;
  return hash ^ (hash >> 31);
}

std::uint64_t hash_of(std::string_view key) {
  assert(key.size() >= kHashBytes);
  std::uint64_t hash = 0;
  for (const char byte : key.substr(0, kHashBytes)) {
    hash = hash << 8 | static_cast<unsigned char>(byte);
  }
  return hash;
}

void append_hash(KeyBytes& out, std::uint64_t hash) {
  const auto bytes = hash_bytes(hash);
  out.append(bytes.data(), bytes.size());
}

KeyBytes table_key(const AttributeMap& attributes, const KeySchema& key) {
  KeyBytes bytes = start_key();
  append_attributes(bytes, attributes, key.hash);
  finish_partition(bytes);
  append_attributes(bytes, attributes, key.range);
  return bytes;
}

std::optional<KeyBytes> index_key(const AttributeMap& attributes, const KeySchema& index,
                                  const KeySchema& table) {
  if (!can_be_indexed(attributes, index.hash, limits::kPartitionKeyBytesMax) ||
      !can_be_indexed(attributes, index.range, limits::kSortKeyBytesMax)) {
    return std::nullopt;
  }
  KeyBytes bytes = table_key(attributes, index);
  append_attributes(bytes, attributes, table.hash);
  append_attributes(bytes, attributes, table.range);
  return bytes;
}

KeyBytes partition_prefix(std::span<const AttributeValue> values) {
  KeyBytes bytes = start_key();
  for (const AttributeValue& value : values) append_key_value(bytes, value);
  finish_partition(bytes);
  return bytes;
}

KeyBytes prefix_end(std::string_view prefix) {
  const std::size_t last = prefix.find_last_not_of('\xFF');
  if (last == std::string_view::npos) return {};
  KeyBytes end(prefix.substr(0, last + 1));
  end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

KeyRange segment_range(std::uint32_t segment, std::uint32_t total) {
  assert(segment < total);
  const bool is_last = segment + 1 == total;
  return {segment_start(segment, total), is_last ? KeyBytes() : segment_start(segment + 1, total)};
}

}  // namespace stator
