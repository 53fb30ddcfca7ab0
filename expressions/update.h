// Update expressions: text -> ParsedUpdate -> UpdatePlan -> the item afterwards.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "expressions/kind.h"
#include "expressions/path.h"
#include "expressions/substitutions.h"
#include "model/attribute_value.h"

namespace stator::expressions {

class ParsedUpdate;  // tree.h
using ParsedUpdateRef = std::shared_ptr<const ParsedUpdate>;

// As parse_condition.
ParsedUpdateRef parse_update(std::string_view text);

// Why a stored item cannot be updated as asked: a ValidationException in a single write, a
// ValidationError reason in a transaction.
struct UpdateFault {
  std::string message;
};

struct UpdateActions;  // update_tree.h

// A bound update. Immutable and cheap to copy; const members may be called from any thread.
class UpdatePlan {
 public:
  // Resolves placeholders; checks operands, overlaps and conflicts; throws ValidationException.
  static UpdatePlan bind(const ParsedUpdate& parsed, Substitutions& substitutions,
                         ExpressionKind kind = ExpressionKind::kUpdate);
  explicit UpdatePlan(std::shared_ptr<const UpdateActions> actions)
      : actions_(std::move(actions)) {}

  // The attributes after the update. `before` are the attributes of the stored item or, for an
  // item that does not exist, of its key alone. Right-hand sides read `before`. Never throws.
  std::variant<AttributeMap, UpdateFault> apply(const AttributeMap& before) const;

  // Every path written, in order of appearance.
  const std::vector<DocumentPath>& paths() const;

  // The parts of `image` below the paths written: what UPDATED_OLD and UPDATED_NEW answer.
  // List elements come compacted, in index order.
  AttributeMap updated_attributes(const AttributeMap& image) const;

  // True when every action takes away (REMOVE, DELETE): such an update of a missing item succeeds
  // and creates nothing.
  bool only_removes() const;

  // The service's internal overhead that counts towards the limit of 400 KB for UpdateItem
  // (docs/METERING.md, R59): 3 + 19 per SET or ADD action + 2 per REMOVE or DELETE action.
  std::size_t overhead_bytes() const;

  const UpdateActions& actions() const { return *actions_; }

 private:
  std::shared_ptr<const UpdateActions> actions_;
};

}  // namespace stator::expressions
