// What the three parsers have in common: tokens, faults found on the way, limits, paths, operands.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expressions/kind.h"
#include "expressions/token.h"
#include "expressions/tree.h"

namespace stator::expressions {

// Faults that do not stop the parser: a syntax fault anywhere in the text beats them all, and among
// themselves the service has an order that is not that of appearance.
enum class ParseFault {
  kTooManyInOperands,
  kRedundantParentheses,
  kUnknownFunction,
  kMisusedFunction,
  kReservedWord,
  kSectionTwice,
  kListIndex,
  kPathDepth,
};

// Reads tokens from left to right. Syntax faults are thrown; other faults are noted, and
// thrown by `finish`.
//
// Thread safety: none.
class Parser {
 public:
  // `text` must live as long as the parser. Throws when it is empty.
  Parser(std::string_view text, Grammar grammar, ExpressionKind kind);

  const Token& peek() const { return tokens_[at_]; }
  TokenKind peek_kind() const { return peek().kind; }
  // The kind of the token after the next.
  TokenKind peek_second_kind() const;
  Token take();
  // Takes the next token when it is of this kind.
  bool take_if(TokenKind kind);
  // Takes the next token, which must be of this kind.
  Token expect(TokenKind kind);
  [[noreturn]] void fail_syntax() const;

  // Keeps the first fault of each kind.
  void note(ParseFault fault, std::string text);
  // One operator or function more (limit: 300 an expression).
  void count_operator() { ++operators_; }
  // At the end: checks that nothing is left, then throws the first fault in the given order.
  void finish(std::span<const ParseFault> order);

  // path := name { "." name | "[" integer "]" }
  ParsedPath parse_path();
  ParsedValue parse_value();
  // operand := path | value | call | "(" operand ")"
  // `use` is what a function must be good for in this place.
  ParsedOperand parse_operand(FunctionUse use);
  // call := name "(" operand { "," operand } ")"
  // Notes unknown functions, and those of the other grammar; says nothing of misuse.
  ParsedCall parse_call(FunctionUse operand_use);
  bool at_call() const;
  // Notes a function that cannot be used so.
  void check_use(const ParsedCall& call, FunctionUse use);

  // Every placeholder taken, in order of appearance.
  std::vector<std::string> take_names() { return std::move(names_); }
  std::vector<std::string> take_values() { return std::move(values_); }

  // One level of parentheses, function call or NOT, while it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) { parser_.descend(); }
    ~Level() { --parser_.levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

 private:
  void descend();
  [[noreturn]] void fail_too_deep();
  void throw_if_too_many_operators() const;
  ParsedPathElement parse_path_name();
  std::size_t parse_list_index();

  std::string_view text_;
  Grammar grammar_;
  ExpressionKind kind_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t operators_ = 0;
  std::size_t levels_ = 0;
  std::array<std::optional<std::string>, 8> faults_;
  std::vector<std::string> names_;
  std::vector<std::string> values_;
};

// What the tests and messages call redundant: a group whose whole content is a group.
inline constexpr std::string_view kRedundantParentheses =
    "The expression has redundant parentheses;";

}  // namespace stator::expressions
