#include "storage/key_monitor.h"

#include "model/key_decode.h"

namespace stator::storage {
namespace {

std::vector<KeyCount> decode(const std::vector<HeavyHitters::Hitter>& hitters,
                             const KeySchema& key) {
  std::vector<KeyCount> counts;
  counts.reserve(hitters.size());
  for (const auto& [bytes, count, overcount_max] : hitters) {
    counts.push_back({decode_key(bytes, key), count, overcount_max});
  }
  return counts;
}

}  // namespace

void KeyCounter::count(KeyEvent event, std::string_view bytes) {
  if (event == KeyEvent::kAccessed && mode_ == InsightsMode::kThrottledKeys) return;
  const KeyParts parts = split_key(bytes, key_);
  const MutexLock lock(mutex_);
  Counters& counters = of(event);
  counters.partitions.add(bytes.substr(0, parts.partition_end));
  if (!key_.range.empty()) counters.keys.add(bytes.substr(0, parts.sort_end));
}

std::vector<KeyCount> KeyCounter::top_partitions(KeyEvent event, std::size_t most) const {
  const auto top = [&] {
    const MutexLock lock(mutex_);
    return of(event).partitions.top(most);
  }();
  return decode(top, KeySchema{key_.hash, {}});
}

std::vector<KeyCount> KeyCounter::top_keys(KeyEvent event, std::size_t most) const {
  const auto top = [&] {
    const MutexLock lock(mutex_);
    return of(event).keys.top(most);
  }();
  return decode(top, key_);
}

}  // namespace stator::storage
