#include "expressions/partiql/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <variant>

#include "expressions/fault.h"
#include "expressions/partiql/fault.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::expressions::partiql {
namespace {

// As in expressions: measured on the service in 2026.
constexpr std::size_t kListIndexMax = 4'294'967'294;

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lowered;
}

bool is_name(TokenKind kind) {
  return kind == TokenKind::kIdentifier || kind == TokenKind::kQuotedIdentifier;
}

// "Any SQL functions that are not included in this list are not currently supported" (developer
// guide): so attribute_exists and if_not_exists are not, nor are aggregates.
bool has_function(CallPlace place, Function function) {
  switch (function) {
    case Function::kAttributeType:
    case Function::kBeginsWith:
    case Function::kContains:
    case Function::kSize: return place == CallPlace::kCondition;
    case Function::kListAppend: return place == CallPlace::kUpdate;
    default: return false;
  }
}

std::size_t list_index(const Token& token) {
  std::size_t index = 0;
  const char* const end = token.text.data() + token.text.size();
  const auto [rest, error] = std::from_chars(token.text.data(), end, index);
  if (rest != end) fail_path_component(token);
  if (error != std::errc{} || index > kListIndexMax) {
    throw_fault(ExpressionKind::kStatement,
                fmt::format("List index is not within the allowable range; index: [{}]",
                            token.text));
  }
  return index;
}

}  // namespace

bool Parser::at_keyword(std::string_view keyword) const {
  return at(TokenKind::kKeyword) && peek().text == keyword;
}

bool Parser::at_word(std::string_view lower) const {
  return at(TokenKind::kIdentifier) && lower_case(peek().text) == lower;
}

bool Parser::at_call() const {
  return (at(TokenKind::kIdentifier) || at(TokenKind::kKeyword)) &&
         peek_second().kind == TokenKind::kOpen;
}

bool Parser::at_value() const {
  switch (peek().kind) {
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kParameter:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kOpenBracket:
    case TokenKind::kOpenSet:
    case TokenKind::kOpenBrace: return true;
    case TokenKind::kKeyword:
      return peek().text == "true" || peek().text == "false" || peek().text == "null";
    default: return false;
  }
}

Token Parser::take() {
  Token token = peek();
  if (token.kind != TokenKind::kEnd) ++at_;
  return token;
}

