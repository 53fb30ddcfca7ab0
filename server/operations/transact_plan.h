// TransactWriteItems, from the decoded request to planned actions.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/plan_write.h"
#include "engine/transact.h"
#include "server/operations/operation.h"
#include "server/wire/requests/transact_write_items.h"

namespace stator::server {

// One action after every check that the request alone allows.
struct BoundAction {
  enum class Kind { kCheck, kPut, kDelete, kUpdate };
  Kind kind = Kind::kCheck;
  const std::string* table_name = nullptr;
  ItemRef item;      // kPut
  AttributeMap key;  // the others
  std::optional<expressions::UpdatePlan> update;  // kUpdate
  std::optional<expressions::Condition> condition;
  bool has_deep_value = false;  // kUpdate: a value has too many levels
  bool returns_item_on_failure = false;

  // What was sent that identifies the item: the item itself, or its key.
  const AttributeMap& attributes() const { return item ? item->attributes() : key; }
};

// Takes the values out of the request, in request order. Throws ValidationException.
std::vector<BoundAction> bind_actions(std::vector<wire::TransactWriteItem>& items);

// Plans every action against its table. Throws ResourceNotFoundException for a missing table,
// ValidationException for an empty key value or for two actions on one item.
std::vector<engine::TransactAction> plan_actions(const CallContext& context,
                                                 const std::vector<BoundAction>& actions);

// A digest of what the actions say, the same for the same request however its JSON is ordered.
// REQUIRES: called before bind_actions takes the values.
std::string fingerprint(const std::vector<wire::TransactWriteItem>& items);

}  // namespace stator::server
