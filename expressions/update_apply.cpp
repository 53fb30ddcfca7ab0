// What an update makes of an item, in two steps.
//
// 1. Every action is evaluated against the item as it was (measured: right-hand sides never see
//    each other's effects). The outcome is the new value of its path, or nothing: erase it.
// 2. The outcomes are put in, in one walk along the tree of paths that builds the new item beside
//    the old one. Maps are merged in order of name. In lists, indexes mean the old list: elements
//    are replaced, erased ones close up, and those set beyond the end are appended in order of
//    index, gaps closed.
//
// A path whose parent is missing or of another type is a fault, also of REMOVE; that of REMOVE
// whose last element alone is missing does nothing.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "expressions/overloaded.h"
#include "expressions/path_tree.h"
#include "expressions/update.h"
#include "expressions/update_tree.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::expressions {
namespace {

constexpr std::string_view kInvalidPath =
    "The document path provided in the update expression is invalid for update";
constexpr std::string_view kMissingAttribute =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kWrongType =
    "An operand in the update expression has an incorrect data type";
constexpr std::string_view kLegacyWrongType = "Type mismatch for attribute to update";

// The value of an operand: one that is there already, or a new one.
using ValueOrFault = std::variant<const AttributeValue*, AttributeValue, UpdateFault>;
// What becomes of a path: nullopt erases it.
using Outcome = std::optional<AttributeValue>;
using OutcomeOrFault = std::variant<Outcome, UpdateFault>;

UpdateFault fault(std::string_view text) { return {std::string(text)}; }

const AttributeValue* get(const ValueOrFault& value) {
  if (const auto* stored = std::get_if<const AttributeValue*>(&value)) return *stored;
  return std::get_if<AttributeValue>(&value);
}

AttributeValue take(ValueOrFault value) {
  if (auto* made = std::get_if<AttributeValue>(&value)) return std::move(*made);
  return *std::get<const AttributeValue*>(value);
}

template <class Element>
std::vector<Element> united(const std::vector<Element>& a, const std::vector<Element>& b) {
  std::vector<Element> all;
  all.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

template <class Element>
std::vector<Element> without(const std::vector<Element>& a, const std::vector<Element>& b) {
  std::vector<Element> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

class Evaluator {
 public:
  Evaluator(const AttributeMap& before, UpdateDialect dialect)
      : before_(before),
        wrong_type_(dialect == UpdateDialect::kLegacy ? kLegacyWrongType : kWrongType) {}

  OutcomeOrFault evaluate(const DocumentPath& path, const UpdateAction& action) const {
    OutcomeOrFault outcome = std::visit(
        Overloaded{
            [&](const SetAction& set) { return evaluate_set(set); },
            [&](RemoveAction) -> OutcomeOrFault { return Outcome(); },
            [&](const AddAction& add) { return evaluate_add(path.find(before_), add.value); },
            [&](const DeleteAction& del) {
              return evaluate_delete(path.find(before_), del.value);
            },
        },
        action);
    const auto* value = std::get_if<Outcome>(&outcome);
    // Without this, `SET a.b = a` would double the depth of an item each time.
    if (value != nullptr && *value &&
        path.elements().size() - 1 + (*value)->depth() > limits::kNestingLevelsMax) {
      return fault(messages::kNestedTooDeeply);
    }
    return outcome;
  }

 private:
  OutcomeOrFault evaluate_set(const SetAction& set) const {
    ValueOrFault value =
        std::visit(Overloaded{
                       [this](const UpdateOperand& operand) { return evaluate_operand(operand); },
                       [this](const Arithmetic& sum) { return evaluate_sum(sum); },
                   },
                   set.value);
    if (auto* failed = std::get_if<UpdateFault>(&value)) return std::move(*failed);
    return Outcome(take(std::move(value)));
  }

  ValueOrFault evaluate_operand(const UpdateOperand& operand) const {
    return std::visit(
        Overloaded{
            [this](const DocumentPath& path) -> ValueOrFault {
              const AttributeValue* const value = path.find(before_);
              if (value == nullptr) return fault(kMissingAttribute);
              return value;
            },
            [](const AttributeValue& value) -> ValueOrFault { return &value; },
            [this](const IfNotExists& choice) -> ValueOrFault {
              const AttributeValue* const value = choice.path.find(before_);
              if (value != nullptr) return value;
              return evaluate_operand(*choice.otherwise);
            },
            [this](const ListAppend& append) { return evaluate_append(append); },
        },
        operand.content);
  }

  ValueOrFault evaluate_append(const ListAppend& append) const {
    ValueOrFault front = evaluate_operand(*append.front);
    if (std::holds_alternative<UpdateFault>(front)) return front;
    ValueOrFault back = evaluate_operand(*append.back);
    if (std::holds_alternative<UpdateFault>(back)) return back;
    const List* const first = get(front)->get_if<List>();
    const List* const second = get(back)->get_if<List>();
    if (first == nullptr || second == nullptr) return fault(wrong_type_);
    List all;
    all.reserve(first->size() + second->size());
    all.insert(all.end(), first->begin(), first->end());
    all.insert(all.end(), second->begin(), second->end());
    return AttributeValue(std::move(all));
  }

  ValueOrFault evaluate_sum(const Arithmetic& sum) const {
    ValueOrFault left = evaluate_operand(sum.left);
    if (std::holds_alternative<UpdateFault>(left)) return left;
    ValueOrFault right = evaluate_operand(sum.right);
    if (std::holds_alternative<UpdateFault>(right)) return right;
    const auto* a = get(left)->get_if<Number>();
    const auto* b = get(right)->get_if<Number>();
    if (a == nullptr || b == nullptr) return fault(wrong_type_);
    const auto result =
        sum.op == ArithmeticOperator::kPlus ? Number::add(*a, *b) : Number::subtract(*a, *b);
    if (const auto* why = std::get_if<NumberFault>(&result)) return number_fault(*why);
    return AttributeValue(std::get<Number>(result));
  }

  //   stored \ added | N     | set of the same type | list (legacy) | otherwise
  //   missing        | added | added                | added         | (refused when bound)
  //   present        | sum   | union                | appended      | wrong type
  OutcomeOrFault evaluate_add(const AttributeValue* stored, const AttributeValue& added) const {
    if (stored == nullptr) return Outcome(added);
    if (stored->type() != added.type()) return fault(wrong_type_);
    return added.visit(
        Overloaded{
            [&](const Number& number) -> OutcomeOrFault {
              const auto sum = Number::add(*stored->get_if<Number>(), number);
              if (const auto* why = std::get_if<NumberFault>(&sum)) return number_fault(*why);
              return Outcome(AttributeValue(std::get<Number>(sum)));
            },
            [&](const StringSet& set) -> OutcomeOrFault {
              return Outcome(AttributeValue(united(*stored->get_if<StringSet>(), set)));
            },
            [&](const NumberSet& set) -> OutcomeOrFault {
              return Outcome(AttributeValue(united(*stored->get_if<NumberSet>(), set)));
            },
            [&](const BinarySet& set) -> OutcomeOrFault {
              return Outcome(AttributeValue(
                  BinarySet{united(stored->get_if<BinarySet>()->elements, set.elements)}));
            },
            [&](const List& list) -> OutcomeOrFault {
              List all = *stored->get_if<List>();
              all.insert(all.end(), list.begin(), list.end());
              return Outcome(AttributeValue(std::move(all)));
            },
            [&](const auto&) -> OutcomeOrFault { return fault(wrong_type_); },
        });
  }

  // A set that loses its last element goes with it: there are no empty sets.
  OutcomeOrFault evaluate_delete(const AttributeValue* stored,
                                 const AttributeValue& taken) const {
    if (stored == nullptr) return Outcome();
    if (stored->type() != taken.type()) return fault(wrong_type_);
    return taken.visit(
        Overloaded{
            [&](const StringSet& set) -> OutcomeOrFault {
              return set_or_nothing(without(*stored->get_if<StringSet>(), set));
            },
            [&](const NumberSet& set) -> OutcomeOrFault {
              return set_or_nothing(without(*stored->get_if<NumberSet>(), set));
            },
            [&](const BinarySet& set) -> OutcomeOrFault {
              auto rest = without(stored->get_if<BinarySet>()->elements, set.elements);
              if (rest.empty()) return Outcome();
              return Outcome(AttributeValue(BinarySet{std::move(rest)}));
            },
            [&](const auto&) -> OutcomeOrFault { return fault(wrong_type_); },
        });
  }

  template <class Set>
  static Outcome set_or_nothing(Set rest) {
    if (rest.empty()) return std::nullopt;
    return AttributeValue(std::move(rest));
  }

  static UpdateFault number_fault(NumberFault why) { return {number_message(why, "")}; }

  const AttributeMap& before_;
  std::string_view wrong_type_;
};

// Step two. A part that cannot be rewritten is nullopt: its path is invalid.
class Rewriter {
 public:
  // Moves the outcomes out.
  explicit Rewriter(std::vector<Outcome>& outcomes) : outcomes_(outcomes) {}

  std::optional<AttributeMap> rewrite(const AttributeMap& before, const PathNode& node) const {
    AttributeMapBuilder after(before.size() + node.members.size());
    const Attribute* old = before.begin();
    for (const auto& [name, child] : node.members) {
      for (; old != before.end() && old->name < name; ++old) after.append(*old);
      const bool present = old != before.end() && old->name == name;
      auto part = rewrite_part(present ? &old->value : nullptr, child);
      if (!part) return std::nullopt;
      if (*part) after.append(name, std::move(**part));
      if (present) ++old;
    }
    for (; old != before.end(); ++old) after.append(*old);
    return after.build();
  }

 private:
  std::optional<List> rewrite(const List& before, const PathNode& node) const {
    List after;
    after.reserve(before.size() + node.elements.size());
    std::size_t at = 0;
    for (const auto& [index, child] : node.elements) {
      for (; at < std::min(index, before.size()); ++at) after.push_back(before[at]);
      const bool present = index < before.size();
      auto part = rewrite_part(present ? &before[index] : nullptr, child);
      if (!part) return std::nullopt;
      if (*part) after.push_back(std::move(**part));
      if (present) ++at;
    }
    for (; at < before.size(); ++at) after.push_back(before[at]);
    return after;
  }

  // nullopt: the path is invalid; an empty outcome: nothing is left here.
  std::optional<Outcome> rewrite_part(const AttributeValue* before, const PathNode& node) const {
    if (node.is_leaf()) return std::move(outcomes_[node.path]);
    if (before == nullptr) return std::nullopt;
    if (const auto* map = before->get_if<AttributeMap>(); map && !node.members.empty()) {
      auto after = rewrite(*map, node);
      if (after) return Outcome(AttributeValue(std::move(*after)));
    }
    if (const auto* list = before->get_if<List>(); list && !node.elements.empty()) {
      auto after = rewrite(*list, node);
      if (after) return Outcome(AttributeValue(std::move(*after)));
    }
    return std::nullopt;
  }

  std::vector<Outcome>& outcomes_;
};

bool takes_away(const UpdateAction& action) {
  return std::holds_alternative<RemoveAction>(action) ||
         std::holds_alternative<DeleteAction>(action);
}

}  // namespace

std::variant<AttributeMap, UpdateFault> UpdatePlan::apply(const AttributeMap& before) const {
  const Evaluator evaluator(before, actions_->dialect);
  std::vector<Outcome> outcomes;
  outcomes.reserve(actions_->actions.size());
  for (std::size_t i = 0; i < actions_->actions.size(); ++i) {
    OutcomeOrFault outcome = evaluator.evaluate(actions_->paths[i], actions_->actions[i]);
    if (auto* failed = std::get_if<UpdateFault>(&outcome)) return std::move(*failed);
    outcomes.push_back(std::get<Outcome>(std::move(outcome)));
  }
  auto after = Rewriter(outcomes).rewrite(before, actions_->tree);
  if (!after) return fault(kInvalidPath);
  return std::move(*after);
}

const std::vector<DocumentPath>& UpdatePlan::paths() const { return actions_->paths; }

AttributeMap UpdatePlan::updated_attributes(const AttributeMap& image) const {
  return project_along(image, actions_->tree);
}

bool UpdatePlan::only_removes() const {
  // No action at all is not a removal: an empty update creates the item.
  return !actions_->actions.empty() &&
         std::all_of(actions_->actions.begin(), actions_->actions.end(), takes_away);
}

std::size_t UpdatePlan::overhead_bytes() const {
  std::size_t bytes = 3;
  for (const UpdateAction& action : actions_->actions) bytes += takes_away(action) ? 2U : 19U;
  return bytes;
}

}  // namespace stator::expressions
