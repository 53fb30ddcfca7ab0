// What the parsers of statements share: tokens, limits, names, values, paths, operands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expressions/function.h"
#include "expressions/partiql/token.h"
#include "expressions/partiql/tree.h"

namespace stator::expressions::partiql {

// Where a function is called.
enum class CallPlace { kCondition, kUpdate };

// Reads tokens from left to right. Every fault is thrown at once, as a ValidationException.
// Thread safety: none.
class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokenize(text)) {}

  const Token& peek() const { return tokens_[at_]; }
  const Token& peek_second() const { return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_]; }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool at_keyword(std::string_view keyword) const;
  // An identifier that is a word of the grammar without being reserved: RETURNING, OLD ...
  bool at_word(std::string_view lower_case) const;
  // A name with "(" behind it.
  bool at_call() const;
  bool at_value() const;

  Token take();
  bool take_if(TokenKind kind);
  bool take_keyword(std::string_view keyword);
  // Takes the next token, which must be of this kind. `what` is how a fault calls it.
  Token expect(TokenKind kind, std::string_view what);

  // name := identifier | quoted identifier
  std::string parse_name();
  // path := name { "." name | "[" integer "]" }
  ParsedPath parse_path();
  // value := literal | "?"
  // literal := string | ["+" | "-"] number | TRUE | FALSE | NULL
  //          | "[" [value {"," value}] "]" | "<<" [value {"," value}] ">>"
  //          | "{" [string ":" value {"," string ":" value}] "}"
  Value parse_value();
  // operand := path | value | call | "(" operand ")"
  ParsedOperand parse_operand(CallPlace place);
  // call := name "(" operand {"," operand} ")"
  ParsedCall parse_call(CallPlace place);
  // Parses a value and gives it a name in the statement's table.
  ParsedValue parse_named_value() { return name_value(parse_value()); }
  ParsedValue name_value(Value value);

  // One operator or function more (limit: 300, as in an expression). Throws beyond it.
  void count_operator();

  // A level of nesting while it lives: more than a statement of few operators can need are refused
  // before they use up the stack.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) { parser_.descend(); }
    ~Level() { --parser_.levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  std::vector<Value> take_values() { return std::move(values_); }
  std::size_t parameters() const { return parameters_; }

 private:
  void descend();
  std::vector<Value> parse_elements(TokenKind end, std::string_view what);
  MapLiteral parse_map();
  AttributeValue parse_number(bool is_negative);

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t levels_ = 0;
  std::size_t operators_ = 0;
  std::size_t parameters_ = 0;
  std::vector<Value> values_;
};

// parse_condition.cpp: what stands behind WHERE.
ParsedNode parse_where(Parser& parser);

}  // namespace stator::expressions::partiql
