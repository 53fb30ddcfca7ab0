// Global tables: which regions hold replicas of a table.
//
// A global table is known by its name, for everybody (NamespaceMode::kShared and kRegion) or for
// one access key (kAccountRegion). Where regions have tables of their own, every replica is a table
// in the namespace of its region and replication.h carries changes from one to the others. Where
// they share their tables there is one table, which every region finds; the replicas are recorded
// and shown, and there is nothing to carry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/clock.h"
#include "model/mutex.h"
#include "model/table_settings.h"

namespace stator::engine {

class ReplicationGroup;

enum class ReplicaStatus : std::uint8_t { kCreating, kUpdating, kDeleting, kActive };

// What an index of a replica has for itself.
struct ReplicaIndex {
  std::string name;
  std::optional<std::int64_t> read_capacity_units;
  std::optional<std::int64_t> max_read_request_units;
};

// What a request says about a replica. Absent members are the source's, or stay what they are.
struct ReplicaOverrides {
  std::optional<std::string> kms_key_id;
  std::optional<std::int64_t> read_capacity_units;
  std::optional<std::int64_t> max_read_request_units;
  std::optional<TableClass> table_class;
  std::vector<ReplicaIndex> indexes;
};

struct Replica {
  std::string region;
  ReplicaStatus status = ReplicaStatus::kActive;
  Timestamp settled{};  // when the status becomes kActive
  ReplicaOverrides overrides = {};
  std::optional<Timestamp> table_class_changed = {};
  std::optional<Timestamp> last_sourced = {};  // when another replica was made from this one
};

enum class GlobalTableVersion : std::uint8_t { k2017, k2019 };
enum class RegionConsistency : std::uint8_t { kEventual, kStrong };

struct GlobalTable {
  std::uint64_t revision = 0;  // counts changes
  std::string name;
  std::string arn;
  GlobalTableVersion version = GlobalTableVersion::k2019;
  RegionConsistency consistency = RegionConsistency::kEventual;
  Timestamp created{};
  std::vector<Replica> replicas;  // the local one among them, in the order of their creation
  std::optional<std::string> witness_region;
  std::shared_ptr<ReplicationGroup> group;  // null where regions share their tables

  Replica* find(std::string_view region);
  const Replica* find(std::string_view region) const;
};

// Every global table.
//
// Thread safety: safe to use from any thread. Its lock is held within its functions only.
class GlobalTables {
 public:
  // The global table, or nothing.
  std::optional<GlobalTable> find(std::string_view scope, std::string_view name) const;

  void clear();

  // Called under the lock with every change; set before the first call, or not at all.
  std::function<void(std::string_view scope, const GlobalTable& table)> changed;

  // All of them with their scopes, and one as it was (without replicas: not any more).
  std::vector<std::pair<std::string, GlobalTable>> all() const;
  void restore(const std::string& scope, GlobalTable table);

  // Takes over a changed copy. False, and nothing done, when the table changed since `before` was
  // read (nothing: there was none). A table without replicas is forgotten.
  bool replace(std::string_view scope, const std::optional<GlobalTable>& before,
               GlobalTable after);

  // Up to `limit` tables of the scope and version after this name, by name; with a region, those
  // with a replica there.
  std::vector<GlobalTable> list(std::string_view scope, std::string_view after, std::size_t limit,
                                GlobalTableVersion version,
                                std::optional<std::string_view> region) const;

 private:
  using Key = std::pair<std::string, std::string>;  // scope, name

  mutable Mutex mutex_;
  std::map<Key, GlobalTable> tables_ STATOR_GUARDED_BY(mutex_);
};

// The regions of AWS that have global tables.
bool is_supported_region(std::string_view region);
std::string supported_regions();

}  // namespace stator::engine
