#include "server/wire/base64.h"

#include <array>
#include <cstdint>

#include "model/error.h"

namespace stator::wire {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kInvalid = 0xFF;

constexpr std::array<std::uint8_t, 256> make_sextets() {
  std::array<std::uint8_t, 256> sextets{};
  sextets.fill(kInvalid);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    sextets[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return sextets;
}

constexpr std::array<std::uint8_t, 256> kSextets = make_sextets();

std::uint32_t sextet(char c) { return kSextets[static_cast<unsigned char>(c)]; }

// Both texts were captured from the service, the misspelling included. The second is the answer
// to letters outside the alphabet, misplaced padding and set bits after the last byte alike.
[[noreturn]] void throw_bad_length(std::size_t length) {
  throw Error(ErrorCode::kSerialization,
              "Base64 encoded length is expected a multiple of 4 bytes but found: " +
                  std::to_string(length));
}

[[noreturn]] void throw_bad_character() {
  throw Error(ErrorCode::kSerialization, "Invalid last non-pad Base64 character dectected");
}

void append_byte(std::string& out, std::uint32_t bits) {
  out.push_back(static_cast<char>(bits & 0xFF));
}

// The last group: as many bytes as its padding leaves.
void decode_padded_group(std::string_view group, std::string& out) {
  const bool is_one_byte = group[2] == '=';
  const std::uint32_t a = sextet(group[0]);
  const std::uint32_t b = sextet(group[1]);
  const std::uint32_t c = is_one_byte ? 0 : sextet(group[2]);
  if ((a | b | c) > 63 || group[3] != '=') throw_bad_character();
  const std::uint32_t spare_bits = is_one_byte ? b & 0xF : c & 0x3;
  if (spare_bits != 0) throw_bad_character();
  const std::uint32_t bits = a << 18 | b << 12 | c << 6;
  append_byte(out, bits >> 16);
  if (!is_one_byte) append_byte(out, bits >> 8);
}

}  // namespace

std::string decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) throw_bad_length(text.size());
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  const bool is_padded = text.ends_with('=');
  const std::size_t whole = is_padded ? text.size() - 4 : text.size();
  for (std::size_t i = 0; i < whole; i += 4) {
    const std::uint32_t a = sextet(text[i]);
    const std::uint32_t b = sextet(text[i + 1]);
    const std::uint32_t c = sextet(text[i + 2]);
    const std::uint32_t d = sextet(text[i + 3]);
    if ((a | b | c | d) > 63) throw_bad_character();
    const std::uint32_t bits = a << 18 | b << 12 | c << 6 | d;
    append_byte(bytes, bits >> 16);
    append_byte(bytes, bits >> 8);
    append_byte(bytes, bits);
  }
  if (is_padded) decode_padded_group(text.substr(whole), bytes);
  return bytes;
}

void append_base64(std::string& out, std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(bytes[i])};
  };
  const std::size_t start = out.size();
  out.resize(start + (bytes.size() + 2) / 3 * 4, '=');
  char* to = out.data() + start;
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    *to++ = kAlphabet[bits >> 18];
    *to++ = kAlphabet[bits >> 12 & 63];
    *to++ = kAlphabet[bits >> 6 & 63];
    *to++ = kAlphabet[bits & 63];
  }
  if (i == bytes.size()) return;
  const bool has_two = i + 2 == bytes.size();
  const std::uint32_t bits = byte(i) << 16 | (has_two ? byte(i + 1) << 8 : 0);
  *to++ = kAlphabet[bits >> 18];
  *to++ = kAlphabet[bits >> 12 & 63];
  if (has_two) *to = kAlphabet[bits >> 6 & 63];
}

std::string encode_base64(std::string_view bytes) {
  std::string text;
  append_base64(text, bytes);
  return text;
}

}  // namespace stator::wire
