// statement = (select | insert | update | delete | EXISTS "(" select ")") [";"]
// select    = SELECT ("*" | path {"," path}) FROM source [WHERE condition]
//             [ORDER BY name [ASC | DESC] {"," name [ASC | DESC]}]
// source    = name ["." name]
// insert    = INSERT INTO source VALUE value
// update    = UPDATE source action {action} [WHERE condition] [returning]
// action    = SET path "=" result {"," path "=" result} | REMOVE path {"," path}
// result    = operand [("+" | "-") operand]
//           | (SET_ADD | SET_DELETE) "(" path "," value ")"
// delete    = DELETE FROM source [WHERE condition] [returning]
// returning = RETURNING (ALL | MODIFIED) (OLD | NEW) "*"
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

#include "expressions/fault.h"
#include "expressions/partiql/fault.h"
#include "expressions/partiql/parse.h"
#include "expressions/partiql/parser.h"
#include "expressions/verify.h"

namespace stator::expressions::partiql {
namespace {

// Clauses of SQL that DynamoDB does not have. The texts are our own.
constexpr std::array<std::string_view, 14> kUnsupportedClauses = {
    "as",    "at",   "by",    "cross", "except", "full", "group",
    "having", "inner", "intersect", "join", "left", "limit", "union"};

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

std::string_view returning_name(Returning returning) {
  switch (returning) {
    case Returning::kNothing: break;
    case Returning::kAllOld: return "RETURNING ALL OLD *";
    case Returning::kAllNew: return "RETURNING ALL NEW *";
    case Returning::kModifiedOld: return "RETURNING MODIFIED OLD *";
    case Returning::kModifiedNew: return "RETURNING MODIFIED NEW *";
  }
  return "";
}

class StatementParser {
 public:
  explicit StatementParser(std::string_view text) : parser_(text) {}

  Statement run() {
    Statement statement{parse_content(), {}, 0};
    finish();
    statement.values = parser_.take_values();
    statement.parameters = parser_.parameters();
    return statement;
  }

 private:
  using Content = decltype(Statement::content);

  Content parse_content() {
    if (parser_.take_keyword("select")) return parse_select();
    if (parser_.take_keyword("insert")) return parse_insert();
    if (parser_.take_keyword("update")) return parse_update();
    if (parser_.take_keyword("delete")) return parse_delete();
    if (parser_.take_keyword("exists")) return parse_exists();
    fail_statement("Expected data manipulation");
  }

  void finish() {
    check_clause();
    if (parser_.take_if(TokenKind::kSemicolon) && !parser_.at(TokenKind::kEnd)) {
      fail_statement("Unexpected token after semicolon. (Only one query is allowed.)");
    }
    if (!parser_.at(TokenKind::kEnd)) fail_statement("Unexpected token after expression");
    if (writes_index_) refuse_statement("This operation is not supported on an index");
    if (!returning_fault_.empty()) refuse_statement(std::move(returning_fault_));
  }

  void check_clause() const {
    if (!parser_.at(TokenKind::kKeyword)) return;
    const std::string& word = parser_.peek().text;
    if (!std::binary_search(kUnsupportedClauses.begin(), kUnsupportedClauses.end(), word)) return;
    fail_statement_at(fmt::format("Unsupported clause: {}", upper_case(word)), parser_.peek());
  }

  Select parse_select() {
    Select select;
    parse_list(select);
    check_clause();
    if (!parser_.take_keyword("from")) fail_statement("Expected FROM after SELECT list");
    select.from = parse_source();
    check_clause();
    if (parser_.take_keyword("where")) select.where = parse_where(parser_);
    if (parser_.take_keyword("order")) parse_order(select);
    return select;
  }

  void parse_list(Select& select) {
    if (parser_.at_keyword("from")) fail_statement("Cannot have empty SELECT list");
    if (parser_.take_if(TokenKind::kStar)) {
      if (!parser_.at(TokenKind::kComma)) return;
      fail_star();
    }
    do {
      if (parser_.at(TokenKind::kStar)) fail_star();
      if (parser_.at_call() || parser_.at_value()) fail_path_component(parser_.peek());
      select.list.push_back(parser_.parse_path());
    } while (parser_.take_if(TokenKind::kComma));
  }

  [[noreturn]] static void fail_star() {
    fail_statement(
        "Other expressions may not be present in the select list when '*' is used without dot "
        "notation.");
  }

  Source parse_source() {
    Source source{parser_.parse_name(), std::nullopt};
    if (parser_.at(TokenKind::kOpenBracket)) fail_path_component(parser_.peek());
    if (!parser_.take_if(TokenKind::kDot)) return source;
    source.index = parser_.parse_name();
    if (parser_.at(TokenKind::kDot)) {
      refuse_statement("A path may contain at most 2 components in the FROM clause");
    }
    return source;
  }

  // The table of a statement that writes. An index is refused once the statement has been read.
  std::string parse_table() {
    Source source = parse_source();
    writes_index_ = source.index.has_value();
    return std::move(source.table);
  }

  void parse_order(Select& select) {
    if (!parser_.take_keyword("by")) fail_statement_at("Expected BY", parser_.peek());
    do {
      OrderTerm term{parser_.parse_name(), SortDirection::kAscending};
      if (parser_.take_keyword("desc")) {
        term.direction = SortDirection::kDescending;
      } else {
        parser_.take_keyword("asc");
      }
      select.order.push_back(std::move(term));
    } while (parser_.take_if(TokenKind::kComma));
  }

