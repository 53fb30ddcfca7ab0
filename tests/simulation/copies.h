// Backups and points in time of a table, each with a copy of what the reference held then; restored
// into tables that must equal the copy.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "tests/unit/server/model_client.h"
#include "tests/unit/server/model_random.h"
#include "tests/unit/server/model_run.h"

namespace stator::server::testing {

class Copies {
 public:
  // Enables point-in-time recovery. All must outlive it.
  Copies(ModelClient& client, ModelRandom& random, ModelRun& table);

  void back_up();
  // Notes the present second, in which the table does not change any more.
  void note_time();
  // What was noted before cannot be restored any more.
  void forget_times() { moments_.clear(); }
  // Restores a backup or a moment, compares and deletes the restored table. The background runs.
  void restore();

 private:
  struct Copy {
    std::string source;  // members of the request that restores it
    std::vector<ModelItem> items;
    std::vector<ModelIndex> indexes;  // to compare: those that could be read then
    std::chrono::seconds taken{};     // since the epoch
  };

  Copy copy(std::string source) const;
  std::chrono::seconds now() const;
  void compare(const std::string& operation, const Copy& copy);

  ModelClient& client_;
  ModelRandom& random_;
  ModelRun& table_;
  std::vector<Copy> backups_;
  std::vector<Copy> moments_;
  std::size_t restored_ = 0;
};

}  // namespace stator::server::testing
