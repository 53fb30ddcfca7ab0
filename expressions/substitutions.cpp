#include "expressions/substitutions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "expressions/fault.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::expressions {
namespace {

constexpr std::size_t kScannedEntriesMax = 16;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Measured, but for the empty and the too long key, whose texts stand in the vocabulary of the
// service's parser and were not captured with these particulars.
void check_key(std::string_view key, char mark, std::string_view map) {
  const auto refuse = [map](std::string_view why) {
    throw validation_error(fmt::format("{} contains invalid key: {}", map, why),
                           FaultClass::kExpression);
  };
  if (key.empty()) refuse("The expression attribute map contains an empty key;");
  if (key.size() > limits::kPlaceholderCharactersMax) {
    refuse(fmt::format("The expression attribute map contains a key that is too long; key: \"{}\"",
                       key));
  }
  if (key.size() < 2 || key.front() != mark || !std::all_of(key.begin() + 1, key.end(), is_word)) {
    refuse(fmt::format("Syntax error; key: \"{}\"", key));
  }
}

template <class Entry>
std::vector<std::uint32_t> sorted_positions(const std::vector<Entry>& entries) {
  if (entries.size() <= kScannedEntriesMax) return {};
  std::vector<std::uint32_t> positions(entries.size());
  std::iota(positions.begin(), positions.end(), 0U);
  std::sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
    return entries[a].placeholder < entries[b].placeholder;
  });
  return positions;
}

template <class Entry>
Entry* find_entry(std::vector<Entry>& entries, const std::vector<std::uint32_t>& sorted,
                  std::string_view placeholder) {
  if (sorted.empty()) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.placeholder == placeholder;
    });
    return found == entries.end() ? nullptr : &*found;
  }
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), placeholder,
                                      [&](std::uint32_t position, std::string_view wanted) {
                                        return entries[position].placeholder < wanted;
                                      });
  if (found == sorted.end() || entries[*found].placeholder != placeholder) return nullptr;
  return &entries[*found];
}

// The limit is documented; the words are our own.
[[noreturn]] void throw_too_large(std::size_t bytes) {
  throw validation_error(
      fmt::format("ExpressionAttributeNames and ExpressionAttributeValues have exceeded the "
                  "maximum allowed size; size: {}",
                  bytes),
      FaultClass::kExpression);
}

template <class Entry>
void check_used(const std::vector<Entry>& entries, std::string_view map) {
  std::string unused;
  for (const Entry& entry : entries) {
    if (entry.used) continue;
    if (!unused.empty()) unused += ", ";
    unused += entry.placeholder;
  }
  if (unused.empty()) return;
  throw validation_error(
      fmt::format("Value provided in {} unused in expressions: keys: {{{}}}", map, unused),
      FaultClass::kUnusedNames);
}

}  // namespace

Substitutions::Substitutions(NameMap names, ValueMap values) {
  std::size_t bytes = 0;
  names_.reserve(names.size());
  for (auto& [placeholder, name] : names) {
    check_key(placeholder, '#', "ExpressionAttributeNames");
    bytes += placeholder.size() + name.size();
    names_.push_back({std::move(placeholder), std::move(name)});
  }
  values_.reserve(values.size());
  for (auto& [placeholder, value] : values) {
    check_key(placeholder, ':', "ExpressionAttributeValues");
    bytes += placeholder.size() + value.size_bytes();
    values_.push_back({std::move(placeholder), std::move(value)});
  }
  if (bytes > limits::kSubstitutionBytesMax) throw_too_large(bytes);
  names_sorted_ = sorted_positions(names_);
  values_sorted_ = sorted_positions(values_);
}

const std::string& Substitutions::name(std::string_view placeholder, ExpressionKind kind) {
  NameEntry* const entry = find_entry(names_, names_sorted_, placeholder);
  if (entry == nullptr) {
    throw_fault(kind, fmt::format("An expression attribute name used in the document path is not "
                                  "defined; attribute name: {}",
                                  placeholder));
  }
  entry->used = true;
  return entry->name;
}

const AttributeValue& Substitutions::value(std::string_view placeholder, ExpressionKind kind) {
  ValueEntry* const entry = find_entry(values_, values_sorted_, placeholder);
  if (entry == nullptr) {
    throw_fault(kind, fmt::format("An expression attribute value used in expression is not "
                                  "defined; attribute value: {}",
                                  placeholder));
  }
  entry->used = true;
  return entry->value;
}

void Substitutions::check_all_used() const {
  check_used(names_, "ExpressionAttributeNames");
  check_used(values_, "ExpressionAttributeValues");
}

}  // namespace stator::expressions
