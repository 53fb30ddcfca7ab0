// Counts how often the keys of a table and of its indexes are asked for, while contributor insights
// are on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/attribute_value.h"
#include "model/mutex.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/heavy_hitters.h"

namespace stator::storage {

enum class KeyEvent {
  kAccessed,
  kThrottled,  // never happens while nothing is throttled
};

// A key and how often it was asked for: never more often than `count`, and less often by
// `overcount_max` at most.
struct KeyCount {
  AttributeMap key;
  std::uint64_t count = 0;
  std::uint64_t overcount_max = 0;
};

// The counters of one table or index.
//
// Thread safety: all members from any thread.
class KeyCounter {
 public:
  KeyCounter(KeySchema key, InsightsMode mode) : key_(std::move(key)), mode_(mode) {}

  // `bytes` begin with the key's hash and values (model/key_bytes.h). Events that the mode does not
  // ask for count for nothing.
  void count(KeyEvent event, std::string_view bytes);

  // The most frequent ones, by partition key alone or by the whole key; `most` at most.
  std::vector<KeyCount> top_partitions(KeyEvent event, std::size_t most) const;
  std::vector<KeyCount> top_keys(KeyEvent event, std::size_t most) const;

  const KeySchema& key() const { return key_; }
  InsightsMode mode() const { return mode_; }

 private:
  // Enough to find every key that has a share of half a per cent.
  static constexpr std::size_t kCounters = 400;

  struct Counters {
    HeavyHitters partitions{kCounters};
    HeavyHitters keys{kCounters};  // unused without RANGE attributes
  };
  Counters& of(KeyEvent event) STATOR_REQUIRES(mutex_) {
    return event == KeyEvent::kAccessed ? accessed_ : throttled_;
  }
  const Counters& of(KeyEvent event) const STATOR_REQUIRES(mutex_) {
    return event == KeyEvent::kAccessed ? accessed_ : throttled_;
  }

  const KeySchema key_;
  const InsightsMode mode_;
  mutable Mutex mutex_;
  Counters accessed_ STATOR_GUARDED_BY(mutex_);
  Counters throttled_ STATOR_GUARDED_BY(mutex_);
};

// What a table counts: absent where insights are off. Immutable, so that a reader may leave the
// table's lock with it.
struct KeyMonitor {
  std::shared_ptr<KeyCounter> table;
  std::map<std::string, std::shared_ptr<KeyCounter>, std::less<>> indexes;  // by name

  KeyCounter* index(std::string_view name) const {
    const auto found = indexes.find(name);
    return found == indexes.end() ? nullptr : found->second.get();
  }
};

}  // namespace stator::storage
