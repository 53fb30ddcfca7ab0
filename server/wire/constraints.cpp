#include "server/wire/constraints.h"

#include <algorithm>

#include "model/error.h"
#include "model/limits.h"

namespace stator::wire {
namespace {

constexpr std::size_t kViolationsMax = 10;

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
}

bool is_arn(std::string_view text) { return text.starts_with("arn:"); }

// Java counts UTF-16 units: one for each character, two beyond the basic plane.
std::size_t utf16_length(std::string_view text) {
  std::size_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) ++length;
    if (byte >= 0xF0) ++length;
  }
  return length;
}

std::string quoted(std::string_view value) { return "'" + std::string(value) + "' "; }

std::string at_least(std::string_view what, std::int64_t bound) {
  return "Member must have " + std::string(what) + " greater than or equal to " +
         std::to_string(bound);
}

std::string at_most(std::string_view what, std::int64_t bound) {
  return "Member must have " + std::string(what) + " less than or equal to " +
         std::to_string(bound);
}

std::string choice_fault(std::span<const std::string_view> choices) {
  std::string text = "Member must satisfy enum value set: [";
  for (const std::string_view choice : choices) {
    if (choice.data() != choices.front().data()) text += ", ";
    text += choice;
  }
  return text + "]";
}

// Table names are TableArn in the model (1 to 1024 characters, no pattern); names that are not
// ARNs get the pattern and 255. Operations on items answer to an empty name with its length
// alone, operations on tables with the pattern as well and with a minimum of 3 (seen in 2026).
Constraint table_constraint(std::string_view value, NameRule rule) {
  Constraint constraint;
  constraint.length_min = rule == NameRule::kTable ? limits::kTableNameCharactersMin : 1;
  constraint.length_max =
      is_arn(value) ? limits::kTableArnCharactersMax : limits::kTableNameCharactersMax;
  const bool has_pattern = !is_arn(value) && (rule == NameRule::kTable || !value.empty());
  constraint.name = has_pattern ? NameRule::kPattern : NameRule::kNone;
  return constraint;
}

}  // namespace

void append_camel_case(std::string& out, std::string_view name) {
  const std::size_t first = out.size();
  out += name;
  if (first < out.size() && out[first] >= 'A' && out[first] <= 'Z') {
    out[first] = static_cast<char>(out[first] - 'A' + 'a');
  }
}

std::string to_string(const Path& path) {
  if (!path.whole.empty()) return std::string(path.whole);
  std::string text = path.parent == nullptr ? std::string() : to_string(*path.parent);
  if (!text.empty()) text += '.';
  if (path.is_member) {
    append_camel_case(text, path.name);
    return text;
  }
  text += path.index == 0 ? std::string(path.name) : std::to_string(path.index);
  return text + ".member";
}

void Violations::add(std::string_view value, const Path& path, std::string_view constraint) {
  if (items_.size() == kViolationsMax) return;
  items_.push_back("Value " + std::string(value) + "at '" + to_string(path) +
                   "' failed to satisfy constraint: " + std::string(constraint));
}

void Violations::add_null(const Path& path) { add("null ", path, "Member must not be null"); }

void Violations::throw_if_any() const {
  if (items_.empty()) return;
  std::string message = std::to_string(items_.size()) + " validation error" +
                        (items_.size() == 1 ? "" : "s") + " detected: ";
  for (const std::string& item : items_) {
    if (&item != &items_.front()) message += "; ";
    message += item;
  }
  throw validation_error(std::move(message));
}

std::string length_fault(std::size_t length, const Constraint& constraint) {
  if (length < constraint.length_min) {
    return at_least("length", static_cast<std::int64_t>(constraint.length_min));
  }
  if (length > constraint.length_max) {
    return at_most("length", static_cast<std::int64_t>(constraint.length_max));
  }
  return {};
}

void check_string(std::string_view value, const Constraint& constraint, const Path& path,
                  Violations& violations) {
  if (constraint.name == NameRule::kTable || constraint.name == NameRule::kItemTable) {
    return check_string(value, table_constraint(value, constraint.name), path, violations);
  }
  const auto add = [&](std::string_view text) {
    violations.add(constraint.omits_value ? std::string() : quoted(value), path, text);
  };
  if (constraint.name == NameRule::kPattern && !is_name(value)) {
    add("Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  }
  if (constraint.pattern != nullptr && !constraint.pattern->matches(value)) {
    add("Member must satisfy regular expression pattern: " + std::string(constraint.pattern->text));
  }
  if (constraint.length_min != 0 || constraint.length_max != kUnbounded) {
    const std::string fault = length_fault(utf16_length(value), constraint);
    if (!fault.empty()) add(fault);
  }
  const auto& choices = constraint.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
    add(choice_fault(choices));
  }
}

void check_number(std::int64_t value, const Constraint& constraint, const Path& path,
                  Violations& violations) {
  const bool is_low = value < constraint.least;
  if (!is_low && value <= constraint.most) return;
  violations.add(constraint.omits_value ? std::string() : quoted(std::to_string(value)), path,
                 is_low ? at_least("value", constraint.least) : at_most("value", constraint.most));
}

bool is_table_key(std::string_view key) {
  if (is_arn(key)) return key.size() <= limits::kTableArnCharactersMax;
  return is_name(key) && key.size() <= limits::kTableNameCharactersMax;
}

}  // namespace stator::wire
