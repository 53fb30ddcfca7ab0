// What ThreadSanitizer must find nothing in: readers of snapshots beside a writer of the tree.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "model/mutex.h"
#include "storage/cow_tree.h"

namespace stator::storage {
namespace {

using Tree = CowTree<int, 8>;

constexpr int kKeys = 300;
constexpr int kGenerations = 150;

std::string key_of(int i) { return "collection#" + std::to_string(1000 + i); }

// A tree that is published between generations, when all its values are the same.
class Published {
 public:
  Tree copy() const {
    const ReadLock lock(mutex_);
    return tree_;
  }
  void write_generation(int generation) {
    for (int i = 0; i < kKeys; ++i) {
      const WriteLock lock(mutex_);
      working_.put(key_of(i), generation);
      if (i % 3 == generation % 3) {
        working_.erase(key_of(i));
        working_.put(key_of(i), generation);
      }
    }
    const WriteLock lock(mutex_);
    tree_ = working_;
  }

 private:
  mutable SharedMutex mutex_;
  Tree working_ STATOR_GUARDED_BY(mutex_);
  Tree tree_ STATOR_GUARDED_BY(mutex_);
};

bool is_one_generation(const Tree& tree) {
  bool same = true;
  int generation = -1;
  std::size_t count = 0;
  tree.ascend({}, [&](std::string_view, int value) {
    if (generation == -1) generation = value;
    same = same && value == generation;
    ++count;
    return true;
  });
  return same && count == tree.size() && (count == 0 || count == kKeys);
}

TEST(CowTreeRace, snapshots_stay_as_they_were_beside_a_writer) {
  Published published;
  std::atomic<bool> done{false};
  std::atomic<int> broken{0};
  std::vector<std::thread> readers;
  for (int r = 0; r < 3; ++r) {
    readers.emplace_back([&] {
      while (!done.load()) {
        const Tree snapshot = published.copy();
        if (!is_one_generation(snapshot)) ++broken;
        if (snapshot.find(key_of(0)) == nullptr && !snapshot.empty()) ++broken;
      }
    });
  }
  for (int generation = 0; generation < kGenerations; ++generation) {
    published.write_generation(generation);
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(broken.load(), 0);
}

TEST(CowTreeRace, forks_are_written_at_once_in_several_threads) {
  Tree tree;
  for (int i = 0; i < kKeys; ++i) tree.put(key_of(i), 0);
  std::vector<Tree> forks(3, tree);
  std::vector<std::thread> writers;
  for (std::size_t f = 0; f < forks.size(); ++f) {
    writers.emplace_back([&fork = forks[f], value = static_cast<int>(f) + 1] {
      for (int i = 0; i < kKeys; ++i) fork.put(key_of(i), value);
      for (int i = 0; i < kKeys; i += 2) fork.erase(key_of(i));
    });
  }
  tree = Tree();  // the last other owner goes while the forks copy
  for (std::thread& writer : writers) writer.join();
  for (std::size_t f = 0; f < forks.size(); ++f) {
    EXPECT_EQ(forks[f].broken_invariant(), nullptr);
    EXPECT_EQ(forks[f].size(), static_cast<std::size_t>(kKeys / 2));
    EXPECT_EQ(*forks[f].find(key_of(1)), static_cast<int>(f) + 1);
  }
}

}  // namespace
}  // namespace stator::storage
