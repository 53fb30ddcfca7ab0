// Words of an expression text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace stator::expressions {

// The three grammars share one lexical structure but for their keywords: "set" is a keyword of
// updates and a (reserved) name in conditions, "and" the other way round.
enum class Grammar { kCondition, kUpdate, kProjection };

enum class TokenKind {
  kName,         // [A-Za-z_][A-Za-z0-9_]*, no keyword of the grammar
  kPlaceholder,  // #name
  kValue,        // :name
  kInteger,      // 0 | [1-9][0-9]*
  kOpen,
  kClose,
  kOpenBracket,
  kCloseBracket,
  kComma,
  kDot,
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kPlus,
  kMinus,
  kAnd,
  kOr,
  kNot,
  kBetween,
  kIn,
  kSet,
  kRemove,
  kAdd,
  kDelete,
  kUnknown,  // one character that starts nothing
  kEnd,
};

// `text` is a slice of the source, so that neighbours can be shown with the blanks between them.
// Valid as long as the source.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
};

// Every token, then one kEnd. Never fails: what is no token of the language is kUnknown.
std::vector<Token> tokenize(std::string_view source, Grammar grammar);

}  // namespace stator::expressions
