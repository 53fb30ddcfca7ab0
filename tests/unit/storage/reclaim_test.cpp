#include "storage/reclaim.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "storage/cow_tree.h"

namespace stator::storage {
namespace {

// Tells on destruction which thread destroyed it.
struct Witness {
  std::promise<std::thread::id>* freed_by;
  ~Witness() { freed_by->set_value(std::this_thread::get_id()); }
};

TEST(Reclaimer, frees_in_another_thread) {
  Reclaimer reclaimer;
  std::promise<std::thread::id> freed_by;
  reclaimer.drop(std::unique_ptr<Witness>(new Witness{&freed_by}));
  EXPECT_NE(freed_by.get_future().get(), std::this_thread::get_id());
}

TEST(Reclaimer, takes_anything_that_moves) {
  Reclaimer reclaimer;
  CowTree<int> tree;
  for (int i = 0; i < 1000; ++i) tree.put(std::to_string(i), i);
  const CowTree<int> kept = tree;
  reclaimer.drop(std::move(tree));
  reclaimer.drop(std::vector<std::string>(100, "text"));
  reclaimer.drop(std::shared_ptr<int>());
  EXPECT_EQ(kept.size(), 1000u);
  EXPECT_EQ(*kept.find("999"), 999);
}

struct Counter {
  explicit Counter(std::atomic<int>& freed_here) : freed(&freed_here) {}
  Counter(Counter&& other) noexcept : freed(std::exchange(other.freed, nullptr)) {}
  ~Counter() {
    if (freed != nullptr) ++*freed;
  }
  std::atomic<int>* freed;
};

TEST(Reclaimer, destruction_frees_all_that_is_left) {
  std::atomic<int> freed{0};
  {
    Reclaimer reclaimer;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 100; ++i) reclaimer.drop(Counter(freed));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(freed.load(), 300);
}

TEST(Reclaimer, an_unused_one_has_nothing_to_wait_for) { const Reclaimer reclaimer; }

}  // namespace
}  // namespace stator::storage
