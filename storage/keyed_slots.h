// The sorted slots of one tree node, and the search among them.
//
// Keys lead with a hash, so eight bytes nearly always tell two keys of a table apart; but keys of
// one item collection share those eight bytes and more. So the slots leave out what all of their
// keys share, the *stem*, and keep the next eight bytes of each key, its *head*, as one integer:
//
//   keys     "REPO#stator/ISSUE#0001"    stem  "REPO#stator/ISSUE#000"  (skip_ = 21)
//            "REPO#stator/ISSUE#0002"    heads "1", "2"
//
// A search compares the stem once, then integers, and looks at the keys only where heads tie.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace stator::storage {

// The eight bytes of `key` from position `from` on, padded with zeros, such that comparing heads
// never contradicts comparing keys. REQUIRES: from <= key.size().
inline std::uint64_t key_head(std::string_view key, std::size_t from) {
  std::uint64_t head = 0;
  const std::size_t rest = key.size() - from;
  if (rest >= sizeof head) {
    std::memcpy(&head, key.data() + from, sizeof head);
  } else if (rest > 0) {
    std::memcpy(&head, key.data() + from, rest);
  }
  if constexpr (std::endian::native == std::endian::little) head = __builtin_bswap64(head);
  return head;
}

// How many leading bytes two keys share.
inline std::size_t shared_bytes(std::string_view a, std::string_view b) {
  const auto end = a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

// Where a key is, or would be inserted.
struct SlotPosition {
  std::size_t index;
  bool found;
};

// At most `kCapacity` slots. `Slot` is a movable handle with `std::string_view key() const`; an
// empty handle is made by its default constructor.
//
// Invariants
//  1. keys ascend and are unique;
//  2. skip_ is 0 or at least 8, and every key starts with the same skip_ bytes;
//  3. heads_[i] is the head of the i-th key after skip_ bytes.
// Copying copies handles. Indexes are not checked, except by assertions.
template <class Slot, std::size_t kCapacity>
class KeyedSlots {
 public:
  static constexpr std::size_t kSlotsMax = kCapacity;

  KeyedSlots() = default;
  KeyedSlots(const KeyedSlots& other) : count_(other.count_), skip_(other.skip_) {
    std::copy_n(other.heads_.begin(), count_, heads_.begin());
    for (std::size_t i = 0; i < count_; ++i) other.slots_[i].prefetch();
    std::copy_n(other.slots_.begin(), count_, slots_.begin());
  }
  KeyedSlots& operator=(const KeyedSlots&) = delete;

  std::size_t size() const { return count_; }
  bool full() const { return count_ == kCapacity; }
  Slot& operator[](std::size_t i) { return slots_[i]; }
  const Slot& operator[](std::size_t i) const { return slots_[i]; }
  std::string_view key(std::size_t i) const { return slots_[i].key(); }

  SlotPosition locate(std::string_view key) const {
    if (skip_ > 0) {
      const int order = key.substr(0, skip_).compare(stem());
      if (order != 0) return {order < 0 ? 0 : count_, false};
    }
    const std::uint64_t head = key_head(key, skip_);
    const std::size_t first = lower_head(head);
    if (first == count_ || heads_[first] != head) return {first, false};
    return locate_tie(key, first);
  }

  // REQUIRES: not full; i is where the slot's key belongs.
  void insert(std::size_t i, Slot slot) {
    assert(!full() && i <= count_);
    const std::string_view key = slot.key();
    const bool same_stem = count_ > 0 && (skip_ == 0 || key.substr(0, skip_) == stem());
    open(i, 1);
    slots_[i] = std::move(slot);
    if (same_stem) {
      heads_[i] = key_head(slots_[i].key(), skip_);
    } else {
      settle(kNoHeads);
    }
  }

  void erase(std::size_t i) {
    assert(i < count_);
    close(i, 1);
  }

  // Moves the slots from `from` on to the front of the slots that follow these.
  void move_tail(std::size_t from, KeyedSlots& following) {
    move(from, count_ - from, following, 0);
  }
  // Moves the first `n` slots to the end of the slots that precede these.
  void move_front(std::size_t n, KeyedSlots& preceding) { move(0, n, preceding, preceding.count_); }

  // For tests: nullptr when the invariants hold, else what is wrong.
  const char* broken_invariant() const {
    if (skip_ > 0 && skip_ < sizeof(std::uint64_t)) return "a short stem";
    for (std::size_t i = 0; i < count_; ++i) {
      if (i > 0 && key(i - 1) >= key(i)) return "keys do not ascend";
      if (key(i).substr(0, skip_) != stem()) return "a key without the stem";
      if (heads_[i] != key_head(key(i), skip_)) return "a head that is not its key's";
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kNoHeads = ~std::size_t{0};

  std::string_view stem() const { return key(0).substr(0, skip_); }

  // The first slot whose head is `head` or more. Counting beats a binary search here: it neither
  // branches on hashes, which no predictor learns, nor waits for one cache line after the other.
  std::size_t lower_head(std::uint64_t head) const {
    std::size_t less = 0;
    for (std::size_t i = 0; i < count_; ++i) less += heads_[i] < head ? 1 : 0;
    return less;
  }

  // Among the slots whose heads equal the key's head, of which `first` is the first.
  SlotPosition locate_tie(std::string_view key, std::size_t first) const {
    std::size_t last = first + 1;
    while (last < count_ && heads_[last] == heads_[first]) ++last;
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      const int order = key.substr(skip_).compare(slots_[middle].key().substr(skip_));
      if (order == 0) return {middle, true};
      if (order < 0) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return {first, false};
  }

  // Makes room for `n` slots at `i`; their handles and heads are to be set by the caller.
  void open(std::size_t i, std::size_t n) {
    std::copy_backward(heads_.begin() + i, heads_.begin() + count_, heads_.begin() + count_ + n);
    std::move_backward(slots_.begin() + i, slots_.begin() + count_, slots_.begin() + count_ + n);
    count_ += n;
  }

  // Removes `n` slots at `i`. The stem stays: what all keys share, fewer keys share too.
  void close(std::size_t i, std::size_t n) {
    std::copy(heads_.begin() + i + n, heads_.begin() + count_, heads_.begin() + i);
    std::move(slots_.begin() + i + n, slots_.begin() + count_, slots_.begin() + i);
    for (std::size_t gone = count_ - n; gone < count_; ++gone) slots_[gone] = Slot();
    count_ -= n;
  }

  void move(std::size_t from, std::size_t n, KeyedSlots& to, std::size_t at) {
    assert(to.count_ + n <= kCapacity);
    const bool same_heads = to.count_ == 0 || to.skip_ == skip_;
    to.open(at, n);
    std::copy_n(heads_.begin() + from, n, to.heads_.begin() + at);
    std::move(slots_.begin() + from, slots_.begin() + from + n, to.slots_.begin() + at);
    close(from, n);
    to.settle(same_heads ? skip_ : kNoHeads);
    settle(skip_);
  }

  // Finds the stem of the present keys. `heads_skip` is the skip that the heads were made with.
  void settle(std::size_t heads_skip) {
    // Keys ascend, so what the first and the last share, all share.
    std::size_t skip = count_ == 0 ? 0 : shared_bytes(key(0), key(count_ - 1));
    if (skip < sizeof(std::uint64_t)) skip = 0;
    skip_ = skip;
    if (skip == heads_skip) return;
    for (std::size_t i = 0; i < count_; ++i) heads_[i] = key_head(key(i), skip);
  }

  std::size_t count_ = 0;
  std::size_t skip_ = 0;
  std::array<std::uint64_t, kCapacity> heads_;
  std::array<Slot, kCapacity> slots_;
};

}  // namespace stator::storage
