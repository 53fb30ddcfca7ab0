// A property: whatever tree the grammar can make, its printed text parses to it again.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "expressions/partiql/parse.h"
#include "expressions/partiql/print.h"

namespace stator::expressions::partiql {
namespace {

// Makes statements part by part, in the order in which they are printed, so that values and
// parameters are counted as the parser counts them.
class StatementMaker {
 public:
  explicit StatementMaker(unsigned seed) : random_(seed) {}

  Statement make() {
    Statement statement{make_content(), {}, 0};
    statement.values = std::move(values_);
    statement.parameters = parameters_;
    return statement;
  }

 private:
  unsigned below(unsigned bound) {
    return std::uniform_int_distribution<unsigned>(0, bound - 1)(random_);
  }
  bool flip() { return below(2) == 0; }

  decltype(Statement::content) make_content() {
    switch (below(5)) {
      case 0: return make_select();
      case 1: {
        std::string table = make_name();
        return Insert{std::move(table), flip() ? parameter() : Value{make_map(2)}};
      }
      case 2: return make_update();
      case 3: {
        Delete remove{make_name(), maybe_where()};
        if (flip()) remove.returning = Returning::kAllOld;
        return remove;
      }
      default: return Exists{make_select()};
    }
  }

  std::string make_name() {
    static const std::vector<std::string> kNames = {"a",      "select",  "two words", "quo\"te",
                                                    "it's",   "a.b",     "\xC3\xA9",  "x-y",
                                                    "MISSING", "returning", "--",     "[0]"};
    return kNames[below(static_cast<unsigned>(kNames.size()))];
  }

  ParsedPath make_path() {
    ParsedPath path{{ParsedName{make_name()}}};
    for (unsigned left = below(3); left > 0; --left) {
      if (flip()) {
        path.elements.emplace_back(ParsedName{make_name()});
      } else {
        path.elements.emplace_back(std::size_t{below(5)});
      }
    }
    return path;
  }

  Value parameter() { return {Parameter{parameters_++}}; }

  Value make_value(unsigned depth) {
    switch (below(depth == 0 ? 5 : 8)) {
      case 0: return {AttributeValue::string(make_name())};
      case 1: {
        const auto number = static_cast<std::int64_t>(below(2000)) - 1000;
        return {AttributeValue(Number(number))};
      }
      case 2: return {AttributeValue(flip())};
      case 3: return {AttributeValue(Null{})};
      case 4: return parameter();
      case 5: return {ListLiteral{make_elements(depth)}};
      case 6: return {SetLiteral{make_elements(depth)}};
      default: return {make_map(depth)};
    }
  }

  std::vector<Value> make_elements(unsigned depth) {
    std::vector<Value> elements;
    for (unsigned left = below(3); left > 0; --left) elements.push_back(make_value(depth - 1));
    return elements;
  }

  MapLiteral make_map(unsigned depth) {
    MapLiteral map;
    for (unsigned left = below(3); left > 0; --left) {
      std::string name = make_name();
      map.entries.push_back({std::move(name), make_value(depth - 1)});
    }
    return map;
  }

  ParsedValue named(Value value) {
    values_.push_back(std::move(value));
    return {":" + std::to_string(values_.size() - 1)};
  }

  ParsedOperand make_operand() {
    switch (below(4)) {
      case 0: return {named(make_value(1))};
      case 1: {
        ParsedCall call{Function::kSize, {}};
        call.operands.push_back({make_path()});
        return {std::move(call)};
      }
      default: return {make_path()};
    }
  }

