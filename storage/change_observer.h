// Who follows the changes of a table: its stream, its point-in-time history, a journal, a replica.
#pragma once

#include <cstdint>

#include "model/clock.h"

namespace stator::storage {

struct ItemChange;
struct Trees;

// Why an item changes. Streams show it, and replicas do not send back what came from one.
enum class ChangeOrigin : std::uint8_t {
  kUser,         // a request
  kTimeToLive,   // the sweep of expired items
  kReplication,  // another region of a global table
  kLoad,         // an import, a restore or a bulk operation
};

// What one commit has in common. All changes of a transaction carry the same.
struct ChangeContext {
  Timestamp now{};
  ChangeOrigin origin = ChangeOrigin::kUser;
};

// Attached to a table with Table::attach. Shared, so that what it gathered can outlive the table.
class ChangeObserver {
 public:
  virtual ~ChangeObserver() = default;

  // One change, which is about to be applied to `trees`. Called under the table's exclusive lock,
  // in the order of commits, for every change of one object by another; the two may still be equal
  // in value. Copying `trees` keeps the state before the change at the cost of a few counts.
  // Must be quick and must not lock a table.
  virtual void before_change(const Trees& trees, const ItemChange& change,
                             const ChangeContext& context) noexcept = 0;
};

}  // namespace stator::storage
