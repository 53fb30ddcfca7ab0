// What is derived of a table that was read back from a journal or restored from a snapshot.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "engine/engine.h"
#include "engine/recovery_history.h"
#include "storage/database.h"
#include "storage/table.h"

namespace stator::engine {

// Has those follow the table's changes who do so because of its settings: contributor insights,
// Kinesis, point-in-time recovery if there is a period. Whoever counts or records begins anew. To
// be called before anybody else finds the table. Returns the history that recovery uses, or null.
std::shared_ptr<RecoveryHistory> attach_followers(Engine& engine,
                                                  const std::shared_ptr<storage::Table>& table,
                                                  std::optional<std::chrono::days> recovery);

// Goes on with what the background does for the table: Time to Live, indexes that are made, states
// on their way.
void resume_work(Engine& engine, storage::Database& database,
                 const std::shared_ptr<storage::Table>& table);

}  // namespace stator::engine
