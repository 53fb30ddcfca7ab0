// What PartiQL statements say, before their parameters are put in.
//
// Conditions and updates are the parsed trees of expressions (expressions/tree.h), so that they
// bind to the same trees, with the same checks, and are evaluated by the same code. In place of
// ":name" their values are called ":0", ":1" ...: positions in `Statement::values`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "expressions/tree.h"
#include "model/attribute_value.h"

namespace stator::expressions::partiql {

// A value as the statement writes it.
struct Value;
// "?": which of the request's parameters, counted from 0.
struct Parameter {
  std::size_t position = 0;
  friend bool operator==(Parameter, Parameter) = default;
};
struct ListLiteral {  // [1, 'a']
  std::vector<Value> elements;
  friend bool operator==(const ListLiteral&, const ListLiteral&) = default;
};
struct SetLiteral {  // <<1, 2>>
  std::vector<Value> elements;
  friend bool operator==(const SetLiteral&, const SetLiteral&) = default;
};
struct MapEntry;
struct MapLiteral {  // {'a': 1}
  std::vector<MapEntry> entries;
  friend bool operator==(const MapLiteral&, const MapLiteral&);
};
struct Value {
  // AttributeValue: a string, number, Boolean or null.
  std::variant<AttributeValue, Parameter, ListLiteral, SetLiteral, MapLiteral> content;
  friend bool operator==(const Value& a, const Value& b) { return a.content == b.content; }
};
struct MapEntry {
  std::string name;
  Value value;
  friend bool operator==(const MapEntry&, const MapEntry&) = default;
};
inline bool operator==(const MapLiteral& a, const MapLiteral& b) { return a.entries == b.entries; }

// "table" or "table"."index"
struct Source {
  std::string table;
  std::optional<std::string> index;
  friend bool operator==(const Source&, const Source&) = default;
};

enum class SortDirection { kAscending, kDescending };
struct OrderTerm {
  std::string attribute;
  SortDirection direction = SortDirection::kAscending;
  friend bool operator==(const OrderTerm&, const OrderTerm&) = default;
};

enum class Returning { kNothing, kAllOld, kAllNew, kModifiedOld, kModifiedNew };

struct Select {
  std::vector<ParsedPath> list;  // empty: *
  Source from;
  std::optional<ParsedNode> where;
  std::vector<OrderTerm> order;
  friend bool operator==(const Select&, const Select&) = default;
};
struct Insert {
  std::string table;
  Value item;
  friend bool operator==(const Insert&, const Insert&) = default;
};
struct Update {
  std::string table;
  std::vector<ParsedAction> actions;  // at least one; SET_ADD is an ADD, SET_DELETE a DELETE
  std::optional<ParsedNode> where;
  Returning returning = Returning::kNothing;
  friend bool operator==(const Update&, const Update&) = default;
};
struct Delete {
  std::string table;
  std::optional<ParsedNode> where;
  Returning returning = Returning::kNothing;  // kNothing or kAllOld
  friend bool operator==(const Delete&, const Delete&) = default;
};
// EXISTS(SELECT ...)
struct Exists {
  Select select;
  friend bool operator==(const Exists&, const Exists&) = default;
};

struct Statement {
  std::variant<Select, Insert, Update, Delete, Exists> content;
  std::vector<Value> values;   // of the conditions and updates, in order of appearance
  std::size_t parameters = 0;  // how many "?" there are
  friend bool operator==(const Statement&, const Statement&) = default;
};

}  // namespace stator::expressions::partiql
