// What TransactWriteItems and ExecuteTransaction share around the engine's transaction: client
// request tokens, the bill, limits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/idempotency.h"
#include "engine/plan_write.h"
#include "engine/transact.h"
#include "server/operations/operation.h"
#include "server/operations/table_meters.h"

namespace stator::server {

// The claim on a ClientRequestToken while its transaction runs: given up unless completed, so that
// a cancelled transaction can be sent again.
class TokenClaim {
 public:
  // Throws when the token belongs to another request or to one that still runs. `fingerprint`
  // identifies what the request asks; unused without a token.
  TokenClaim(CallContext& context, const std::optional<std::string>& token,
             std::string_view fingerprint);
  ~TokenClaim();
  TokenClaim(const TokenClaim&) = delete;
  TokenClaim& operator=(const TokenClaim&) = delete;

  // What the same request did before, if it was sent before.
  const std::optional<engine::IdempotencyTokens::Replay>& replay() const { return replay_; }

  void complete(std::vector<std::size_t> image_bytes);

 private:
  engine::Engine& engine_;
  std::optional<std::string> token_;
  std::optional<engine::IdempotencyTokens::Replay> replay_;
  bool is_held_ = false;
};

// How the request names the table of each action.
using ActionTables = std::vector<const std::string*>;

// Adds a planned action, or the fault that its key has as an action that fails. Throws
// ValidationException for an empty key value or for an item that another action names.
void append_action(std::vector<engine::TransactAction>& actions, engine::WritePlan plan,
                   std::shared_ptr<storage::Table> table, bool returns_item_on_failure);

// Throws ValidationException for an item that is read twice.
void append_read(std::vector<engine::TransactRead>& reads, engine::TransactRead read);

bool is_check(const engine::TransactAction& action);

// R34 to R36 for a committed transaction. What a cancelled one costs is documented nowhere (R39):
// here every action is charged as if it had been tried. Records the meters.
TableMeters meter_transaction(CallContext& context, const ActionTables& tables,
                              const std::vector<engine::TransactAction>& actions,
                              const engine::TransactOutcome& outcome);

// The replay of a transaction under its token (R38). Records the meters.
TableMeters meter_replay(CallContext& context, const ActionTables& tables,
                         const std::vector<std::size_t>& image_bytes);

// What a replay is charged for: the larger image of each action.
std::vector<std::size_t> larger_images(const std::vector<engine::TransactAction>& actions,
                                       const engine::TransactOutcome& outcome);

// Throws ValidationException for what refuses a transaction as a whole: an empty index key, items
// of more than 4 MB.
void check_outcome(const engine::TransactOutcome& outcome);

// Throws ValidationException when the items come to more than 4 MB.
void check_transaction_size(const std::vector<ItemRef>& items);

}  // namespace stator::server
