// Words of a PartiQL statement.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stator::expressions::partiql {

enum class TokenKind {
  kIdentifier,        // [A-Za-z_$][A-Za-z0-9_$]*, no keyword
  kQuotedIdentifier,  // "name", with "" for a quotation mark
  kKeyword,           // keyword.h
  kString,            // 'text', with '' for a quotation mark
  kNumber,            // 1, 1.5, .5, 1e-3; without sign
  kParameter,         // ?
  kOpen,
  kClose,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
  kOpenSet,   // <<
  kCloseSet,  // >>
  kComma,
  kDot,
  kColon,
  kSemicolon,
  kStar,
  kPlus,
  kMinus,
  kEqual,
  kNotEqual,  // <> or !=
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kOperator,  // one that SQL has and DynamoDB has not: / % ||
  kEnd,
};

// Where a token stands in its statement, as messages show it: "1:8:5". Lines and columns count
// from 1, columns and lengths in characters.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
  std::size_t length = 0;

  std::string to_string() const;
  friend bool operator==(const Position&, const Position&) = default;
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  // What it says: names and strings without quotation marks, keywords in lower case, other tokens
  // as written.
  std::string text;
  Position position;
};

// Every token, then one kEnd. Blanks separate tokens, and so do comments (-- to the end of the
// line, /* ... */). Throws ValidationException for what is no token, and for strings, names and
// comments that do not end.
std::vector<Token> tokenize(std::string_view source);

}  // namespace stator::expressions::partiql
