#include "expressions/partiql/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "expressions/bind.h"
#include "expressions/fault.h"
#include "expressions/overloaded.h"
#include "expressions/partiql/fault.h"
#include "expressions/substitutions.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::expressions::partiql {
namespace {

constexpr ExpressionKind kKind = ExpressionKind::kStatement;

// Evaluates values: parameters put in, collections built and checked as those of a request are.
class ValueBinder {
 public:
  explicit ValueBinder(std::vector<AttributeValue> parameters)
      : parameters_(std::move(parameters)) {}

  AttributeValue bind(const Value& value) const {
    AttributeValue bound = evaluate(value);
    if (bound.depth() > limits::kNestingLevelsMax) refuse_levels();
    return bound;
  }

  // The attributes of an item, each of which may have as many levels as a value.
  AttributeMap bind_item(const Value& value) const {
    const AttributeValue item = evaluate(value);
    const auto* map = item.get_if<AttributeMap>();
    if (map == nullptr) {
      throw_operand_type(kKind, "VALUE", type_name(item.type()));
    }
    for (const Attribute& attribute : *map) {
      if (attribute.value.depth() > limits::kNestingLevelsMax) refuse_levels();
    }
    return *map;
  }

 private:
  [[noreturn]] static void refuse_levels() {
    refuse_statement(std::string(messages::kNestedTooDeeply));
  }

  AttributeValue evaluate(const Value& value) const {
    return std::visit(
        Overloaded{
            [](const AttributeValue& scalar) { return scalar; },
            [this](Parameter parameter) { return parameters_[parameter.position]; },
            [this](const ListLiteral& list) {
              return AttributeValue(evaluate(list.elements));
            },
            [this](const SetLiteral& set) { return make_set(evaluate(set.elements)); },
            [this](const MapLiteral& map) { return make_map(map); },
        },
        value.content);
  }

  List evaluate(const std::vector<Value>& values) const {
    List list;
    list.reserve(values.size());
    for (const Value& value : values) list.push_back(evaluate(value));
    return list;
  }

  AttributeValue make_map(const MapLiteral& map) const {
    std::vector<Attribute> attributes;
    attributes.reserve(map.entries.size());
    for (const auto& [name, value] : map.entries) attributes.push_back({name, evaluate(value)});
    return AttributeValue(AttributeMap(std::move(attributes)));
  }

  // Sets of strings and of numbers; of binaries too, which only parameters can be. The texts are
  // those of sets in requests, but for sets of mixed types, whose text is our own.
  static AttributeValue make_set(List elements) {
    if (elements.empty()) refuse_statement(std::string(messages::kEmptyStringSet));
    const AttributeType type = elements.front().type();
    for (const AttributeValue& element : elements) {
      if (element.type() == type) continue;
      refuse_statement(
          "One or more parameter values were invalid: The elements of a set must have one type");
    }
    switch (type) {
      case AttributeType::kS: return make_string_set(elements);
      case AttributeType::kN: return make_number_set(elements);
      case AttributeType::kB: return make_binary_set(elements);
      default: break;
    }
    throw_operand_type(kKind, "<<>>", type_name(type));
  }

  static AttributeValue make_string_set(const List& elements) {
    std::vector<Text> strings;
    std::vector<std::string_view> views;
    for (const AttributeValue& element : elements) {
      strings.push_back(*element.get_if<Text>());
      views.push_back(element.get_if<Text>()->view());
    }
    AttributeValue set = AttributeValue::string_set(std::move(strings));
    if (set.get_if<StringSet>()->size() != elements.size()) {
      refuse_statement(messages::duplicate_strings(fmt::format("{}", fmt::join(views, ", "))));
    }
    return set;
  }

  static AttributeValue make_number_set(const List& elements) {
    std::vector<Number> numbers;
    for (const AttributeValue& element : elements) numbers.push_back(*element.get_if<Number>());
    AttributeValue set = AttributeValue::number_set(std::move(numbers));
    if (set.get_if<NumberSet>()->size() != elements.size()) {
      refuse_statement(std::string(messages::kDuplicateNumbers));
    }
    return set;
  }

