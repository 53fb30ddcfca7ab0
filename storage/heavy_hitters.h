// The most frequent of many texts, counted in bounded memory.
//
// Space-saving (Metwally, Agrawal, El Abbadi: "Efficient computation of frequent and top-k elements
// in data streams", 2005): a text that has no counter takes over the smallest one, and its count.
// So every text that came more often than (all / counters) has a counter, no count is too low, and
// each says by how much it may be too high.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stator::storage {

// Thread safety: none.
class HeavyHitters {
 public:
  struct Hitter {
    std::string text;
    std::uint64_t count = 0;
    std::uint64_t overcount_max = 0;
  };

  // REQUIRES: counters >= 1.
  explicit HeavyHitters(std::size_t counters) : counters_max_(counters) {}

  void add(std::string_view text);

  // The most frequent ones, first the highest count, then by text; `most` at most.
  std::vector<Hitter> top(std::size_t most) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  // Where each text's counter is in the heap.
  using Positions = std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>>;
  // Texts are the map's: its entries do not move.
  struct Counter {
    Positions::value_type* entry;
    std::uint64_t count;
    std::uint64_t overcount_max;
  };

  void exchange(std::size_t a, std::size_t b);
  void rise(std::size_t at);
  void sink(std::size_t at);

  std::size_t counters_max_;
  std::vector<Counter> heap_;  // the smallest count first
  Positions positions_;
};

}  // namespace stator::storage