bool Parser::take_if(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

bool Parser::take_keyword(std::string_view keyword) {
  if (!at_keyword(keyword)) return false;
  take();
  return true;
}

Token Parser::expect(TokenKind kind, std::string_view what) {
  if (!at(kind)) fail_statement_at(fmt::format("Expected {}", what), peek());
  return take();
}

std::string Parser::parse_name() {
  if (at(TokenKind::kKeyword)) fail_statement("Unexpected keyword");
  if (!is_name(peek().kind)) fail_statement("Expected identifier for simple path");
  std::string name = take().text;
  if (name.empty()) refuse_statement("Path component cannot be an empty string");
  return name;
}

ParsedPath Parser::parse_path() {
  ParsedPath path;
  path.elements.emplace_back(ParsedName{parse_name()});
  for (;;) {
    if (take_if(TokenKind::kDot)) {
      if (!is_name(peek().kind)) fail_statement("Invalid path dot component");
      path.elements.emplace_back(ParsedName{parse_name()});
    } else if (take_if(TokenKind::kOpenBracket)) {
      if (!at(TokenKind::kNumber)) fail_path_component(peek());
      path.elements.emplace_back(list_index(take()));
      expect(TokenKind::kCloseBracket, "']'");
    } else {
      break;
    }
  }
  if (path.elements.size() > limits::kNestingLevelsMax) {
    throw_fault(ExpressionKind::kStatement,
                fmt::format("The document path has more than {} levels; levels: {}",
                            limits::kNestingLevelsMax, path.elements.size()));
  }
  return path;
}

Value Parser::parse_value() {
  const Level level(*this);
  const Token token = take();
  switch (token.kind) {
    case TokenKind::kString: return {AttributeValue::string(token.text)};
    case TokenKind::kParameter: return {Parameter{parameters_++}};
    case TokenKind::kPlus: return {parse_number(false)};
    case TokenKind::kMinus: return {parse_number(true)};
    case TokenKind::kOpenBracket:
      return {ListLiteral{parse_elements(TokenKind::kCloseBracket, "']'")}};
    case TokenKind::kOpenSet: return {SetLiteral{parse_elements(TokenKind::kCloseSet, "'>>'")}};
    case TokenKind::kOpenBrace: return {parse_map()};
    case TokenKind::kNumber:
      --at_;
      return {parse_number(false)};
    case TokenKind::kKeyword:
      if (token.text == "true" || token.text == "false") {
        return {AttributeValue(token.text == "true")};
      }
      if (token.text == "null") return {AttributeValue(Null{})};
      fail_statement("Unexpected keyword");
    default: fail_statement("Unexpected term");
  }
}

AttributeValue Parser::parse_number(bool is_negative) {
  if (!at(TokenKind::kNumber)) fail_statement("Unexpected operator");
  const std::string text = take().text;
  const auto parsed = Number::parse(text);
  if (const auto* fault = std::get_if<NumberFault>(&parsed)) throw number_error(*fault, text);
  const Number number = std::get<Number>(parsed);
  return AttributeValue(is_negative ? number.negated() : number);
}

std::vector<Value> Parser::parse_elements(TokenKind end, std::string_view what) {
  std::vector<Value> elements;
  if (take_if(end)) return elements;
  do {
    elements.push_back(parse_value());
  } while (take_if(TokenKind::kComma));
  expect(end, what);
  return elements;
}

MapLiteral Parser::parse_map() {
  MapLiteral map;
  if (take_if(TokenKind::kCloseBrace)) return map;
  do {
    std::string name = expect(TokenKind::kString, "an attribute name in single quotes").text;
    expect(TokenKind::kColon, "':'");
    map.entries.push_back({std::move(name), parse_value()});
  } while (take_if(TokenKind::kComma));
  expect(TokenKind::kCloseBrace, "'}'");
  return map;
}

ParsedOperand Parser::parse_operand(CallPlace place) {
  if (at(TokenKind::kOpen)) {
    const Level level(*this);
    take();
    ParsedOperand operand = parse_operand(place);
    expect(TokenKind::kClose, "')'");
    return operand;
  }
  if (at_call()) return {parse_call(place)};
  if (at_value()) return {parse_named_value()};
  if (at(TokenKind::kKeyword)) fail_statement("Unexpected keyword");
  if (!is_name(peek().kind)) fail_statement("Unexpected term");
  return {parse_path()};
}

ParsedCall Parser::parse_call(CallPlace place) {
  const Level level(*this);
  count_operator();
  const std::string name = take().text;
  const auto function = find_function(lower_case(name));
  if (!function || !has_function(place, *function)) {
    throw_fault(ExpressionKind::kStatement,
                fmt::format("Invalid function name; function: {}", name));
  }
  take();  // "("
  ParsedCall call{*function, {}};
  if (at(TokenKind::kClose)) {
    throw_operand_count(ExpressionKind::kStatement, function_name(*function), 0);
  }
  do {
    call.operands.push_back(parse_operand(place));
  } while (take_if(TokenKind::kComma));
  expect(TokenKind::kClose, "')'");
  return call;
}

ParsedValue Parser::name_value(Value value) {
  values_.push_back(std::move(value));
  return {fmt::format(":{}", values_.size() - 1)};
}

void Parser::count_operator() {
  if (++operators_ <= limits::kExpressionOperatorsMax) return;
  throw_fault(ExpressionKind::kStatement,
              fmt::format("The expression contains too many operators; operator count: {}",
                          operators_));
}

void Parser::descend() {
  if (levels_ == limits::kExpressionOperatorsMax) {
    fail_statement_at("Too many levels of nesting", peek());
  }
  ++levels_;
}

}  // namespace stator::expressions::partiql