  static AttributeValue make_binary_set(const List& elements) {
    std::vector<Binary> binaries;
    for (const AttributeValue& element : elements) binaries.push_back(*element.get_if<Binary>());
    AttributeValue set = AttributeValue::binary_set(std::move(binaries));
    if (set.get_if<BinarySet>()->elements.size() != elements.size()) {
      refuse_statement(std::string(messages::kDuplicateNumbers));
    }
    return set;
  }

  std::vector<AttributeValue> parameters_;
};

class StatementBinder {
 public:
  StatementBinder(const Statement& statement, std::vector<AttributeValue> parameters)
      : binder_(std::move(parameters)), substitutions_({}, values_of(statement)) {}

  BoundStatement operator()(const Select& select) { return bind_select(select); }
  BoundStatement operator()(const Insert& insert) {
    return BoundInsert{insert.table, binder_.bind_item(insert.item)};
  }
  BoundStatement operator()(const Update& update) {
    check_sets(update);
    auto plan = UpdatePlan::bind(ParsedUpdate(update.actions, {}, {}), substitutions_, kKind);
    return BoundUpdate{update.table, std::move(plan), bind_where(update.where), update.returning};
  }
  BoundStatement operator()(const Delete& remove) {
    return BoundDelete{remove.table, bind_where(remove.where), remove.returning};
  }
  BoundStatement operator()(const Exists& exists) {
    return BoundExists{bind_select(exists.select)};
  }

 private:
  ValueMap values_of(const Statement& statement) const {
    ValueMap values;
    values.reserve(statement.values.size());
    for (const Value& value : statement.values) {
      values.emplace_back(fmt::format(":{}", values.size()), binder_.bind(value));
    }
    return values;
  }

  std::optional<Condition> bind_where(const std::optional<ParsedNode>& where) {
    if (!where) return std::nullopt;
    return Condition::bind(ParsedCondition(*where), kKind, substitutions_);
  }

  BoundSelect bind_select(const Select& select) {
    BoundSelect bound{select.from, std::nullopt, std::nullopt, select.order};
    if (!select.list.empty()) {
      std::vector<DocumentPath> paths;
      for (const ParsedPath& path : select.list) {
        paths.push_back(bind_path(path, kKind, substitutions_));
      }
      bound.list = SelectList(ProjectionPaths::of_paths(std::move(paths), kKind));
    }
    bound.where = bind_where(select.where);
    return bound;
  }

  // An ADD takes numbers as well; SET_ADD does not.
  void check_sets(const Update& update) {
    for (const ParsedAction& action : update.actions) {
      if (const auto* add = std::get_if<ParsedAdd>(&action)) check_set("SET_ADD", add->value);
      if (const auto* del = std::get_if<ParsedDelete>(&action)) check_set("SET_DELETE", del->value);
    }
  }
  void check_set(std::string_view function, const ParsedValue& value) {
    const AttributeType type = substitutions_.value(value.placeholder, kKind).type();
    const bool is_set = type == AttributeType::kSs || type == AttributeType::kNs ||
                        type == AttributeType::kBs;
    if (!is_set) throw_operand_type(kKind, function, type_name(type));
  }

  ValueBinder binder_;
  Substitutions substitutions_;
};

// "b[0]" for the path a.b[0].
std::string answer_name(const DocumentPath& path) {
  std::string name;
  for (const PathElement& element : path.elements()) {
    if (const auto* index = std::get_if<std::size_t>(&element)) {
      name += fmt::format("[{}]", *index);
    } else {
      name = std::get<std::string>(element);
    }
  }
  return name;
}

}  // namespace

SelectList::SelectList(ProjectionPaths paths) : paths_(std::move(paths)) {
  for (const DocumentPath& path : paths_.paths()) names_.push_back(answer_name(path));
}

AttributeMap SelectList::select(const AttributeMap& attributes) const {
  std::vector<Attribute> selected;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const AttributeValue* const value = paths_.paths()[i].find(attributes);
    if (value != nullptr) selected.push_back({names_[i], *value});
  }
  return AttributeMap(std::move(selected));
}

BoundStatement bind_parameters(const Statement& statement,
                               std::vector<AttributeValue> parameters) {
  if (statement.parameters != parameters.size()) {
    refuse_statement("Number of parameters in request and statement don't match.");
  }
  StatementBinder binder(statement, std::move(parameters));
  return std::visit(binder, statement.content);
}

}  // namespace stator::expressions::partiql