  Insert parse_insert() {
    if (!parser_.take_keyword("into")) fail_statement("Unexpected keyword");
    Insert insert{parse_table(), {}};
    if (!parser_.take_keyword("value")) fail_values();
    if (!parser_.at(TokenKind::kOpenBrace) && !parser_.at(TokenKind::kParameter)) {
      fail_statement_at("Expected a map behind VALUE", parser_.peek());
    }
    insert.item = parser_.parse_value();
    return insert;
  }

  // SQL's own form, INSERT INTO t (a, b) VALUES (1, 2), is tried so often that its faults matter:
  // a column that is a reserved word is told first (measured).
  [[noreturn]] void fail_values() {
    if (parser_.take_if(TokenKind::kOpen)) {
      do {
        parser_.parse_operand(CallPlace::kCondition);
      } while (parser_.take_if(TokenKind::kComma));
    }
    fail_statement_at("Expected VALUE", parser_.peek());
  }

  Update parse_update() {
    Update update{parse_table(), {}, std::nullopt};
    if (!at_action()) fail_statement("Expected data manipulation");
    while (at_action()) parse_action(update);
    if (parser_.take_keyword("where")) update.where = parse_where(parser_);
    update.returning = parse_returning();
    return update;
  }

  bool at_action() const { return parser_.at_keyword("set") || parser_.at_keyword("remove"); }

  void parse_action(Update& update) {
    const bool sets = parser_.take().text == "set";
    do {
      ParsedPath path = parser_.parse_path();
      update.actions.push_back(sets ? parse_set(std::move(path))
                                    : ParsedAction(ParsedRemove{std::move(path)}));
    } while (parser_.take_if(TokenKind::kComma));
  }

  ParsedAction parse_set(ParsedPath path) {
    if (!parser_.take_if(TokenKind::kEqual)) fail_statement("Expected '='");
    if (parser_.at_call() && parser_.at_word("set_add")) return parse_set_call<ParsedAdd>(path);
    if (parser_.at_call() && parser_.at_word("set_delete")) {
      return parse_set_call<ParsedDelete>(path);
    }
    ParsedOperand left = parser_.parse_operand(CallPlace::kUpdate);
    const bool adds = parser_.at(TokenKind::kPlus);
    if (!adds && !parser_.at(TokenKind::kMinus)) return ParsedSet{std::move(path), std::move(left)};
    parser_.take();
    parser_.count_operator();
    return ParsedSet{std::move(path),
                     ParsedArithmetic{adds ? ArithmeticOperator::kPlus : ArithmeticOperator::kMinus,
                                      std::move(left), parser_.parse_operand(CallPlace::kUpdate)}};
  }

  // `a = SET_ADD(a, <<1>>)` changes a set in place, as ADD does in an update expression.
  template <class Action>
  Action parse_set_call(ParsedPath& path) {
    const std::string function = parser_.take().text;
    parser_.count_operator();
    parser_.take();  // "("
    const Token first = parser_.peek();
    if (parser_.parse_path() != path) {
      fail_statement_at(
          fmt::format("The first operand of {} must be the path that is set", function), first);
    }
    parser_.expect(TokenKind::kComma, "','");
    ParsedValue value = parser_.parse_named_value();
    parser_.expect(TokenKind::kClose, "')'");
    return {std::move(path), std::move(value)};
  }

  Delete parse_delete() {
    if (!parser_.take_keyword("from")) fail_statement("Expected FROM after DELETE");
    Delete remove{parse_table(), std::nullopt};
    if (parser_.take_keyword("where")) remove.where = parse_where(parser_);
    remove.returning = parse_returning();
    if (remove.returning != Returning::kNothing && remove.returning != Returning::kAllOld) {
      returning_fault_ = fmt::format(
          "Invalid returning clause: {}. Only RETURNING ALL OLD * is allowed in DELETE statements.",
          returning_name(remove.returning));
    }
    return remove;
  }

  Returning parse_returning() {
    if (!parser_.at_word("returning")) return Returning::kNothing;
    parser_.take();
    const bool is_all = parser_.take_keyword("all");
    if (!is_all) take_word("modified", "ALL or MODIFIED");
    const bool is_old = parser_.at_word("old");
    take_word(is_old ? "old" : "new", "OLD or NEW");
    parser_.expect(TokenKind::kStar, "'*'");
    if (is_all) return is_old ? Returning::kAllOld : Returning::kAllNew;
    return is_old ? Returning::kModifiedOld : Returning::kModifiedNew;
  }

  void take_word(std::string_view word, std::string_view expected) {
    if (!parser_.at_word(word)) {
      fail_statement_at(fmt::format("Expected {}", expected), parser_.peek());
    }
    parser_.take();
  }

  Exists parse_exists() {
    parser_.expect(TokenKind::kOpen, "'('");
    if (!parser_.take_keyword("select")) fail_statement_at("Expected SELECT", parser_.peek());
    Exists exists{parse_select()};
    check_clause();
    parser_.expect(TokenKind::kClose, "')'");
    return exists;
  }

  Parser parser_;
  bool writes_index_ = false;
  std::string returning_fault_;
};

}  // namespace

Statement parse_statement(std::string_view text) {
  Statement statement = StatementParser(text).run();
  verify_bound(statement, ExpressionKind::kStatement);
  return statement;
}

}  // namespace stator::expressions::partiql
