#include "storage/cow_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stator::storage {
namespace {

using Model = std::map<std::string, int, std::less<>>;
using Entries = std::vector<std::pair<std::string, int>>;

// Small nodes make deep trees of few keys.
using SmallTree = CowTree<int, 8>;

template <class Tree>
Entries ascending(const Tree& tree, std::string_view lower, std::size_t limit = SIZE_MAX) {
  Entries entries;
  tree.ascend(lower, [&](std::string_view key, int value) {
    entries.emplace_back(key, value);
    return entries.size() < limit;
  });
  return entries;
}

template <class Tree>
Entries descending(const Tree& tree, std::string_view upper, std::size_t limit = SIZE_MAX) {
  Entries entries;
  tree.descend(upper, [&](std::string_view key, int value) {
    entries.emplace_back(key, value);
    return entries.size() < limit;
  });
  return entries;
}

template <class Tree>
void expect_equal(const Tree& tree, const Model& model) {
  ASSERT_EQ(tree.broken_invariant(), nullptr);
  ASSERT_EQ(tree.size(), model.size());
  ASSERT_EQ(ascending(tree, {}), Entries(model.begin(), model.end()));
  ASSERT_EQ(descending(tree, {}), Entries(model.rbegin(), model.rend()));
}

TEST(CowTree, an_empty_tree_has_nothing_to_find) {
  SmallTree tree;
  EXPECT_TRUE(tree.empty());
  EXPECT_EQ(tree.find("a"), nullptr);
  EXPECT_FALSE(tree.erase("a"));
  EXPECT_TRUE(ascending(tree, {}).empty());
  EXPECT_TRUE(descending(tree, {}).empty());
  EXPECT_EQ(tree.broken_invariant(), nullptr);
}

TEST(CowTree, put_says_whether_the_key_is_new) {
  SmallTree tree;
  EXPECT_TRUE(tree.put("a", 1));
  EXPECT_FALSE(tree.put("a", 2));
  EXPECT_EQ(*tree.find("a"), 2);
  EXPECT_TRUE(tree.erase("a"));
  EXPECT_FALSE(tree.erase("a"));
  EXPECT_TRUE(tree.empty());
}

TEST(CowTree, iteration_starts_at_bounds_between_keys_and_stops_on_request) {
  SmallTree tree;
  for (int i = 0; i < 100; ++i) {
    const std::string digits = std::to_string(100 + 2 * i);
    tree.put(digits, i);
  }
  EXPECT_EQ(ascending(tree, "111", 2), (Entries{{"112", 6}, {"114", 7}}));
  EXPECT_EQ(ascending(tree, "112", 1), (Entries{{"112", 6}}));
  EXPECT_TRUE(ascending(tree, "299").empty());
  EXPECT_EQ(descending(tree, "111", 2), (Entries{{"110", 5}, {"108", 4}}));
  EXPECT_EQ(descending(tree, "112", 1), (Entries{{"110", 5}}));
  EXPECT_TRUE(descending(tree, "100").empty());
  EXPECT_EQ(descending(tree, {}, 1), (Entries{{"298", 99}}));
}

TEST(CowTree, keys_that_come_in_order_fill_their_nodes) {
  SmallTree up;
  SmallTree down;
  Model model;
  for (int i = 0; i < 3000; ++i) {
    const std::string key = std::to_string(10000 + i);
    up.put(key, i);
    down.put(std::to_string(12999 - i), 2999 - i);
    model.emplace(key, i);
  }
  expect_equal(up, model);
  expect_equal(down, model);
}

TEST(CowTree, a_copy_is_a_snapshot_in_both_directions) {
  SmallTree tree;
  for (int i = 0; i < 200; ++i) tree.put(std::to_string(i), i);
  SmallTree copy = tree;
  tree.put("7", -7);
  copy.put("8", -8);
  tree.erase("9");
  EXPECT_EQ(*tree.find("7"), -7);
  EXPECT_EQ(*copy.find("7"), 7);
  EXPECT_EQ(*tree.find("8"), 8);
  EXPECT_EQ(*copy.find("8"), -8);
  EXPECT_EQ(tree.find("9"), nullptr);
  EXPECT_EQ(*copy.find("9"), 9);
  EXPECT_EQ(copy.broken_invariant(), nullptr);
}

TEST(CowTree, values_are_changed_in_place_while_nobody_else_owns_them) {
  SmallTree tree;
  tree.put("a", 1);
  const int* value = tree.find("a");
  tree.put("a", 2);
  EXPECT_EQ(tree.find("a"), value);
  const SmallTree copy = tree;
  tree.put("a", 3);
  EXPECT_NE(tree.find("a"), copy.find("a"));
  EXPECT_EQ(copy.find("a"), value);
  EXPECT_EQ(*value, 2);
}

TEST(CowTree, a_write_after_a_snapshot_copies_nothing_but_its_path) {
  SmallTree tree;
  for (int i = 0; i < 1000; ++i) tree.put(std::to_string(i), i);
  const SmallTree copy = tree;
  tree.put("500", -500);
  std::size_t own = 0;
  tree.ascend({}, [&](std::string_view key, const int& value) {
    if (copy.find(key) != &value) ++own;
    return true;
  });
  EXPECT_EQ(own, 1u);
}

TEST(CowTree, a_moved_from_tree_is_empty) {
  SmallTree tree;
  tree.put("a", 1);
  SmallTree moved = std::move(tree);
  EXPECT_EQ(moved.size(), 1u);
  tree = SmallTree();
  EXPECT_TRUE(tree.empty());
  tree.put("b", 2);
  std::swap(tree, moved);
  EXPECT_EQ(*tree.find("a"), 1);
  EXPECT_EQ(*moved.find("b"), 2);
}

TEST(CowTree, values_need_only_be_movable_and_are_destroyed_once) {
  CowTree<std::unique_ptr<int>, 8> tree;
  for (int i = 0; i < 500; ++i) tree.put(std::to_string(i), std::make_unique<int>(i));
  const auto copy = tree;
  for (int i = 0; i < 500; i += 2) tree.erase(std::to_string(i));
  tree.put("1", std::make_unique<int>(-1));
  EXPECT_EQ(**copy.find("1"), 1);
  EXPECT_EQ(**tree.find("1"), -1);
}

// Random operations against std::map. Each run draws its own kind of keys and mix of operations,
// so that some trees grow deep, some shrink to nothing, and some live on a handful of hot keys.
class ModelRun {
 public:
  explicit ModelRun(std::uint64_t seed) : random_(seed) {
    key_kind_ = below(4);
    keys_max_ = below(2) == 0 ? 30 : 4000;
    erase_percent_ = 5 + below(55);
    snapshot_permille_ = below(6);
  }