  ParsedNode make_test() {
    switch (below(6)) {
      case 0: {
        ParsedOperand operand = make_operand();
        ParsedOperand lower = make_operand();
        return {ParsedBetween{std::move(operand), std::move(lower), make_operand()}};
      }
      case 1: {
        ParsedIn in{make_operand(), {}};
        for (unsigned left = 1 + below(3); left > 0; --left) {
          in.candidates.push_back(make_operand());
        }
        return {std::move(in)};
      }
      case 2: {
        ParsedCall call{flip() ? Function::kAttributeExists : Function::kAttributeNotExists, {}};
        call.operands.push_back(make_operand());
        return {std::move(call)};
      }
      case 3: {
        static constexpr Function kFunctions[] = {Function::kBeginsWith, Function::kContains,
                                                  Function::kAttributeType};
        ParsedCall call{kFunctions[below(3)], {}};
        for (unsigned left = 1 + below(3); left > 0; --left) {
          call.operands.push_back(make_operand());
        }
        return {std::move(call)};
      }
      default: {
        ParsedOperand left = make_operand();
        const auto comparator = static_cast<Comparator>(below(6));
        return {ParsedComparison{comparator, std::move(left), make_operand()}};
      }
    }
  }

  ParsedNode make_condition(unsigned depth) {
    const unsigned choice = depth == 0 ? 3 : below(5);
    if (choice == 0) return {ParsedAnd{make_conditions(depth)}};
    if (choice == 1) return {ParsedOr{make_conditions(depth)}};
    if (choice == 2) return {ParsedNot{Box<ParsedNode>(make_condition(depth - 1))}};
    return make_test();
  }

  std::vector<ParsedNode> make_conditions(unsigned depth) {
    std::vector<ParsedNode> conditions;
    for (unsigned left = 2 + below(2); left > 0; --left) {
      conditions.push_back(make_condition(depth - 1));
    }
    return conditions;
  }

  std::optional<ParsedNode> maybe_where() {
    if (below(5) == 0) return std::nullopt;
    return make_condition(3);
  }

  Select make_select() {
    Select select;
    for (unsigned left = below(4); left > 0; --left) select.list.push_back(make_path());
    select.from.table = make_name();
    if (flip()) select.from.index = make_name();
    select.where = maybe_where();
    for (unsigned left = below(3); left > 0; --left) {
      const auto direction = flip() ? SortDirection::kAscending : SortDirection::kDescending;
      select.order.push_back({make_name(), direction});
    }
    return select;
  }

  Update make_update() {
    Update update{make_name(), {}, std::nullopt};
    for (unsigned left = 1 + below(4); left > 0; --left) update.actions.push_back(make_action());
    update.where = maybe_where();
    update.returning = static_cast<Returning>(below(5));
    return update;
  }

  ParsedOperand make_update_operand() {
    switch (below(4)) {
      case 0: return {make_path()};
      case 1: {
        ParsedCall call{Function::kListAppend, {}};
        call.operands.push_back({make_path()});
        call.operands.push_back({named(make_value(2))});
        return {std::move(call)};
      }
      default: return {named(make_value(2))};
    }
  }

  ParsedAction make_action() {
    ParsedPath path = make_path();
    switch (below(5)) {
      case 0: return ParsedRemove{std::move(path)};
      case 1: return ParsedAdd{std::move(path), named(make_value(1))};
      case 2: return ParsedDelete{std::move(path), named(make_value(1))};
      case 3: {
        const auto op = flip() ? ArithmeticOperator::kPlus : ArithmeticOperator::kMinus;
        ParsedOperand left = make_update_operand();
        return ParsedSet{std::move(path),
                         ParsedArithmetic{op, std::move(left), make_update_operand()}};
      }
      default: return ParsedSet{std::move(path), make_update_operand()};
    }
  }

  std::mt19937 random_;
  std::vector<Value> values_;
  std::size_t parameters_ = 0;
};

TEST(PartiqlRandom, PrintedStatementsParseToTheSameTree) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Statement statement = StatementMaker(seed).make();
    const std::string text = print(statement);
    const Statement again = parse_statement(text);
    ASSERT_EQ(again, statement) << "seed " << seed << ": " << text;
    ASSERT_EQ(print(again), text) << "seed " << seed;
  }
}

}  // namespace
}  // namespace stator::expressions::partiql
