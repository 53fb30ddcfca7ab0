// Time to Live: items that say when they expire, and the sweep that deletes them.
//
// An item is expired when its attribute is a number of seconds since 1970 that is not later than
// the server's clock, and not more than five years before it (developer guide). The sweep deletes
// it as a write whose condition says so once more; it costs no capacity.
//
// Errors: functions throw Error, never while a table is locked.
// Thread safety: everything here is safe to use from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/mutex.h"
#include "model/table_settings.h"
#include "storage/expiry_index.h"
#include "storage/table.h"

namespace stator::engine {

struct Caller;
struct Engine;

// The tables whose items expire. The intervals are set before the first call.
class TimeToLive {
 public:
  struct Watched {
    std::shared_ptr<storage::Table> table;
    std::shared_ptr<storage::ExpiryIndex> index;
  };

  // How long expired items may stay.
  std::chrono::milliseconds sweep_interval = std::chrono::seconds(1);
  // How long after a change the next one is refused. The service has half an hour; here a change is
  // done at once, and tests should not wait.
  std::chrono::milliseconds change_interval{0};

  // Held by whoever switches a table's TTL on or off.
  Mutex& changing() STATOR_THREAD_ANNOTATION(lock_returned(changing_)) { return changing_; }

  void watch(const Watched& watched);
  // Stops watching a table; its index, or nullptr.
  std::shared_ptr<storage::ExpiryIndex> forget(const storage::Table& table);

  // What there is to sweep, without tables that were deleted.
  std::vector<Watched> watched();

  // True for the first caller, who is to start the sweep, until `watched` found nothing.
  bool claim_sweep();

 private:
  struct Entry {
    std::weak_ptr<storage::Table> table;
    std::shared_ptr<storage::ExpiryIndex> index;
  };

  Mutex changing_;
  Mutex mutex_;
  std::vector<Entry> entries_ STATOR_GUARDED_BY(mutex_);
  bool is_swept_ STATOR_GUARDED_BY(mutex_) = false;
};

// UpdateTimeToLive: `wanted` says whether, and by which attribute. The replicas of a global table
// (2019) have it in common; one of them sweeps, and the others follow its deletes.
void update_time_to_live(Engine& engine, const Caller& caller, std::string_view table_name,
                         const TimeToLiveSettings& wanted);

// Watches a table that was read back from a journal, if its items expire.
void resume_time_to_live(Engine& engine, const std::shared_ptr<storage::Table>& table);

// Gives a new replica the Time to Live of its source.
void share_time_to_live(Engine& engine, const storage::Table& source,
                        const std::shared_ptr<storage::Table>& replica);

// What is set; nothing was ever when `attribute` is empty.
TimeToLiveSettings describe_time_to_live(Engine& engine, const Caller& caller,
                                         std::string_view table_name);

}  // namespace stator::engine
