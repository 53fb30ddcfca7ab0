// ExpressionAttributeNames and ExpressionAttributeValues of one request, and which were used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expressions/kind.h"
#include "model/attribute_value.h"

namespace stator::expressions {

using NameMap = std::vector<std::pair<std::string, std::string>>;      // "#n" -> attribute name
using ValueMap = std::vector<std::pair<std::string, AttributeValue>>;  // ":v" -> value

// Thread safety: none; one request owns it while it binds its expressions.
class Substitutions {
 public:
  // Neither map given.
  Substitutions() = default;
  // Throws ValidationException for a key that is not "#..." or ":..." (wire texts
  // `ExpressionAttributeNames contains invalid key: Syntax error; key: "foo"`), and when all of it
  // comes to more than 2 MB.
  // Emptiness and "only with expressions" rules belong to the operations, which know what was sent.
  // REQUIRES: keys are distinct.
  Substitutions(NameMap names, ValueMap values);

  // The attribute name behind "#n" / the value behind ":v"; marks it used. Throws the kind's
  // "... is not defined; attribute name: #n" (or value).
  const std::string& name(std::string_view placeholder, ExpressionKind kind);
  const AttributeValue& value(std::string_view placeholder, ExpressionKind kind);

  // Throws when a name, else when a value, was given that no expression used.
  void check_all_used() const;

 private:
  struct NameEntry {
    std::string placeholder;
    std::string name;
    bool used = false;
  };
  struct ValueEntry {
    std::string placeholder;
    AttributeValue value;
    bool used = false;
  };
  std::vector<NameEntry> names_;    // in the order given
  std::vector<ValueEntry> values_;  // in the order given
  // Positions of the entries sorted by placeholder; empty while there are so few of them that
  // looking at each is as quick.
  std::vector<std::uint32_t> names_sorted_;
  std::vector<std::uint32_t> values_sorted_;
};

}  // namespace stator::expressions
