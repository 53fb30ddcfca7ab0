// The ordered map behind every table, index and snapshot: a copy-on-write B+tree.
//
// One rule keeps copies apart: a node (or entry) may be changed only while every node on the way
// to it has exactly one owner. Descending for a write, `unshare` copies what has another owner.
// So copying a tree is a snapshot and costs one more owner of the root, and a write after that
// copies only the path to the entry that it changes.
#pragma once

#include <cassert>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include "model/counted.h"
#include "storage/keyed.h"
#include "storage/keyed_slots.h"

namespace stator::storage {

// A map from byte strings, ordered by memcmp, to values.
//
// Thread safety: as a standard container's. Copies are independent of each other: they may be
// read, written and destroyed in different threads although they share nodes.
// Ownership: the tree owns its values; trees that share nodes share them.
// Errors: only std::bad_alloc. The tree then holds what it held before, or the finished change,
// in order, in nodes that may be less full than invariant 4 says.
//
// Invariants (`broken_invariant` checks them)
//  1. an empty tree has no nodes;
//  2. all leaves are equally deep, and an inner root has at least two children;
//  3. a child's slot key, its *low*, is at most the least key below the child and greater than
//     every key below the children before it. The first child's low is its parent's own low; the
//     root's is empty;
//  4. every node but the root is at least a quarter full;
//  5. size() is the number of entries.
template <class Value, std::size_t kFanOut = 32>
class CowTree {
 public:
  CowTree() = default;
  CowTree(const CowTree&) = default;
  CowTree(CowTree&& other) noexcept
      : root_(std::move(other.root_)), size_(std::exchange(other.size_, 0)) {}
  CowTree& operator=(CowTree other) noexcept {
    std::swap(root_, other.root_);
    std::swap(size_, other.size_);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The value, or nullptr. Valid until this tree changes.
  const Value* find(std::string_view key) const;

  // Sets the value of a key. True when the key is new.
  bool put(std::string_view key, Value value);

  // False when the tree does not hold the key.
  bool erase(std::string_view key);

  // Calls visit(std::string_view key, const Value&) for the entries whose key is `lower` or more,
  // ascending, until it returns false. REQUIRES: visit does not change this tree.
  template <class Visit>
  void ascend(std::string_view lower, Visit visit) const {
    if (root_) ascend(*root_, lower, visit);
  }

  // The same for the entries whose key is less than `upper`, descending. An empty `upper` is no
  // bound.
  template <class Visit>
  void descend(std::string_view upper, Visit visit) const {
    if (root_) descend(*root_, upper, visit);
  }

  // For tests: nullptr when all invariants hold, else which does not. Visits every entry.
  const char* broken_invariant() const;

 private:
  struct Node;
  struct Nothing {};
  using Entry = Keyed<Value>;
  using Low = Keyed<Nothing>;

  struct EntrySlot {
    Counted<Entry> entry;
    std::string_view key() const { return entry->key(); }
    void prefetch() const { __builtin_prefetch(entry.get(), 1); }
  };
  struct ChildSlot {
    Counted<Low> low;
    Counted<Node> node;
    std::string_view key() const { return low->key(); }
    void prefetch() const {
      __builtin_prefetch(low.get(), 1);
      __builtin_prefetch(node.get(), 1);
    }
  };

  // A leaf slot is two words, an inner slot three: these capacities make both nodes equally large.
  using Leaf = KeyedSlots<EntrySlot, kFanOut * 3 / 2>;
  using Inner = KeyedSlots<ChildSlot, kFanOut>;
  static_assert(kFanOut >= 8, "a quarter of a node must hold two slots");

  struct Node : CountedBase {
    template <class Slots>
    explicit Node(std::in_place_type_t<Slots> kind) : slots(kind) {}

    std::variant<Leaf, Inner> slots;

    Leaf* leaf() { return std::get_if<Leaf>(&slots); }
    const Leaf* leaf() const { return std::get_if<Leaf>(&slots); }
    Inner& inner() { return *std::get_if<Inner>(&slots); }
    const Inner& inner() const { return *std::get_if<Inner>(&slots); }
    bool full() const {
      return std::visit([](const auto& own) { return own.full(); }, slots);
    }
  };

  template <class Slots>
  static Counted<Node> make_node() {
    return make_counted<Node>(std::in_place_type<Slots>);
  }

  // The node, changeable. REQUIRES: every node above it has one owner.
  static Node& unshare(Counted<Node>& node) {
    if (!node.unique()) node = make_counted<Node>(std::as_const(*node));
    return *node;
  }

  // The child below which a key is, or belongs. The first child's low is at most any key that
  // gets here (invariant 3).
  static std::size_t child_index(const Inner& inner, std::string_view key) {
    const SlotPosition position = inner.locate(key);
    return position.found ? position.index : position.index - 1;
  }

  // The low of the child that starts with slot `i` of the given slots.
  static Counted<Low> low_of(const Leaf& leaf, std::size_t i) { return Low::make(leaf.key(i), {}); }
  static Counted<Low> low_of(const Inner& inner, std::size_t i) { return inner[i].low; }

  Node& root_for_insertion(std::string_view key);
  static void split_child(Inner& parent, std::size_t i, std::string_view key);
  bool put_entry(Leaf& leaf, std::string_view key, Value value);

  static void take(Counted<Node>& node, std::string_view key);
  static void rebalance(Inner& parent, std::size_t i);
  template <class Slots>
  static void merge_or_share(Inner& parent, std::size_t i, Slots& left, Slots& right);

  template <class Visit>
  static bool ascend(const Node& node, std::string_view lower, Visit& visit);
  template <class Visit>
  static bool descend(const Node& node, std::string_view upper, Visit& visit);

  // What a check of the nodes above knows about a node.
  struct Place {
    std::string_view low;
    std::size_t depth = 0;
  };
  // What a check of the nodes so far has found.
  struct Tally {
    std::size_t entries = 0;
    std::size_t leaf_depth = 0;
    std::string_view last_key;
  };
  static const char* broken_invariant(const Node& node, Place place, Tally& tally);

  Counted<Node> root_;
  std::size_t size_ = 0;
};

template <class Value, std::size_t kFanOut>
const Value* CowTree<Value, kFanOut>::find(std::string_view key) const {
  if (!root_) return nullptr;
  const Node* node = root_.get();
  while (node->leaf() == nullptr) {
    const Inner& inner = node->inner();
    node = inner[child_index(inner, key)].node.get();
  }
  const Leaf& leaf = *node->leaf();
  const SlotPosition position = leaf.locate(key);
  return position.found ? &leaf[position.index].entry->payload() : nullptr;
}

// Full nodes are split on the way down, so that a split never has to climb back up, and so that
// every step leaves a whole tree behind should an allocation fail.
template <class Value, std::size_t kFanOut>
bool CowTree<Value, kFanOut>::put(std::string_view key, Value value) {
  Node* node = &root_for_insertion(key);
  while (node->leaf() == nullptr) {
    Inner& inner = node->inner();
    std::size_t i = child_index(inner, key);
    if (unshare(inner[i].node).full()) {
      split_child(inner, i, key);
      i = child_index(inner, key);
    }
    node = inner[i].node.get();
  }
  return put_entry(*node->leaf(), key, std::move(value));
}

// The root, made if there is none and not full.
template <class Value, std::size_t kFanOut>
typename CowTree<Value, kFanOut>::Node& CowTree<Value, kFanOut>::root_for_insertion(
    std::string_view key) {
  if (!root_) root_ = make_node<Leaf>();
  if (unshare(root_).full()) {
    Counted<Node> top = make_node<Inner>();
    top->inner().insert(0, ChildSlot{Low::make({}, {}), root_});
    split_child(top->inner(), 0, key);
    root_ = std::move(top);
  }
  return *root_;
}

// Splits a full child before `key` is put below it. Keys that come in order always go to one end
// of a node; then the other side is left three quarters full instead of half.
template <class Value, std::size_t kFanOut>
void CowTree<Value, kFanOut>::split_child(Inner& parent, std::size_t i, std::string_view key) {
  std::visit(
      [&]<class Slots>(Slots& left) {
        const std::size_t position = left.locate(key).index;
        std::size_t at = left.size() / 2;
        if (position == left.size()) at = left.size() - left.size() / 4;
        if (position == 0) at = left.size() / 4;
        ChildSlot right{low_of(left, at), make_node<Slots>()};
        left.move_tail(at, *std::get_if<Slots>(&right.node->slots));
        parent.insert(i + 1, std::move(right));
      },
      parent[i].node->slots);
}

template <class Value, std::size_t kFanOut>
bool CowTree<Value, kFanOut>::put_entry(Leaf& leaf, std::string_view key, Value value) {
  const SlotPosition position = leaf.locate(key);
  if (!position.found) {
    leaf.insert(position.index, EntrySlot{Entry::make(key, std::move(value))});
    ++size_;
    return true;
  }
  Counted<Entry>& entry = leaf[position.index].entry;
  if (entry.unique()) {
    entry->set_payload(std::move(value));
  } else {
    entry = Entry::make(key, std::move(value));
  }
  return false;
}

template <class Value, std::size_t kFanOut>
bool CowTree<Value, kFanOut>::erase(std::string_view key) {
  if (find(key) == nullptr) return false;  // a write that changes nothing must not copy nodes
  take(root_, key);
  --size_;
  if (size_ == 0) {
    root_ = nullptr;
  } else if (root_->leaf() == nullptr && root_->inner().size() == 1) {
    root_ = Counted<Node>(root_->inner()[0].node);
  }
  return true;
}

// Removes a key that is there.
template <class Value, std::size_t kFanOut>
void CowTree<Value, kFanOut>::take(Counted<Node>& node, std::string_view key) {
  Node& own = unshare(node);
  if (Leaf* leaf = own.leaf()) {
    leaf->erase(leaf->locate(key).index);
    return;
  }
  const std::size_t i = child_index(own.inner(), key);
  take(own.inner()[i].node, key);
  rebalance(own.inner(), i);
}

// Restores invariant 4 for the i-th child, which may have lost a slot.
template <class Value, std::size_t kFanOut>
void CowTree<Value, kFanOut>::rebalance(Inner& parent, std::size_t i) {
  const bool full_enough = std::visit(
      []<class Slots>(const Slots& slots) { return slots.size() >= Slots::kSlotsMax / 4; },
      parent[i].node->slots);
  if (full_enough || parent.size() == 1) return;
  const std::size_t left_index = i == 0 ? 0 : i - 1;
  Node& left = unshare(parent[left_index].node);
  Node& right = unshare(parent[left_index + 1].node);
  std::visit(
      [&]<class Slots>(Slots& slots) {
        merge_or_share(parent, left_index, slots, *std::get_if<Slots>(&right.slots));
      },
      left.slots);
}

// Makes one of two neighbours, the i-th child and the next. When that would leave a node that
// splits again soon, shares their slots evenly instead.
template <class Value, std::size_t kFanOut>
template <class Slots>
void CowTree<Value, kFanOut>::merge_or_share(Inner& parent, std::size_t i, Slots& left,
                                             Slots& right) {
  const std::size_t total = left.size() + right.size();
  if (total <= Slots::kSlotsMax - Slots::kSlotsMax / 4) {
    right.move_front(right.size(), left);
    parent.erase(i + 1);
    return;
  }
  const std::size_t share = total / 2;
  const bool to_right = left.size() > share;
  ChildSlot moved{to_right ? low_of(left, share) : low_of(right, share - left.size()),
                  parent[i + 1].node};
  if (to_right) {
    left.move_tail(share, right);
  } else {
    right.move_front(share - left.size(), left);
  }
  parent.erase(i + 1);
  parent.insert(i + 1, std::move(moved));
}

template <class Value, std::size_t kFanOut>
template <class Visit>
bool CowTree<Value, kFanOut>::ascend(const Node& node, std::string_view lower, Visit& visit) {
  if (const Leaf* leaf = node.leaf()) {
    for (std::size_t i = leaf->locate(lower).index; i < leaf->size(); ++i) {
      const Entry& entry = *(*leaf)[i].entry;
      if (!visit(entry.key(), entry.payload())) return false;
    }
    return true;
  }
  const Inner& inner = node.inner();
  // Only the first child can hold keys on both sides of `lower`.
  for (std::size_t i = lower.empty() ? 0 : child_index(inner, lower); i < inner.size(); ++i) {
    if (!ascend(*inner[i].node, lower, visit)) return false;
    lower = {};
  }
  return true;
}

template <class Value, std::size_t kFanOut>
template <class Visit>
bool CowTree<Value, kFanOut>::descend(const Node& node, std::string_view upper, Visit& visit) {
  if (const Leaf* leaf = node.leaf()) {
    for (std::size_t i = upper.empty() ? leaf->size() : leaf->locate(upper).index; i > 0; --i) {
      const Entry& entry = *(*leaf)[i - 1].entry;
      if (!visit(entry.key(), entry.payload())) return false;
    }
    return true;
  }
  const Inner& inner = node.inner();
  // Children whose low is `upper` or more hold greater keys only; of the others, only the last
  // can hold keys on both sides of `upper`.
  for (std::size_t i = upper.empty() ? inner.size() : inner.locate(upper).index; i > 0; --i) {
    if (!descend(*inner[i - 1].node, upper, visit)) return false;
    upper = {};
  }
  return true;
}

template <class Value, std::size_t kFanOut>
const char* CowTree<Value, kFanOut>::broken_invariant() const {
  if (!root_) return size_ == 0 ? nullptr : "a size without nodes";
  if (size_ == 0) return "nodes without a size";
  if (root_->leaf() == nullptr && root_->inner().size() < 2) return "an inner root with one child";
  Tally tally;
  if (const char* broken = broken_invariant(*root_, Place{}, tally)) return broken;
  return tally.entries == size_ ? nullptr : "a size that is not the number of entries";
}

template <class Value, std::size_t kFanOut>
const char* CowTree<Value, kFanOut>::broken_invariant(const Node& node, Place place, Tally& tally) {
  const auto check_slots = [&]<class Slots>(const Slots& slots) {
    if (place.depth > 0 && slots.size() < Slots::kSlotsMax / 4) return "a node that is too empty";
    return slots.broken_invariant();
  };
  if (const char* broken = std::visit(check_slots, node.slots)) return broken;
  if (const Leaf* leaf = node.leaf()) {
    if (tally.entries > 0 && leaf->key(0) <= tally.last_key) return "leaves that do not ascend";
    if (tally.entries > 0 && place.low <= tally.last_key) return "a low at most an earlier key";
    if (leaf->key(0) < place.low) return "a key below its leaf's low";
    if (tally.entries > 0 && place.depth != tally.leaf_depth) return "leaves not equally deep";
    tally = Tally{tally.entries + leaf->size(), place.depth, leaf->key(leaf->size() - 1)};
    return nullptr;
  }
  const Inner& inner = node.inner();
  if (inner.key(0) != place.low) return "a first child with another low than its parent";
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const Place child{inner.key(i), place.depth + 1};
    if (const char* broken = broken_invariant(*inner[i].node, child, tally)) return broken;
  }
  return nullptr;
}

}  // namespace stator::storage
