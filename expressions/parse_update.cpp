// update  = section , { section }
// section = SET , set , { "," , set } | REMOVE , path , { "," , path }
//         | ADD , path , value , { "," , path , value }
//         | DELETE , path , value , { "," , path , value }
// set     = path , "=" , sum
// sum     = "(" , sum , ")" | operand , [ ("+" | "-") , operand ]
// operand = path | value | call | "(" , operand , ")"
//
// There is one "+" or "-" to a value: chains are syntax faults (measured), and so is a sum where
// an operand must stand.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>
#include <variant>

#include "expressions/parse.h"
#include "expressions/parser.h"

namespace stator::expressions {
namespace {

constexpr std::array kFaultOrder = {
    ParseFault::kRedundantParentheses, ParseFault::kReservedWord, ParseFault::kListIndex,
    ParseFault::kUnknownFunction,      ParseFault::kMisusedFunction,
    ParseFault::kSectionTwice,         ParseFault::kPathDepth,
};

using Sum = std::variant<ParsedOperand, ParsedArithmetic>;

struct Section {
  TokenKind keyword;
  std::string_view name;
};
constexpr std::array kSections = {
    Section{TokenKind::kSet, "SET"},
    Section{TokenKind::kRemove, "REMOVE"},
    Section{TokenKind::kAdd, "ADD"},
    Section{TokenKind::kDelete, "DELETE"},
};

class UpdateParser {
 public:
  explicit UpdateParser(std::string_view text)
      : parser_(text, Grammar::kUpdate, ExpressionKind::kUpdate) {}

  ParsedUpdate run() {
    do {
      parse_section();
    } while (parser_.peek_kind() != TokenKind::kEnd);
    parser_.finish(kFaultOrder);
    return {std::move(actions_), parser_.take_names(), parser_.take_values()};
  }

 private:
  void parse_section() {
    const TokenKind keyword = parser_.peek_kind();
    std::size_t section = 0;
    while (section < kSections.size() && kSections[section].keyword != keyword) ++section;
    if (section == kSections.size()) parser_.fail_syntax();
    parser_.take();
    if (seen_[section]) {
      parser_.note(ParseFault::kSectionTwice,
                   fmt::format("The \"{}\" section can only be used once in an update expression;",
                               kSections[section].name));
    }
    seen_[section] = true;
    do {
      actions_.push_back(parse_action(keyword));
    } while (parser_.take_if(TokenKind::kComma));
  }

  ParsedAction parse_action(TokenKind keyword) {
    ParsedPath path = parser_.parse_path();
    if (keyword == TokenKind::kRemove) return ParsedRemove{std::move(path)};
    if (keyword == TokenKind::kAdd) return ParsedAdd{std::move(path), parser_.parse_value()};
    if (keyword == TokenKind::kDelete) return ParsedDelete{std::move(path), parser_.parse_value()};
    parser_.expect(TokenKind::kEqual);
    return ParsedSet{std::move(path), parse_sum()};
  }

  Sum parse_sum() { return continue_sum(parse_term()); }

  Sum continue_sum(Sum left) {
    const TokenKind kind = parser_.peek_kind();
    if (kind != TokenKind::kPlus && kind != TokenKind::kMinus) return left;
    auto* operand = std::get_if<ParsedOperand>(&left);
    if (operand == nullptr) parser_.fail_syntax();
    parser_.take();
    parser_.count_operator();
    const auto op =
        kind == TokenKind::kPlus ? ArithmeticOperator::kPlus : ArithmeticOperator::kMinus;
    return ParsedArithmetic{op, std::move(*operand), parse_operand()};
  }

  // A group, which may hold a sum, or an operand.
  Sum parse_term() {
    if (parser_.peek_kind() != TokenKind::kOpen) return parse_operand();
    const Parser::Level level(parser_);
    parser_.take();
    const bool starts_with_group = parser_.peek_kind() == TokenKind::kOpen;
    Sum inner = starts_with_group ? parse_term() : parse_operand();
    if (starts_with_group && parser_.peek_kind() == TokenKind::kClose) {
      parser_.note(ParseFault::kRedundantParentheses, std::string(kRedundantParentheses));
    }
    inner = continue_sum(std::move(inner));
    parser_.expect(TokenKind::kClose);
    return inner;
  }

  ParsedOperand parse_operand() { return parser_.parse_operand(FunctionUse::kUpdateOperand); }

  Parser parser_;
  std::array<bool, kSections.size()> seen_{};
  std::vector<ParsedAction> actions_;
};

}  // namespace

ParsedUpdate parse_update_text(std::string_view text) { return UpdateParser(text).run(); }

}  // namespace stator::expressions
