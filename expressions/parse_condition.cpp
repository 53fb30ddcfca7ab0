// condition  = or
// or         = and , { OR , and }
// and        = not , { AND , not }
// not        = NOT , not | test
// test       = operand , comparator , operand
//            | operand , BETWEEN , operand , AND , operand
//            | operand , IN , "(" , operand , { "," , operand } , ")"
//            | call
//            | "(" , or , ")"
// operand    = path | value | call | "(" , operand , ")"
// comparator = "=" | "<>" | "<" | "<=" | ">" | ">="
//
// After "(" one cannot know whether a condition or an operand follows, so `or` may yield an operand
// when a group asks it to, provided that ")" follows at once.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

#include "expressions/fault.h"
#include "expressions/parse.h"
#include "expressions/parser.h"
#include "model/limits.h"

namespace stator::expressions {
namespace {

constexpr std::array kFaultOrder = {
    ParseFault::kTooManyInOperands, ParseFault::kRedundantParentheses,
    ParseFault::kUnknownFunction,   ParseFault::kMisusedFunction,
    ParseFault::kReservedWord,      ParseFault::kListIndex,
    ParseFault::kPathDepth,
};

enum class Expected { kCondition, kConditionOrOperand };

// A call is an operand until its neighbours say that it is a condition.
struct Term {
  std::variant<ParsedOperand, ParsedNode> content;
  bool is_group = false;
};

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

class ConditionParser {
 public:
  ConditionParser(std::string_view text, ExpressionKind kind)
      : parser_(text, Grammar::kCondition, kind) {}

  ParsedCondition run() {
    ParsedNode root = condition_of(parse_or(Expected::kCondition));
    parser_.finish(kFaultOrder);
    return ParsedCondition(std::move(root));
  }

 private:
  Term parse_or(Expected expected) {
    Term first = parse_and(expected);
    if (parser_.peek_kind() != TokenKind::kOr) return first;
    ParsedOr any;
    any.conditions.push_back(condition_of(std::move(first)));
    while (parser_.take_if(TokenKind::kOr)) {
      parser_.count_operator();
      any.conditions.push_back(condition_of(parse_and(Expected::kCondition)));
    }
    return {ParsedNode{std::move(any)}};
  }

  Term parse_and(Expected expected) {
    Term first = parse_not(expected);
    if (parser_.peek_kind() != TokenKind::kAnd) return first;
    ParsedAnd all;
    all.conditions.push_back(condition_of(std::move(first)));
    while (parser_.take_if(TokenKind::kAnd)) {
      parser_.count_operator();
      all.conditions.push_back(condition_of(parse_not(Expected::kCondition)));
    }
    return {ParsedNode{std::move(all)}};
  }

  Term parse_not(Expected expected) {
    if (parser_.peek_kind() != TokenKind::kNot) return parse_test(expected);
    const Parser::Level level(parser_);
    parser_.take();
    parser_.count_operator();
    ParsedNode negated = condition_of(parse_not(Expected::kCondition));
    return {ParsedNode{ParsedNot{Box<ParsedNode>(std::move(negated))}}};
  }

  Term parse_test(Expected expected) {
    Term left = parser_.peek_kind() == TokenKind::kOpen ? parse_group() : parse_plain_operand();
    const TokenKind kind = parser_.peek_kind();
    if (const auto comparator = as_comparator(kind)) {
      ParsedOperand operand = operand_of(std::move(left));
      parser_.take();
      parser_.count_operator();
      return {ParsedNode{ParsedComparison{*comparator, std::move(operand), parse_operand()}}};
    }
    if (kind == TokenKind::kBetween) return parse_between(operand_of(std::move(left)));
    if (kind == TokenKind::kIn) return parse_in(operand_of(std::move(left)));
    const bool is_bare = is_bare_operand(left);
    if (is_bare && !(expected == Expected::kConditionOrOperand && kind == TokenKind::kClose)) {
      parser_.fail_syntax();
    }
    return left;
  }

  Term parse_group() {
    const Parser::Level level(parser_);
    parser_.expect(TokenKind::kOpen);
    Term inner = parse_or(Expected::kConditionOrOperand);
    parser_.expect(TokenKind::kClose);
    if (inner.is_group) {
      parser_.note(ParseFault::kRedundantParentheses, std::string(kRedundantParentheses));
    }
    inner.is_group = true;
    return inner;
  }

  // An operand that is no group, its use unchecked.
  Term parse_plain_operand() {
    if (parser_.at_call()) {
      return {ParsedOperand{parser_.parse_call(FunctionUse::kConditionOperand)}};
    }
    return {parse_operand()};
  }

  Term parse_between(ParsedOperand operand) {
    parser_.take();
    parser_.count_operator();
    ParsedOperand lower = parse_operand();
    parser_.expect(TokenKind::kAnd);
    ParsedOperand upper = parse_operand();
    return {ParsedNode{ParsedBetween{std::move(operand), std::move(lower), std::move(upper)}}};
  }

  Term parse_in(ParsedOperand operand) {
    parser_.take();
    parser_.count_operator();
    ParsedIn in{std::move(operand), {}};
    parser_.expect(TokenKind::kOpen);
    do {
      in.candidates.push_back(parse_operand());
    } while (parser_.take_if(TokenKind::kComma));
    parser_.expect(TokenKind::kClose);
    if (in.candidates.size() > limits::kInOperandsMax) {
      parser_.note(ParseFault::kTooManyInOperands,
                   fmt::format("The IN operator is provided with too many operands; number of "
                               "operands: {}",
                               in.candidates.size()));
    }
    return {ParsedNode{std::move(in)}};
  }

  ParsedOperand parse_operand() { return parser_.parse_operand(FunctionUse::kConditionOperand); }

  static bool is_bare_operand(const Term& term) {
    const auto* operand = std::get_if<ParsedOperand>(&term.content);
    return operand != nullptr && !std::holds_alternative<ParsedCall>(operand->content);
  }

  // REQUIRES: a comparator, BETWEEN or IN is next. After a condition that is a syntax fault.
  ParsedOperand operand_of(Term term) {
    auto* operand = std::get_if<ParsedOperand>(&term.content);
    if (operand == nullptr) parser_.fail_syntax();
    if (const auto* call = std::get_if<ParsedCall>(&operand->content)) {
      parser_.check_use(*call, FunctionUse::kConditionOperand);
    }
    return std::move(*operand);
  }

  // REQUIRES: the term is no bare operand.
  ParsedNode condition_of(Term term) {
    if (auto* node = std::get_if<ParsedNode>(&term.content)) return std::move(*node);
    auto& call = std::get<ParsedCall>(std::get<ParsedOperand>(term.content).content);
    parser_.check_use(call, FunctionUse::kCondition);
    return {std::move(call)};
  }

  Parser parser_;
};

}  // namespace

ParsedCondition parse_condition_text(std::string_view text, ExpressionKind kind) {
  return ConditionParser(text, kind).run();
}

}  // namespace stator::expressions
