// token       = name | placeholder | value | integer | symbol | unknown
// name        = (letter | "_") , { word }
// placeholder = "#" , word , { word }
// value       = ":" , word , { word }
// integer     = "0" | ("1".."9") , { digit }
// symbol      = "<>" | "<=" | ">=" | one of ( ) [ ] , . = < > + -
// word        = letter | digit | "_"
//
// Blanks, tabs and line ends separate tokens. A digit run that starts with 0 is read as "0" and
// the rest (measured: `x2021-03-03` is refused near "x2021-0"). A lone ":" or "#" and every other
// character is a token of its own that no grammar accepts.
#include "expressions/token.h"

#include <array>
#include <optional>
#include <utility>

namespace stator::expressions {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

struct Keyword {
  std::string_view upper;
  TokenKind kind;
};
constexpr std::array kConditionKeywords = {
    Keyword{"AND", TokenKind::kAnd},   Keyword{"OR", TokenKind::kOr},
    Keyword{"NOT", TokenKind::kNot},   Keyword{"BETWEEN", TokenKind::kBetween},
    Keyword{"IN", TokenKind::kIn},
};
constexpr std::array kUpdateKeywords = {
    Keyword{"SET", TokenKind::kSet},
    Keyword{"REMOVE", TokenKind::kRemove},
    Keyword{"ADD", TokenKind::kAdd},
    Keyword{"DELETE", TokenKind::kDelete},
};

// REQUIRES: `upper` holds upper-case letters only.
bool equals_ignoring_case(std::string_view text, std::string_view upper) {
  if (text.size() != upper.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char raised = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (raised != upper[i]) return false;
  }
  return true;
}

template <std::size_t Count>
TokenKind keyword_or_name(std::string_view text, const std::array<Keyword, Count>& keywords) {
  for (const Keyword& keyword : keywords) {
    if (equals_ignoring_case(text, keyword.upper)) return keyword.kind;
  }
  return TokenKind::kName;
}

TokenKind kind_of_word(std::string_view text, Grammar grammar) {
  switch (grammar) {
    case Grammar::kCondition: return keyword_or_name(text, kConditionKeywords);
    case Grammar::kUpdate: return keyword_or_name(text, kUpdateKeywords);
    case Grammar::kProjection: break;
  }
  return TokenKind::kName;
}

std::optional<TokenKind> kind_of_symbol(char c) {
  switch (c) {
    case '(': return TokenKind::kOpen;
    case ')': return TokenKind::kClose;
    case '[': return TokenKind::kOpenBracket;
    case ']': return TokenKind::kCloseBracket;
    case ',': return TokenKind::kComma;
    case '.': return TokenKind::kDot;
    case '=': return TokenKind::kEqual;
    case '<': return TokenKind::kLess;
    case '>': return TokenKind::kGreater;
    case '+': return TokenKind::kPlus;
    case '-': return TokenKind::kMinus;
    default: return std::nullopt;
  }
}

// The bytes of the UTF-8 character that starts with `lead`: messages must not show half of one.
std::size_t character_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  if (byte >= 0xC0) return 2;
  return 1;
}

class Tokenizer {
 public:
  Tokenizer(std::string_view source, Grammar grammar) : source_(source), grammar_(grammar) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    tokens.reserve(source_.size() / 3 + 2);
    while (true) {
      while (at_ < source_.size() && is_blank(source_[at_])) ++at_;
      if (at_ == source_.size()) break;
      tokens.push_back(next());
      at_ += tokens.back().text.size();
    }
    tokens.push_back({TokenKind::kEnd, source_.substr(source_.size())});
    return tokens;
  }

 private:
  Token next() const {
    const char c = source_[at_];
    if (is_letter(c) || c == '_') {
      const std::string_view text = slice(words_from(at_));
      return {kind_of_word(text, grammar_), text};
    }
    if (c == '#' || c == ':') {
      const std::size_t end = words_from(at_ + 1);
      if (end == at_ + 1) return {TokenKind::kUnknown, slice(end)};
      return {c == '#' ? TokenKind::kPlaceholder : TokenKind::kValue, slice(end)};
    }
    if (c == '0') return {TokenKind::kInteger, slice(at_ + 1)};
    if (is_digit(c)) return {TokenKind::kInteger, slice(digits_from(at_))};
    return symbol();
  }

  Token symbol() const {
    const std::string_view two = source_.substr(at_, 2);
    if (two == "<>") return {TokenKind::kNotEqual, two};
    if (two == "<=") return {TokenKind::kLessOrEqual, two};
    if (two == ">=") return {TokenKind::kGreaterOrEqual, two};
    if (const auto kind = kind_of_symbol(source_[at_])) return {*kind, slice(at_ + 1)};
    return {TokenKind::kUnknown, source_.substr(at_, character_bytes(source_[at_]))};
  }

  std::string_view slice(std::size_t end) const { return source_.substr(at_, end - at_); }
  std::size_t words_from(std::size_t at) const {
    while (at < source_.size() && is_word(source_[at])) ++at;
    return at;
  }
  std::size_t digits_from(std::size_t at) const {
    while (at < source_.size() && is_digit(source_[at])) ++at;
    return at;
  }

  std::string_view source_;
  Grammar grammar_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source, Grammar grammar) {
  return Tokenizer(source, grammar).run();
}

}  // namespace stator::expressions
