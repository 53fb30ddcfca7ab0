#include "engine/background.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <string>

namespace stator::engine {
namespace {

using std::chrono::milliseconds;

class StillClock final : public Clock {
 public:
  Timestamp now() const override { return time; }
  Timestamp time{milliseconds(1'000)};
};

TEST(Background, runs_what_is_due_in_order_of_time) {
  StillClock clock;
  Gate gate;
  Background background(clock, gate);
  std::string ran;
  background.schedule(clock.time + milliseconds(2), [&] { ran += 'c'; });
  background.schedule(clock.time, [&] { ran += 'a'; });
  background.schedule(clock.time, [&] { ran += 'b'; });
  EXPECT_EQ(background.run_due(), 2u);
  EXPECT_EQ(ran, "ab");
  EXPECT_EQ(background.run_due(), 0u);
  clock.time += milliseconds(2);
  EXPECT_EQ(background.run_due(), 1u);
  EXPECT_EQ(ran, "abc");
}

TEST(Background, runs_what_a_task_schedules_for_now) {
  StillClock clock;
  Gate gate;
  Background background(clock, gate);
  int slices = 0;
  Background::Task slice = [&] {
    if (++slices < 5) background.schedule_now(slice);
  };
  background.schedule_now(slice);
  EXPECT_EQ(background.run_due(), 5u);
  EXPECT_EQ(slices, 5);
}

TEST(Background, goes_on_after_a_task_that_throws) {
  StillClock clock;
  Gate gate;
  Background background(clock, gate);
  bool ran = false;
  background.schedule_now([] { throw std::runtime_error("no"); });
  background.schedule_now([&] { ran = true; });
  EXPECT_EQ(background.run_due(), 2u);
  EXPECT_TRUE(ran);
}

TEST(Background, its_thread_runs_tasks_scheduled_before_and_after_the_start) {
  const SystemClock clock;
  Gate gate;
  Background background(clock, gate);
  std::promise<void> first;
  std::promise<void> second;
  background.schedule_now([&] { first.set_value(); });
  background.start();
  first.get_future().wait();
  background.schedule(clock.now() + milliseconds(5), [&] { second.set_value(); });
  second.get_future().wait();
}

TEST(Background, ends_without_running_what_is_not_due) {
  const SystemClock clock;
  bool ran = false;
  {
    Gate gate;
  Background background(clock, gate);
    background.start();
    background.schedule(clock.now() + std::chrono::hours(1), [&] { ran = true; });
  }
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace stator::engine
