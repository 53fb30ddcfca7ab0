#include "server/wire/patterns.h"

#include <algorithm>
#include <cstddef>

namespace stator::wire {
namespace {

template <class Test>
bool all_of(std::string_view text, Test test) {
  return std::all_of(text.begin(), text.end(), test);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_printable(std::string_view text) {
  return !text.empty() && all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// The JSON was valid UTF-8, so only controls are left to exclude; U+FFFE and U+FFFF are not told
// apart.
bool is_text(std::string_view text) {
  return all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || c == '\r' || c == '\n' || c == '\t';
  });
}

bool is_client_token(std::string_view text) {
  return !text.empty() && text.find('$') == std::string_view::npos;
}

// Both ends are letters or digits; at least two characters, since the pattern asks for both ends.
bool is_s3_bucket(std::string_view text) {
  const auto is_inner = [](char c) {
    return is_alphanumeric(c) || c == '.' || c == '-' || c == '_';
  };
  return text.size() >= 2 && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         all_of(text, is_inner);
}

bool is_s3_bucket_owner(std::string_view text) {
  constexpr std::size_t kDigits = 12;
  return text.size() == kDigits && all_of(text, is_digit);
}

// Of one character, which its length sees to.
bool is_csv_delimiter(std::string_view text) {
  return all_of(text, [](char c) {
    return std::string_view(",;:|\t ").find(c) != std::string_view::npos;
  });
}

bool is_csv_header(std::string_view text) {
  return all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != ','; });
}

bool is_hexadecimal_token(std::string_view text) {
  constexpr std::size_t kGroup = 16;
  return !text.empty() && text.size() % kGroup == 0 &&
         all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace

const Pattern kPrintablePattern{R"(\p{Print}+)", &is_printable};
const Pattern kTextPattern{
    R"([\u0020-\uD7FF\uE000-\uFFFD\uD800\uDC00-\uDBFF\uDFFF\r\n\t]*)", &is_text};
const Pattern kClientTokenPattern{R"(^[^\$]+$)", &is_client_token};
const Pattern kS3BucketPattern{R"(^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)", &is_s3_bucket};
const Pattern kS3BucketOwnerPattern{"[0-9]{12}", &is_s3_bucket_owner};
const Pattern kCsvDelimiterPattern{R"([,;:|\t ])", &is_csv_delimiter};
const Pattern kCsvHeaderPattern{R"([\x20-\x21\x23-\x2B\x2D-\x7E]*)", &is_csv_header};
const Pattern kHexadecimalTokenPattern{"([0-9a-f]{16})+", &is_hexadecimal_token};

}  // namespace stator::wire
