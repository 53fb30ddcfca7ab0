#include "expressions/parser.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>

#include "expressions/fault.h"
#include "expressions/reserved_words.h"
#include "model/limits.h"

namespace stator::expressions {
namespace {

// A legal expression of n operators is at most 2n + 1 levels deep: every level but the innermost
// is an operator or a group around one. Deeper texts are refused before they use up the stack.
constexpr std::size_t kLevelsMax = 2 * limits::kExpressionOperatorsMax + 1;

// Measured on the service in 2026: the greatest index that it takes.
constexpr std::size_t kListIndexMax = 4'294'967'294;

bool is_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEqual:
    case TokenKind::kNotEqual:
    case TokenKind::kLess:
    case TokenKind::kLessOrEqual:
    case TokenKind::kGreater:
    case TokenKind::kGreaterOrEqual:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kAnd:
    case TokenKind::kOr:
    case TokenKind::kNot:
    case TokenKind::kIn: return true;
    default: return false;
  }
}

}  // namespace

Parser::Parser(std::string_view text, Grammar grammar, ExpressionKind kind)
    : text_(text), grammar_(grammar), kind_(kind), tokens_(tokenize(text, grammar)) {
  if (text.empty()) throw_fault(kind, "The expression can not be empty;");
}

TokenKind Parser::peek_second_kind() const {
  return at_ + 1 < tokens_.size() ? tokens_[at_ + 1].kind : TokenKind::kEnd;
}

Token Parser::take() {
  const Token token = peek();
  if (token.kind != TokenKind::kEnd) ++at_;
  return token;
}

bool Parser::take_if(TokenKind kind) {
  if (peek_kind() != kind) return false;
  take();
  return true;
}

Token Parser::expect(TokenKind kind) {
  if (peek_kind() != kind) fail_syntax();
  return take();
}

// The window is the offending token with its neighbours, as the source has them, blanks included.
void Parser::fail_syntax() const {
  const bool at_end = peek_kind() == TokenKind::kEnd;
  const Token& first = tokens_[at_ == 0 ? 0 : at_ - 1];
  // The end is no neighbour: the blanks before it belong to no token.
  std::size_t last_at = at_end ? (at_ == 0 ? 0 : at_ - 1) : at_ + 1;
  if (!at_end && tokens_[last_at].kind == TokenKind::kEnd) last_at = at_;
  const Token& last = tokens_[last_at];
  const char* const end = last.text.data() + last.text.size();
  const std::string_view window(first.text.data(),
                                static_cast<std::size_t>(end - first.text.data()));
  throw_fault(kind_, fmt::format("Syntax error; token: \"{}\", near: \"{}\"",
                                 at_end ? "<EOF>" : peek().text, window));
}

void Parser::note(ParseFault fault, std::string text) {
  auto& slot = faults_[static_cast<std::size_t>(fault)];
  if (!slot) slot = std::move(text);
}

void Parser::finish(std::span<const ParseFault> order) {
  if (peek_kind() != TokenKind::kEnd) fail_syntax();
  throw_if_too_many_operators();
  for (const ParseFault fault : order) {
    if (const auto& text = faults_[static_cast<std::size_t>(fault)]) throw_fault(kind_, *text);
  }
}

void Parser::throw_if_too_many_operators() const {
  if (operators_ <= limits::kExpressionOperatorsMax) return;
  throw_fault(kind_, fmt::format("The expression contains too many operators; operator count: {}",
                                 operators_));
}

void Parser::descend() {
  if (levels_ == kLevelsMax) fail_too_deep();
  ++levels_;
}

// The rest of the text is not parsed, so a syntax fault in it goes unnoticed; what is said instead
// is true of every text this deep that has none.
void Parser::fail_too_deep() {
  for (; peek_kind() != TokenKind::kEnd; take()) {
    // BETWEEN is counted by its AND.
    if (is_operator(peek_kind()) || at_call()) ++operators_;
  }
  throw_if_too_many_operators();
  throw_fault(kind_, kRedundantParentheses);
}

ParsedPath Parser::parse_path() {
  ParsedPath path;
  path.elements.push_back(parse_path_name());
  while (true) {
    if (take_if(TokenKind::kDot)) {
      path.elements.push_back(parse_path_name());
    } else if (take_if(TokenKind::kOpenBracket)) {
      path.elements.emplace_back(parse_list_index());
      expect(TokenKind::kCloseBracket);
    } else {
      break;
    }
  }
  if (path.elements.size() > limits::kNestingLevelsMax) {
    note(ParseFault::kPathDepth,
         fmt::format("The document path has more than {} levels; levels: {}",
                     limits::kNestingLevelsMax, path.elements.size()));
  }
  return path;
}

ParsedPathElement Parser::parse_path_name() {
  if (peek_kind() == TokenKind::kPlaceholder) {
    names_.emplace_back(take().text);
    return ParsedPlaceholder{names_.back()};
  }
  const Token name = expect(TokenKind::kName);
  if (is_reserved_word(name.text)) {
    note(ParseFault::kReservedWord,
         fmt::format("Attribute name is a reserved keyword; reserved keyword: {}", name.text));
  }
  return ParsedName{std::string(name.text)};
}

std::size_t Parser::parse_list_index() {
  const Token token = expect(TokenKind::kInteger);
  std::size_t index = 0;
  const auto [end, error] =
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), index);
  if (error != std::errc{} || index > kListIndexMax) {
    note(ParseFault::kListIndex,
         fmt::format("List index is not within the allowable range; index: [{}]", token.text));
  }
  return index;
}

ParsedValue Parser::parse_value() {
  values_.emplace_back(expect(TokenKind::kValue).text);
  return ParsedValue{values_.back()};
}

bool Parser::at_call() const {
  return peek_kind() == TokenKind::kName && peek_second_kind() == TokenKind::kOpen;
}

ParsedOperand Parser::parse_operand(FunctionUse use) {
  if (peek_kind() == TokenKind::kOpen) {
    const Level level(*this);
    take();
    // A group holds one operand, so a group that starts with a group holds nothing else.
    if (peek_kind() == TokenKind::kOpen) {
      note(ParseFault::kRedundantParentheses, std::string(kRedundantParentheses));
    }
    ParsedOperand operand = parse_operand(use);
    expect(TokenKind::kClose);
    return operand;
  }
  if (peek_kind() == TokenKind::kValue) return {parse_value()};
  if (at_call()) {
    ParsedCall call = parse_call(use);
    check_use(call, use);
    return {std::move(call)};
  }
  return {parse_path()};
}

ParsedCall Parser::parse_call(FunctionUse operand_use) {
  const Level level(*this);
  count_operator();
  const std::string_view name = take().text;
  const std::optional<Function> function = find_function(name);
  if (!function) {
    note(ParseFault::kUnknownFunction, fmt::format("Invalid function name; function: {}", name));
  }
  take();  // "("
  ParsedCall call{function.value_or(Function::kSize), {}};
  do {
    call.operands.push_back(parse_operand(operand_use));
  } while (take_if(TokenKind::kComma));
  expect(TokenKind::kClose);
  return call;
}

void Parser::check_use(const ParsedCall& call, FunctionUse use) {
  const FunctionUse good_for = function_use(call.function);
  if (good_for == use) return;
  note(ParseFault::kMisusedFunction,
       fmt::format("The function is not allowed to be used this way in an expression; function: {}",
                   function_name(call.function)));
}

}  // namespace stator::expressions
