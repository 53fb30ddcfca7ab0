// condition = or
// or        = and {OR and}
// and       = not {AND not}
// not       = NOT not | test
// test      = term comparator term
//           | term [NOT] BETWEEN term AND term
//           | term [NOT] IN ("(" operand {"," operand} ")" | "[" operand {"," operand} "]")
//           | term IS [NOT] (MISSING | type)
//           | term
// term      = "(" or ")" | operand
//
// A term may turn out to be an operand or a condition; its neighbours say what it must be.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "expressions/fault.h"
#include "expressions/overloaded.h"
#include "expressions/partiql/fault.h"
#include "expressions/partiql/parser.h"
#include "model/limits.h"

namespace stator::expressions::partiql {
namespace {

using Term = std::variant<ParsedOperand, ParsedNode>;

std::optional<Comparator> as_comparator(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEqual: return Comparator::kEqual;
    case TokenKind::kNotEqual: return Comparator::kNotEqual;
    case TokenKind::kLess: return Comparator::kLess;
    case TokenKind::kLessOrEqual: return Comparator::kLessOrEqual;
    case TokenKind::kGreater: return Comparator::kGreater;
    case TokenKind::kGreaterOrEqual: return Comparator::kGreaterOrEqual;
    default: return std::nullopt;
  }
}

// The types behind IS, by their PartiQL names.
struct TypeRow {
  std::string_view name;
  std::string_view type;
};
constexpr std::array kTypes = {
    TypeRow{"null", "NULL"},   TypeRow{"string", "S"}, TypeRow{"boolean", "BOOL"},
    TypeRow{"bool", "BOOL"},   TypeRow{"list", "L"},   TypeRow{"struct", "M"},
    TypeRow{"tuple", "M"},     TypeRow{"blob", "B"},   TypeRow{"decimal", "N"},
    TypeRow{"numeric", "N"},
};

class ConditionParser {
 public:
  explicit ConditionParser(Parser& parser) : parser_(parser) {}

  ParsedNode run() { return condition_of(parse_or()); }

 private:
  Term parse_or() {
    Term first = parse_and();
    if (!parser_.at_keyword("or")) return first;
    ParsedOr all;
    all.conditions.push_back(condition_of(std::move(first)));
    while (parser_.take_keyword("or")) {
      parser_.count_operator();
      all.conditions.push_back(condition_of(parse_and()));
    }
    return ParsedNode{std::move(all)};
  }

  Term parse_and() {
    Term first = parse_not();
    if (!parser_.at_keyword("and")) return first;
    ParsedAnd all;
    all.conditions.push_back(condition_of(std::move(first)));
    while (parser_.take_keyword("and")) {
      parser_.count_operator();
      all.conditions.push_back(condition_of(parse_not()));
    }
    return ParsedNode{std::move(all)};
  }

  Term parse_not() {
    if (!parser_.at_keyword("not")) return parse_test();
    const Parser::Level level(parser_);
    parser_.take();
    parser_.count_operator();
    return negation_of(condition_of(parse_not()));
  }

  static Term negation_of(ParsedNode node) {
    return ParsedNode{ParsedNot{Box<ParsedNode>(std::move(node))}};
  }

  Term parse_test() {
    Term left = parse_term();
    if (const auto comparator = as_comparator(parser_.peek().kind)) {
      return parse_comparison(*comparator, std::move(left));
    }
    if (parser_.at_keyword("is")) return parse_is(std::move(left));
    const Token& second = parser_.peek_second();
    const bool is_negated = parser_.at_keyword("not") && second.kind == TokenKind::kKeyword &&
                            (second.text == "between" || second.text == "in");
    if (is_negated) parser_.take();
    if (parser_.at_keyword("between")) {
      return negated_if(is_negated, parse_between(std::move(left)));
    }
    if (parser_.at_keyword("in")) return negated_if(is_negated, parse_in(std::move(left)));
    check_operator();
    return left;
  }

  static Term negated_if(bool is_negated, ParsedNode node) {
    return is_negated ? negation_of(std::move(node)) : Term(std::move(node));
  }

  Term parse_term() {
    if (!parser_.at(TokenKind::kOpen)) return parser_.parse_operand(CallPlace::kCondition);
    const Parser::Level level(parser_);
    parser_.take();
    if (parser_.at(TokenKind::kClose)) fail_statement("Expression group cannot be empty");
    Term inner = parse_or();
    parser_.expect(TokenKind::kClose, "')'");
    return inner;
  }

