#include "engine/persistence/named_snapshots.h"

#include <algorithm>
#include <utility>

#include "engine/engine.h"
#include "engine/persistence/journal.h"
#include "engine/persistence/restoration.h"
#include "engine/persistence/snapshot.h"

namespace stator::engine {
namespace {

constexpr std::size_t kNameBytesMax = 255;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

SnapshotDescription describe(const std::string& name, Timestamp taken, const Capture& capture) {
  SnapshotDescription description{name, taken, capture.tables.size(), 0, 0};
  for (const Capture::Table& table : capture.tables) {
    description.items += table.trees.items.size();
    description.bytes += table.trees.size_bytes;
  }
  return description;
}

}  // namespace

struct NamedSnapshots::Taken {
  SnapshotDescription description;
  Capture capture;
  std::optional<std::uint64_t> kept;  // what the journal calls it, once it was restored
};

NamedSnapshots::NamedSnapshots(Engine& engine) : engine_(engine) {}
NamedSnapshots::~NamedSnapshots() = default;

bool NamedSnapshots::is_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameBytesMax &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

SnapshotDescription NamedSnapshots::take(const std::string& name) {
  const MutexLock working(working_);
  auto taken = std::make_shared<Taken>();
  {
    const Gate::Closure alone(engine_.gate);
    taken->capture = capture_moment(engine_);
    taken->description = describe(name, engine_.clock.now(), taken->capture);
  }
  SnapshotDescription description = taken->description;
  TakenRef replaced;
  {
    const MutexLock lock(mutex_);
    replaced = std::exchange(snapshots_[name], std::move(taken));
  }
  drop(std::move(replaced));
  return description;
}

std::optional<SnapshotDescription> NamedSnapshots::restore(std::string_view name) {
  const MutexLock working(working_);
  const TakenRef taken = find(name);
  if (!taken) return std::nullopt;
  if (engine_.journal) {
    engine_.journal->require_working();
    if (!taken->kept) taken->kept = engine_.journal->keep(taken->capture);
  }
  const Gate::Closure alone(engine_.gate);
  engine::restore(engine_, taken->capture, taken->kept);
  return taken->description;
}

std::optional<SnapshotDescription> NamedSnapshots::remove(std::string_view name) {
  const MutexLock working(working_);
  TakenRef removed;
  {
    const MutexLock lock(mutex_);
    const auto at = snapshots_.find(name);
    if (at == snapshots_.end()) return std::nullopt;
    removed = std::move(at->second);
    snapshots_.erase(at);
  }
  SnapshotDescription description = removed->description;
  drop(std::move(removed));
  return description;
}

std::vector<SnapshotDescription> NamedSnapshots::list() const {
  std::vector<SnapshotDescription> all;
  const MutexLock lock(mutex_);
  for (const auto& [name, taken] : snapshots_) all.push_back(taken->description);
  return all;
}

NamedSnapshots::TakenRef NamedSnapshots::find(std::string_view name) const {
  const MutexLock lock(mutex_);
  const auto at = snapshots_.find(name);
  return at == snapshots_.end() ? nullptr : at->second;
}

void NamedSnapshots::drop(TakenRef taken) {
  if (!taken) return;
  if (taken->kept) engine_.journal->give_up(*taken->kept);
  engine_.reclaimer.drop(std::move(taken));
}

}  // namespace stator::engine
