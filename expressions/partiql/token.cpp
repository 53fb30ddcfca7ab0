#include "expressions/partiql/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "expressions/partiql/fault.h"
#include "expressions/partiql/keyword.h"

namespace stator::expressions::partiql {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

struct Symbol {
  std::string_view text;
  TokenKind kind;
};
// Longer ones first.
constexpr std::array kSymbols = {
    Symbol{"<<", TokenKind::kOpenSet},        Symbol{">>", TokenKind::kCloseSet},
    Symbol{"<>", TokenKind::kNotEqual},       Symbol{"!=", TokenKind::kNotEqual},
    Symbol{"<=", TokenKind::kLessOrEqual},    Symbol{">=", TokenKind::kGreaterOrEqual},
    Symbol{"||", TokenKind::kOperator},       Symbol{"(", TokenKind::kOpen},
    Symbol{")", TokenKind::kClose},           Symbol{"[", TokenKind::kOpenBracket},
    Symbol{"]", TokenKind::kCloseBracket},    Symbol{"{", TokenKind::kOpenBrace},
    Symbol{"}", TokenKind::kCloseBrace},      Symbol{",", TokenKind::kComma},
    Symbol{".", TokenKind::kDot},             Symbol{":", TokenKind::kColon},
    Symbol{";", TokenKind::kSemicolon},       Symbol{"*", TokenKind::kStar},
    Symbol{"+", TokenKind::kPlus},            Symbol{"-", TokenKind::kMinus},
    Symbol{"=", TokenKind::kEqual},           Symbol{"<", TokenKind::kLess},
    Symbol{">", TokenKind::kGreater},         Symbol{"?", TokenKind::kParameter},
    Symbol{"/", TokenKind::kOperator},        Symbol{"%", TokenKind::kOperator},
};

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      skip_blanks();
      tokens.push_back(next());
    } while (tokens.back().kind != TokenKind::kEnd);
    return tokens;
  }

 private:
  bool at_end() const { return at_ == source_.size(); }
  std::string_view rest() const { return source_.substr(at_); }

  void advance(std::size_t bytes) {
    for (const char c : source_.substr(at_, bytes)) {
      if (c == '\n') {
        ++here_.line;
        here_.column = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
        ++here_.column;
      }
    }
    at_ += bytes;
  }

  void skip_blanks() {
    while (!at_end()) {
      if (is_blank(rest().front())) {
        advance(1);
      } else if (rest().starts_with("--")) {
        advance(std::min(rest().find('\n'), rest().size()));
      } else if (rest().starts_with("/*")) {
        const std::size_t end = rest().find("*/", 2);
        if (end == std::string_view::npos) fail("Comment without an end", 2);
        advance(end + 2);
      } else {
        return;
      }
    }
  }

  Token next() {
    if (at_end()) return token(TokenKind::kEnd, 0, "");
    const char c = rest().front();
    if (c == '\'') return quoted('\'', TokenKind::kString);
    if (c == '"') return quoted('"', TokenKind::kQuotedIdentifier);
    if (is_name_start(c)) return word();
    if (is_digit(c) || (c == '.' && rest().size() > 1 && is_digit(rest()[1]))) return number();
    for (const Symbol& symbol : kSymbols) {
      if (rest().starts_with(symbol.text)) {
        return token(symbol.kind, symbol.text.size(), std::string(symbol.text));
      }
    }
    fail("Invalid character", 1);
  }

  // A token of the next `bytes`.
  Token token(TokenKind kind, std::size_t bytes, std::string text) {
    Position position = here_;
    position.length = static_cast<std::size_t>(
        std::count_if(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                      source_.begin() + static_cast<std::ptrdiff_t>(at_ + bytes),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    advance(bytes);
    return {kind, std::move(text), position};
  }

  Token quoted(char mark, TokenKind kind) {
    std::string text;
    const std::string_view source = rest();
    for (std::size_t i = 1; i < source.size(); ++i) {
      if (source[i] != mark) {
        text += source[i];
      } else if (i + 1 < source.size() && source[i + 1] == mark) {
        text += source[++i];
      } else {
        return token(kind, i + 1, std::move(text));
      }
    }
    fail(kind == TokenKind::kString ? "String without an end" : "Name without an end", 1);
  }

  Token word() {
    std::size_t length = 1;
    while (length < rest().size() && is_name_part(rest()[length])) ++length;
    std::string text(rest().substr(0, length));
    std::string lowered = text;
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
    if (is_keyword(lowered)) return token(TokenKind::kKeyword, length, std::move(lowered));
    return token(TokenKind::kIdentifier, length, std::move(text));
  }

  Token number() {
    const std::string_view source = rest();
    std::size_t length = 0;
    const auto skip_digits = [&] {
      while (length < source.size() && is_digit(source[length])) ++length;
    };
    skip_digits();
    if (length < source.size() && source[length] == '.') {
      ++length;
      skip_digits();
    }
    if (length < source.size() && lower(source[length]) == 'e') {
      ++length;
      if (length < source.size() && (source[length] == '+' || source[length] == '-')) ++length;
      const std::size_t exponent = length;
      skip_digits();
      if (length == exponent) fail("Number without an exponent", length);
    }
    if (length < source.size() && is_name_part(source[length])) {
      fail("Invalid number", length + 1);
    }
    return token(TokenKind::kNumber, length, std::string(source.substr(0, length)));
  }

  [[noreturn]] void fail(std::string_view detail, std::size_t bytes) {
    fail_statement_at(detail, token(TokenKind::kEnd, bytes, ""));
  }

  std::string_view source_;
  std::size_t at_ = 0;
  Position here_;
};

}  // namespace

std::string Position::to_string() const { return fmt::format("{}:{}:{}", line, column, length); }

std::vector<Token> tokenize(std::string_view source) { return Lexer(source).run(); }

}  // namespace stator::expressions::partiql