  ParsedOperand parse_operand() { return operand_of(parse_term()); }

  Term parse_comparison(Comparator comparator, Term left) {
    ParsedOperand operand = operand_of(std::move(left));
    parser_.take();
    parser_.count_operator();
    ParsedNode node{ParsedComparison{comparator, std::move(operand), parse_operand()}};
    check_operator();
    return node;
  }

  ParsedNode parse_between(Term left) {
    ParsedOperand operand = operand_of(std::move(left));
    parser_.take();
    parser_.count_operator();
    ParsedOperand lower = parse_operand();
    if (!parser_.take_keyword("and")) fail_statement_at("Expected AND", parser_.peek());
    return ParsedNode{ParsedBetween{std::move(operand), std::move(lower), parse_operand()}};
  }

  ParsedNode parse_in(Term left) {
    ParsedIn in{operand_of(std::move(left)), {}};
    parser_.take();
    parser_.count_operator();
    const bool is_list = parser_.take_if(TokenKind::kOpenBracket);
    if (!is_list) parser_.expect(TokenKind::kOpen, "a list behind IN");
    do {
      in.candidates.push_back(parse_operand());
    } while (parser_.take_if(TokenKind::kComma));
    if (is_list) {
      parser_.expect(TokenKind::kCloseBracket, "']'");
    } else {
      parser_.expect(TokenKind::kClose, "')'");
    }
    if (in.candidates.size() > limits::kInOperandsMax) {
      throw_fault(ExpressionKind::kStatement,
                  fmt::format("The IN operator is provided with too many operands; number of "
                              "operands: {}",
                              in.candidates.size()));
    }
    return ParsedNode{std::move(in)};
  }

  // IS MISSING asks for an attribute that is not there, IS NULL for the null value.
  Term parse_is(Term left) {
    ParsedOperand operand = operand_of(std::move(left));
    parser_.take();
    parser_.count_operator();
    const bool is_negated = parser_.take_keyword("not");
    const Token word = parser_.take();
    const std::string_view type = word.kind == TokenKind::kKeyword ? word.text : std::string_view();
    if (type == "missing") {
      const Function function =
          is_negated ? Function::kAttributeExists : Function::kAttributeNotExists;
      return ParsedNode{ParsedCall{function, {std::move(operand)}}};
    }
    for (const TypeRow& row : kTypes) {
      if (row.name != type) continue;
      ParsedCall call{Function::kAttributeType, {std::move(operand)}};
      call.operands.push_back({parser_.name_value({AttributeValue::string(row.type)})});
      return negated_if(is_negated, ParsedNode{std::move(call)});
    }
    fail_statement("Expected type name");
  }

  // SQL has more operators than DynamoDB.
  void check_operator() const {
    const Token& token = parser_.peek();
    const bool is_arithmetic = token.kind == TokenKind::kPlus || token.kind == TokenKind::kMinus ||
                               token.kind == TokenKind::kStar ||
                               token.kind == TokenKind::kOperator;
    if (is_arithmetic) {
      fail_statement_at(fmt::format("Unsupported operator: {}", token.text), token);
    }
    if (parser_.at_keyword("like")) fail_statement_at("Unsupported operator: LIKE", token);
  }

  ParsedOperand operand_of(Term term) const {
    auto* operand = std::get_if<ParsedOperand>(&term);
    if (operand == nullptr) fail_statement_at("Expected an operand", parser_.peek());
    if (const auto* call = std::get_if<ParsedCall>(&operand->content)) {
      if (function_use(call->function) == FunctionUse::kCondition) fail_use(*call);
    }
    return std::move(*operand);
  }

  ParsedNode condition_of(Term term) const {
    if (auto* node = std::get_if<ParsedNode>(&term)) return std::move(*node);
    auto& operand = std::get<ParsedOperand>(term);
    auto* call = std::get_if<ParsedCall>(&operand.content);
    if (call == nullptr) fail_statement_at("Expected a condition", parser_.peek());
    if (function_use(call->function) != FunctionUse::kCondition) fail_use(*call);
    return {std::move(*call)};
  }

  [[noreturn]] static void fail_use(const ParsedCall& call) {
    throw_fault(ExpressionKind::kStatement,
                fmt::format("The function is not allowed to be used this way in an expression; "
                            "function: {}",
                            function_name(call.function)));
  }

  Parser& parser_;
};

}  // namespace

ParsedNode parse_where(Parser& parser) { return ConditionParser(parser).run(); }

}  // namespace stator::expressions::partiql