  template <class Tree>
  void run(std::size_t operations) {
    Tree tree;
    Model model;
    std::vector<std::pair<Tree, Model>> snapshots;
    for (std::size_t i = 0; i < operations; ++i) {
      ASSERT_NO_FATAL_FAILURE(step(tree, model));
      if (below(1000) < snapshot_permille_) snapshots.emplace_back(tree, model);
      if (!snapshots.empty() && below(100) == 0) write_to_snapshot(snapshots);
      if (below(500) == 0) {
        ASSERT_NO_FATAL_FAILURE(expect_equal(tree, model));
      }
      if (below(1000) == 0) std::swap(erase_percent_, grow_percent_);
    }
    ASSERT_NO_FATAL_FAILURE(expect_equal(tree, model));
    for (const auto& [then, model_then] : snapshots) {
      ASSERT_NO_FATAL_FAILURE(expect_equal(then, model_then));
    }
  }

 private:
  static constexpr char kBytes[] = {'\0', '\xFF', 'a'};

  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string any_key() {
    std::size_t n = below(keys_max_);
    if (below(4) == 0) n %= 10;  // hot
    switch (key_kind_) {
      case 0: {  // led by a hash
        const std::uint64_t hash = (n + 1) * 0x9E3779B97F4A7C15u;
        std::string key;
        for (int shift = 56; shift >= 0; shift -= 8) key += static_cast<char>(hash >> shift);
        return key + "#" + std::to_string(n);
      }
      case 1:  // one item collection
        return "hash....REPO#stator/ISSUE#" + std::to_string(n);
      case 2: {  // many prefixes of each other, zero bytes, the empty key
        std::string key;
        for (; n > 0; n /= 3) key += kBytes[n % 3];
        return key;
      }
      default:  // a few collections, hash ties among them
        return "hash" + std::to_string(n % 3) + "...collection" + std::to_string(n / 3);
    }
  }

  template <class Tree>
  void step(Tree& tree, Model& model) {
    const std::string key = any_key();
    const std::size_t dice = below(100);
    if (dice < erase_percent_) {
      ASSERT_EQ(tree.erase(key), model.erase(key) == 1);
    } else if (dice < 80) {
      const int value = static_cast<int>(below(1'000'000));
      ASSERT_EQ(tree.put(key, value), model.insert_or_assign(key, value).second);
    } else {
      ASSERT_NO_FATAL_FAILURE(read(tree, model, key));
    }
  }

  template <class Tree>
  void read(const Tree& tree, const Model& model, const std::string& key) {
    const auto found = model.find(key);
    const int* value = tree.find(key);
    ASSERT_EQ(value == nullptr, found == model.end());
    if (value != nullptr) {
      ASSERT_EQ(*value, found->second);
    }

    const std::size_t limit = 1 + below(20);
    Entries up;
    for (auto i = model.lower_bound(key); i != model.end() && up.size() < limit; ++i) {
      up.emplace_back(*i);
    }
    ASSERT_EQ(ascending(tree, key, limit), up);

    Entries down;
    for (auto i = key.empty() ? model.end() : model.lower_bound(key);
         i != model.begin() && down.size() < limit;) {
      down.emplace_back(*--i);
    }
    ASSERT_EQ(descending(tree, key, limit), down);
  }

  // Snapshots are trees like any other.
  template <class Tree>
  void write_to_snapshot(std::vector<std::pair<Tree, Model>>& snapshots) {
    auto& [tree, model] = snapshots[below(snapshots.size())];
    const std::string key = any_key();
    tree.put(key, -1);
    model.insert_or_assign(key, -1);
  }

  std::mt19937_64 random_;
  std::size_t key_kind_ = 0;
  std::size_t keys_max_ = 0;
  std::size_t erase_percent_ = 0;
  std::size_t grow_percent_ = 5;
  std::size_t snapshot_permille_ = 0;
};

TEST(CowTree, behaves_as_a_map_with_small_nodes) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_NO_FATAL_FAILURE(ModelRun(seed).run<SmallTree>(4000));
  }
}

TEST(CowTree, behaves_as_a_map_with_nodes_of_the_usual_size) {
  for (std::uint64_t seed = 1001; seed <= 1040; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_NO_FATAL_FAILURE(ModelRun(seed).run<CowTree<int>>(8000));
  }
}

}  // namespace
}  // namespace stator::storage
