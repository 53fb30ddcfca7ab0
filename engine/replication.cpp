#include "engine/replication.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/meter.h"
#include "engine/persistence/commit.h"
#include "storage/stream_log.h"

namespace stator::engine {
namespace {

// What is delivered before other work gets its turn.
constexpr std::size_t kSliceChanges = 64;

// Version 2017 keeps its marks in the items themselves, where everybody sees them.
constexpr std::string_view kDeletingMark = "aws:rep:deleting";
constexpr std::string_view kRegionMark = "aws:rep:updateregion";
constexpr std::string_view kTimeMark = "aws:rep:updatetime";

class ReplicaObserver final : public storage::ChangeObserver {
 public:
  ReplicaObserver(std::shared_ptr<ReplicationGroup> group, std::string region)
      : group_(std::move(group)), region_(std::move(region)) {}

  void before_change(const storage::Trees&, const storage::ItemChange& change,
                     const storage::ChangeContext& context) noexcept override {
    if (context.origin != storage::ChangeOrigin::kReplication) {
      group_->note(region_, change, context);
    }
  }

 private:
  const std::shared_ptr<ReplicationGroup> group_;
  const std::string region_;
};

// "1790000000.123001": seconds, with a fraction that the service fills up in its own way.
Number mark_time(Timestamp at) {
  const auto milliseconds = at.time_since_epoch().count();
  const std::string text =
      fmt::format("{}.{:03}001", milliseconds / 1000, milliseconds % 1000);
  return std::get<Number>(Number::parse(text));
}

ItemRef with_marks(const ItemRef& item, const std::string& region, Timestamp at) {
  AttributeMap attributes = item->attributes();
  attributes.set(std::string(kDeletingMark), AttributeValue(false));
  attributes.set(std::string(kRegionMark), AttributeValue::string(region));
  attributes.set(std::string(kTimeMark), AttributeValue(mark_time(at)));
  return make_item(std::move(attributes));
}

// Strongly consistent global tables that this thread wrote to since it last delivered.
thread_local std::vector<std::shared_ptr<ReplicationGroup>> written_strongly;

std::size_t bytes_of(const ItemRef& item) { return item ? item->size_bytes() : 0; }

}  // namespace

ReplicationGroup::ReplicationGroup(Engine& engine, GlobalTableVersion version,
                                   RegionConsistency consistency)
    : engine_(engine), version_(version), consistency_(consistency) {}

void ReplicationGroup::join(const std::string& region,
                            const std::shared_ptr<storage::Table>& table) {
  auto observer = std::make_shared<ReplicaObserver>(shared_from_this(), region);
  table->attach(observer);
  const MutexLock lock(mutex_);
  members_.insert_or_assign(region, Member{table, observer});
}

bool ReplicationGroup::has(std::string_view region) const {
  const MutexLock lock(mutex_);
  return members_.contains(region);
}

void ReplicationGroup::leave(const std::string& region) {
  Member member;
  {
    const MutexLock lock(mutex_);
    const auto at = members_.find(region);
    if (at == members_.end()) return;
    member = std::move(at->second);
    members_.erase(at);
  }
  const auto table = member.table.lock();
  const auto observer = member.observer.lock();
  if (table && observer) {
    const WriteLock lock(table->mutex());
    table->detach(*observer);
  }
}

std::map<std::string, std::shared_ptr<storage::Table>> ReplicationGroup::tables() const {
  std::map<std::string, std::shared_ptr<storage::Table>> tables;
  const MutexLock lock(mutex_);
  for (const auto& [region, member] : members_) {
    if (auto table = member.table.lock()) tables.emplace(region, std::move(table));
  }
  return tables;
}

// Strongly consistent replicas do not wait for each other.
std::chrono::milliseconds ReplicationGroup::delay() const {
  return consistency_ == RegionConsistency::kStrong ? std::chrono::milliseconds(0)
                                                    : engine_.durations.replication;
}

void ReplicationGroup::schedule(Timestamp at) {
  engine_.background.schedule(at, [group = shared_from_this()] { group->deliver_some(); });
}

std::vector<ReplicatedChange> ReplicationGroup::on_the_way() const {
  std::vector<ReplicatedChange> all;
  const MutexLock lock(mutex_);
  for (const Pending& each : pending_) all.push_back({each.region, each.key, each.after, each.at});
  return all;
}

void ReplicationGroup::note(const std::string& region, const storage::ItemChange& change,
                            const storage::ChangeContext& context) {
  bool is_first = false;
  {
    const MutexLock lock(mutex_);
    const std::uint64_t number = ++changes_;
    pending_.push_back(
        {region, change.key, change.after, context.now, number, engine_.is_restoring});
    LastWrite& last = last_writes_[change.key];
    if (context.now >= last.at) last = {context.now, number};
    is_first = !std::exchange(is_scheduled_, true);
  }
  if (is_first) schedule(context.now + delay());
  // Other origins have nobody who waits for an answer.
  if (consistency_ == RegionConsistency::kStrong && !engine_.is_restoring &&
      context.origin == storage::ChangeOrigin::kUser) {
    written_strongly.push_back(shared_from_this());
  }
}

std::vector<ReplicationGroup::Pending> ReplicationGroup::take_due(Timestamp now) {
  std::vector<Pending> due;
  const MutexLock lock(mutex_);
  while (!pending_.empty() && due.size() < kSliceChanges &&
         pending_.front().at + delay() <= now) {
    due.push_back(std::move(pending_.front()));
    pending_.pop_front();
  }
  return due;
}

void ReplicationGroup::deliver_now() {
  const Gate::Passage passage(engine_.gate);
  const MutexLock delivering(delivering_);
  for (;;) {
    const std::vector<Pending> due = take_due(Timestamp::max());
    if (due.empty()) return;
    for (const Pending& change : due) deliver(change);
  }
}

void ReplicationGroup::deliver_some() {
  const Timestamp now = engine_.clock.now();
  {
    const MutexLock delivering(delivering_);
    for (const Pending& change : take_due(now)) deliver(change);
  }
  Timestamp next{};
  {
    const MutexLock lock(mutex_);
    is_scheduled_ = !pending_.empty();
    if (!is_scheduled_) return;
    next = std::max(now, pending_.front().at + delay());
  }
  schedule(next);
}

void ReplicationGroup::deliver(const Pending& change) {
  const bool is_marked = version_ == GlobalTableVersion::k2017 && change.after;
  const ItemRef after =
      is_marked ? with_marks(change.after, change.region, change.at) : change.after;
  for (const auto& [region, table] : tables()) {
    if (region != change.region || is_marked) apply(*table, change, after);
  }
  forget(change);
}

// Whoever writes this item in this replica from now on comes later; whoever did before is known to
// `is_last`, as both happen under the table's lock.
void ReplicationGroup::apply(storage::Table& replica, const Pending& change,
                             const ItemRef& after) {
  std::size_t bytes_before = 0;
  std::vector<storage::IndexEffect> effects;
  std::shared_ptr<const TableSchema> schema;
  {
    const WriteLock lock(replica.mutex());
    if (!is_last(change)) return;
    const ItemRef* found = replica.trees().items.find(change.key);
    const ItemRef before = found == nullptr ? ItemRef() : *found;
    if (before == after) return;
    // What was on its way when the server ended may have arrived before.
    if (change.is_repeat && storage::changes_nothing({change.key, before, after})) return;
    bytes_before = bytes_of(before);
    schema = replica.trees().schema;
    const storage::ItemChange arrived{change.key, before, after};
    const storage::ChangeContext context{engine_.clock.now(),
                                         storage::ChangeOrigin::kReplication};
    effects = replica.apply(arrived, context);
    if (engine_.journal) append_change(*engine_.journal, replica, arrived, context);
  }
  TableMeter meter(schema->name, schema);
  meter.write_item(bytes_before, bytes_of(after), WriteMode::kStandard, effects);
  engine_.ledger.record({}, "Replication", meter);
}

bool ReplicationGroup::is_last(const Pending& change) const {
  const MutexLock lock(mutex_);
  const auto last = last_writes_.find(change.key);
  return last != last_writes_.end() && last->second.number == change.number;
}

void ReplicationGroup::forget(const Pending& change) {
  const MutexLock lock(mutex_);
  const auto last = last_writes_.find(change.key);
  if (last != last_writes_.end() && last->second.number == change.number) {
    last_writes_.erase(last);
  }
}

void deliver_strong_writes() {
  if (written_strongly.empty()) return;
  const auto groups = std::exchange(written_strongly, {});
  for (const auto& group : groups) group->deliver_now();
}

}  // namespace stator::engine
