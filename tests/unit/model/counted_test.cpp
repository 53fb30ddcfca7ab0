#include "model/counted.h"

#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace stator {
namespace {

// Counts how many of it exist.
struct Node : CountedBase {
  explicit Node(int& counter, int number = 0) : alive(&counter), value(number) { ++*alive; }
  Node(const Node& other) : CountedBase(other), alive(other.alive), value(other.value) { ++*alive; }
  Node& operator=(const Node&) = delete;
  ~Node() { --*alive; }
  int* alive;
  int value;
};

TEST(Counted, TheLastOwnerDeletes) {
  int alive = 0;
  {
    const Counted<Node> first = make_counted<Node>(alive);
    {
      const Counted<Node> second = first;
      EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Counted, IsUniqueWithoutAnotherOwner) {
  int alive = 0;
  Counted<Node> first = make_counted<Node>(alive);
  EXPECT_TRUE(first.unique());
  Counted<Node> second = first;
  EXPECT_FALSE(first.unique());
  EXPECT_FALSE(second.unique());
  second = nullptr;
  EXPECT_TRUE(first.unique());
  EXPECT_FALSE(second.unique());
  EXPECT_FALSE(Counted<Node>().unique());
}

TEST(Counted, MovingHandsTheShareOver) {
  int alive = 0;
  Counted<Node> first = make_counted<Node>(alive, 7);
  const Counted<Node> second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): a moved-from Counted is null
  ASSERT_TRUE(second);
  EXPECT_TRUE(second.unique());
  EXPECT_EQ(second->value, 7);
  EXPECT_EQ((*second).value, 7);
}

TEST(Counted, AssignmentReleasesWhatWasHeld) {
  int alive = 0;
  Counted<Node> first = make_counted<Node>(alive, 1);
  const Counted<Node> second = make_counted<Node>(alive, 2);
  EXPECT_EQ(alive, 2);
  first = second;
  EXPECT_EQ(alive, 1);
  EXPECT_EQ(first, second);
  const Counted<Node>& same = first;
  first = same;
  EXPECT_EQ(alive, 1);
  EXPECT_EQ(first->value, 2);
}

TEST(Counted, AShareCanBeDetachedAndTakenAgain) {
  int alive = 0;
  Counted<Node> first = make_counted<Node>(alive);
  Node* const object = first.detach();
  EXPECT_FALSE(first);
  EXPECT_EQ(alive, 1);
  {
    const Counted<Node> second(object);
    EXPECT_FALSE(second.unique()) << "the detached share still counts";
  }
  EXPECT_EQ(alive, 1);
  delete object;
  EXPECT_EQ(alive, 0);
}

TEST(Counted, ACopyOfTheObjectStartsWithoutOwners) {
  int alive = 0;
  const Counted<Node> first = make_counted<Node>(alive, 3);
  const Counted<Node> second = first;
  const Counted<Node> copy = make_counted<Node>(*first);
  EXPECT_TRUE(copy.unique());
  EXPECT_NE(copy, first);
  EXPECT_EQ(copy->value, 3);
  EXPECT_EQ(alive, 2);
}

TEST(Counted, ConvertsToConstButNotBack) {
  int alive = 0;
  Counted<Node> first = make_counted<Node>(alive);
  const Counted<const Node> second = first;
  EXPECT_EQ(second.get(), first.get());
  EXPECT_FALSE(first.unique());
  static_assert(!std::is_convertible_v<Counted<const Node>, Counted<Node>>);
}

TEST(Counted, OwnersInManyThreadsKeepTheCountRight) {
  int alive = 0;
  Counted<Node> shared = make_counted<Node>(alive);
  {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([copy = shared] {
        for (int i = 0; i < 10'000; ++i) {
          const Counted<Node> another = copy;
          EXPECT_FALSE(another.unique());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_TRUE(shared.unique());
  shared = nullptr;
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace stator
