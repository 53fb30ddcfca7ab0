#include "storage/keyed_slots.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace stator::storage {
namespace {

struct TextSlot {
  std::string text;
  std::string_view key() const { return text; }
  void prefetch() const {}
};
using Slots = KeyedSlots<TextSlot, 8>;

void add(Slots& slots, std::string_view key) {
  slots.insert(slots.locate(key).index, TextSlot{std::string(key)});
}

Slots slots_of(const std::vector<std::string>& keys) {
  Slots slots;
  for (const std::string& key : keys) add(slots, key);
  return slots;
}

std::vector<std::string> keys_of(const Slots& slots) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < slots.size(); ++i) keys.emplace_back(slots.key(i));
  return keys;
}

using namespace std::string_view_literals;

TEST(KeyHead, orders_as_keys_do_and_pads_short_keys) {
  EXPECT_EQ(key_head("\x01\x02\x03\x04\x05\x06\x07\x08\x09"sv, 0), 0x0102030405060708u);
  EXPECT_EQ(key_head("\x01\x02"sv, 0), 0x0102000000000000u);
  EXPECT_EQ(key_head("\x01\x02"sv, 2), 0u);
  EXPECT_EQ(key_head({}, 0), 0u);
  EXPECT_LT(key_head("\x7F"sv, 0), key_head("\x80"sv, 0));
}

TEST(KeyedSlots, finds_keys_and_the_places_of_absent_ones) {
  const Slots slots = slots_of({"d", "b", "f"});
  EXPECT_EQ(keys_of(slots), (std::vector<std::string>{"b", "d", "f"}));
  EXPECT_EQ(slots.locate("a").index, 0u);
  EXPECT_FALSE(slots.locate("a").found);
  EXPECT_EQ(slots.locate("d").index, 1u);
  EXPECT_TRUE(slots.locate("d").found);
  EXPECT_EQ(slots.locate("e").index, 2u);
  EXPECT_EQ(slots.locate("g").index, 3u);
}

TEST(KeyedSlots, tells_apart_keys_whose_heads_tie) {
  // Padding makes the first three heads equal; the last two share eight bytes.
  const std::vector<std::string> keys = {"", std::string("\0", 1), std::string("\0\0", 2),
                                         "same-headA", "same-headB"};
  const Slots slots = slots_of({keys[4], keys[1], keys[3], keys[0], keys[2]});
  EXPECT_EQ(keys_of(slots), keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(slots.locate(keys[i]).index, i);
    EXPECT_TRUE(slots.locate(keys[i]).found);
  }
  EXPECT_EQ(slots.locate("same-head").index, 3u);
  EXPECT_FALSE(slots.locate("same-headAA").found);
}

TEST(KeyedSlots, leaves_out_a_stem_and_notices_keys_outside_of_it) {
  Slots slots = slots_of({"collection#0001", "collection#0002", "collection#0004"});
  EXPECT_EQ(slots.locate("collection#0003").index, 2u);
  EXPECT_EQ(slots.locate("collection#").index, 0u);
  EXPECT_EQ(slots.locate("collection").index, 0u);
  EXPECT_EQ(slots.locate("b").index, 0u);
  EXPECT_EQ(slots.locate("d").index, 3u);
  EXPECT_EQ(slots.locate("collection$").index, 3u);
  EXPECT_EQ(slots.broken_invariant(), nullptr);

  add(slots, "collections");
  EXPECT_EQ(slots.broken_invariant(), nullptr);
  add(slots, "");
  EXPECT_EQ(slots.broken_invariant(), nullptr);
  EXPECT_EQ(slots.locate("").index, 0u);
  EXPECT_EQ(slots.locate("collections").index, 4u);
}

TEST(KeyedSlots, moves_slots_between_neighbours) {
  Slots left = slots_of({"partition#a1", "partition#a2", "partition#b1", "partition#b2"});
  Slots right;
  left.move_tail(2, right);
  EXPECT_EQ(keys_of(left), (std::vector<std::string>{"partition#a1", "partition#a2"}));
  EXPECT_EQ(keys_of(right), (std::vector<std::string>{"partition#b1", "partition#b2"}));
  EXPECT_EQ(left.broken_invariant(), nullptr);
  EXPECT_EQ(right.broken_invariant(), nullptr);

  right.move_front(1, left);
  left.move_tail(1, right);
  EXPECT_EQ(keys_of(left), (std::vector<std::string>{"partition#a1"}));
  EXPECT_EQ(keys_of(right),
            (std::vector<std::string>{"partition#a2", "partition#b1", "partition#b2"}));
  right.move_front(3, left);
  EXPECT_EQ(right.size(), 0u);
  EXPECT_EQ(left.size(), 4u);
  EXPECT_EQ(left.broken_invariant(), nullptr);
}

TEST(KeyedSlots, copies_are_independent) {
  Slots original = slots_of({"a", "b"});
  Slots copy(original);
  copy.erase(0);
  add(copy, "c");
  EXPECT_EQ(keys_of(original), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(keys_of(copy), (std::vector<std::string>{"b", "c"}));
}

}  // namespace
}  // namespace stator::storage
