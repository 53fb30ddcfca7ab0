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

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

// An operand or a condition: one of the two is there. A call is an operand until its neighbours say
// that it is a condition. On the heap, because there may be hundreds of these on the stack at once:
// the functions that call each other in a circle keep their frames small.
struct Term {
  std::unique_ptr<ParsedOperand> operand;
  std::unique_ptr<ParsedNode> condition;
  bool is_group = false;
};

[[gnu::noinline]] Term as_term(ParsedOperand operand) {
  return {std::make_unique<ParsedOperand>(std::move(operand)), nullptr};
}
[[gnu::noinline]] Term as_term(ParsedNode node) {
  return {nullptr, std::make_unique<ParsedNode>(std::move(node))};
}

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
    std::vector<ParsedNode> conditions;
    append_condition(conditions, std::move(first));
    while (parser_.take_if(TokenKind::kOr)) {
      parser_.count_operator();
      append_condition(conditions, parse_and(Expected::kCondition));
    }
    return as_term(ParsedNode{ParsedOr{std::move(conditions)}});
  }

  Term parse_and(Expected expected) {
    Term first = parse_not(expected);
    if (parser_.peek_kind() != TokenKind::kAnd) return first;
    std::vector<ParsedNode> conditions;
    append_condition(conditions, std::move(first));
    while (parser_.take_if(TokenKind::kAnd)) {
      parser_.count_operator();
      append_condition(conditions, parse_not(Expected::kCondition));
    }
    return as_term(ParsedNode{ParsedAnd{std::move(conditions)}});
  }

  Term parse_not(Expected expected) {
    if (parser_.peek_kind() != TokenKind::kNot) return parse_test(expected);
    const Parser::Level level(parser_);
    parser_.take();
    parser_.count_operator();
    return negation_of(parse_not(Expected::kCondition));
  }

  [[gnu::noinline]] Term negation_of(Term term) {
    return as_term(ParsedNode{ParsedNot{Box<ParsedNode>(condition_of(std::move(term)))}});
  }

  Term parse_test(Expected expected) {
    Term left = parser_.peek_kind() == TokenKind::kOpen ? parse_group() : parse_plain_operand();
    const TokenKind kind = parser_.peek_kind();
    if (as_comparator(kind)) return parse_comparison(std::move(left));
    if (kind == TokenKind::kBetween) return parse_between(std::move(left));
    if (kind == TokenKind::kIn) return parse_in(std::move(left));
    const bool may_be_operand = expected == Expected::kConditionOrOperand;
    if (is_bare_operand(left) && !(may_be_operand && kind == TokenKind::kClose)) {
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
  [[gnu::noinline]] Term parse_plain_operand() {
    if (!parser_.at_call()) return as_term(parse_operand());
    return as_term(ParsedOperand{parser_.parse_call(FunctionUse::kConditionOperand)});
  }

  [[gnu::noinline]] Term parse_comparison(Term left) {
    ParsedOperand operand = operand_of(std::move(left));
    const Comparator comparator = *as_comparator(parser_.take().kind);
    parser_.count_operator();
    return as_term(ParsedNode{ParsedComparison{comparator, std::move(operand), parse_operand()}});
  }

  [[gnu::noinline]] Term parse_between(Term left) {
    ParsedOperand operand = operand_of(std::move(left));
    parser_.take();
    parser_.count_operator();
    ParsedOperand lower = parse_operand();
    parser_.expect(TokenKind::kAnd);
    return as_term(
        ParsedNode{ParsedBetween{std::move(operand), std::move(lower), parse_operand()}});
  }

  [[gnu::noinline]] Term parse_in(Term left) {
    ParsedIn in{operand_of(std::move(left)), {}};
    parser_.take();
    parser_.count_operator();
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
    return as_term(ParsedNode{std::move(in)});
  }

  ParsedOperand parse_operand() { return parser_.parse_operand(FunctionUse::kConditionOperand); }

  static bool is_bare_operand(const Term& term) {
    return term.operand != nullptr && !std::holds_alternative<ParsedCall>(term.operand->content);
  }

  // REQUIRES: a comparator, BETWEEN or IN is next. After a condition that is a syntax fault.
  ParsedOperand operand_of(Term term) {
    if (term.operand == nullptr) parser_.fail_syntax();
    if (const auto* call = std::get_if<ParsedCall>(&term.operand->content)) {
      parser_.check_use(*call, FunctionUse::kConditionOperand);
    }
    return std::move(*term.operand);
  }

  // REQUIRES: the term is no bare operand.
  ParsedNode condition_of(Term term) {
    if (term.condition != nullptr) return std::move(*term.condition);
    auto& call = std::get<ParsedCall>(term.operand->content);
    parser_.check_use(call, FunctionUse::kCondition);
    return {std::move(call)};
  }

  [[gnu::noinline]] void append_condition(std::vector<ParsedNode>& conditions, Term term) {
    conditions.push_back(condition_of(std::move(term)));
  }

  Parser parser_;
};

}  // namespace

ParsedCondition parse_condition_text(std::string_view text, ExpressionKind kind) {
  return ConditionParser(text, kind).run();
}

}  // namespace stator::expressions
