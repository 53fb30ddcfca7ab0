// The constraints of the service's model, and the one exception that lists what they found.
//
// Texts, member order and printed values follow captures of the service: enum sets print in its
// order, absent members print null, collections print as Java does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/wire/patterns.h"

namespace stator::wire {

// Rules for names of tables and indexes, whose pattern is [a-zA-Z0-9_.-]+.
enum class NameRule {
  kNone,
  kPattern,    // the pattern; lengths as given
  kTable,      // a table name of 3 to 255 characters, or an ARN of up to 1024
  kItemTable,  // the same in operations on items, where the shortest name has 1 character
};

inline constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

// What the model says about one member. All of it is optional.
struct Constraint {
  bool required = false;
  std::size_t length_min = 0;  // of strings in UTF-16 units, of lists and maps in elements
  std::size_t length_max = kUnbounded;
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::span<const std::string_view> choices = {};  // in the order that the service prints
  NameRule name = NameRule::kNone;
  const Pattern* pattern = nullptr;
  const Constraint* element = nullptr;  // of the elements of a list

  // Where the service departs from its own pattern:
  std::string_view path = {};         // printed instead of the camel-case path
  bool omits_value = false;           // "Value at 'Limit' failed" without the value
  bool reported_alone = false;        // a bad value hides the faults of other members
  std::string_view absent_text = {};  // the whole message when the member is absent
  std::string_view empty_text = {};   // the whole message when the collection is empty
};

// The way to a member: links on the stack, spelled out only when a violation needs it.
struct Path {
  const Path* parent;
  std::string_view name;        // a member "TableName", or the key of a map entry
  std::size_t index = 0;        // 1-based place in a list; 0 elsewhere
  bool is_member = true;        // of a struct, as opposed to a list or map
  std::string_view whole = {};  // replaces everything
};

// "transactItems.1.member.put.tableName"
std::string to_string(const Path& path);

// Appends a member's name as paths and dumps spell it: TableName -> tableName.
void append_camel_case(std::string& out, std::string_view name);

// The violations of one request, ten at most, in the order found.
class Violations {
 public:
  // `value` as printed, with quotes and the blank: "'ab' "; empty to leave it out.
  void add(std::string_view value, const Path& path, std::string_view constraint);
  void add_null(const Path& path);

  bool empty() const { return items_.empty(); }

  // Throws `N validation error(s) detected: ...` as ValidationException unless empty.
  void throw_if_any() const;

 private:
  std::vector<std::string> items_;
};

// Checks of the leaves.
void check_string(std::string_view value, const Constraint& constraint, const Path& path,
                  Violations& violations);
void check_number(std::int64_t value, const Constraint& constraint, const Path& path,
                  Violations& violations);

// The text of a failed length or nothing.
std::string length_fault(std::size_t length, const Constraint& constraint);

// True when a key of RequestItems may name a table.
bool is_table_key(std::string_view key);

}  // namespace stator::wire
