#include "storage/heavy_hitters.h"

#include <algorithm>
#include <utility>

namespace stator::storage {

void HeavyHitters::add(std::string_view text) {
  if (const auto known = positions_.find(text); known != positions_.end()) {
    const std::size_t at = known->second;
    ++heap_[at].count;
    sink(at);
    return;
  }
  if (heap_.size() < counters_max_) {
    const auto entry = positions_.emplace(std::string(text), heap_.size()).first;
    heap_.push_back({&*entry, 1, 0});
    rise(heap_.size() - 1);
    return;
  }
  Counter& least = heap_.front();
  auto node = positions_.extract(positions_.find(least.entry->first));
  node.key() = text;
  least.entry = &*positions_.insert(std::move(node)).position;
  least.overcount_max = least.count;
  ++least.count;
  sink(0);
}

std::vector<HeavyHitters::Hitter> HeavyHitters::top(std::size_t most) const {
  std::vector<Hitter> hitters;
  hitters.reserve(heap_.size());
  for (const Counter& counter : heap_) {
    hitters.push_back({counter.entry->first, counter.count, counter.overcount_max});
  }
  std::sort(hitters.begin(), hitters.end(), [](const Hitter& a, const Hitter& b) {
    return a.count != b.count ? a.count > b.count : a.text < b.text;
  });
  hitters.resize(std::min(most, hitters.size()));
  return hitters;
}

void HeavyHitters::exchange(std::size_t a, std::size_t b) {
  std::swap(heap_[a], heap_[b]);
  std::swap(heap_[a].entry->second, heap_[b].entry->second);
}

// Moves a new counter up to where the heap is in order again.
void HeavyHitters::rise(std::size_t at) {
  while (at != 0 && heap_[(at - 1) / 2].count > heap_[at].count) {
    exchange(at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
}

// Moves a counter that has grown down to where the heap is in order again.
void HeavyHitters::sink(std::size_t at) {
  for (;;) {
    std::size_t least = at;
    for (const std::size_t child : {2 * at + 1, 2 * at + 2}) {
      if (child < heap_.size() && heap_[child].count < heap_[least].count) least = child;
    }
    if (least == at) return;
    exchange(at, least);
    at = least;
  }
}

}  // namespace stator::storage
