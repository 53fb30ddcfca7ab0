// simulate [--seed N] [--minutes N | --hours N | --seconds N] [--steps N]
//
// Worlds, one after the other, until the time is up: seed, seed + 1, ... With --seed alone, just
// that one. The first difference between the server and the reference ends it.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string_view>

#include "tests/simulation/world.h"

namespace stator::server::testing {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::seconds kReportInterval{10};

struct SimulationOptions {
  std::optional<std::uint64_t> seed;
  std::optional<std::chrono::seconds> time;
  std::uint64_t steps = 4000;  // of a world
};

// What all worlds made so far.
struct Totals {
  std::uint64_t worlds = 0;
  std::uint64_t steps = 0;
  std::uint64_t calls = 0;
  Steady::time_point start = Steady::now();
  Steady::time_point reported = Steady::now();

  void report(std::uint64_t seed) {
    reported = Steady::now();
    const double seconds = std::chrono::duration<double>(reported - start).count();
    std::printf("seed %lu: %lu worlds, %lu steps, %lu calls, %.0f calls/s\n", seed, worlds, steps,
                calls, static_cast<double>(calls) / seconds);
    std::fflush(stdout);
  }
};

bool run_world(std::uint64_t seed, const SimulationOptions& options, Totals& totals) {
  std::uint64_t step = 0;
  try {
    World world(seed);
    std::uint64_t calls = 0;
    for (step = 1; step <= options.steps; ++step) {
      world.step();
      ++totals.steps;
      totals.calls += world.calls() - calls;
      calls = world.calls();
      if (Steady::now() - totals.reported >= kReportInterval) totals.report(seed);
    }
    world.verify();
  } catch (const Mismatch& mismatch) {
    std::printf("seed %lu, step %lu: %s\nrepeat with: script/simulate --seed %lu --steps %lu\n",
                seed, step, mismatch.what(), seed, options.steps);
    return false;
  }
  ++totals.worlds;
  return true;
}

std::optional<SimulationOptions> parse(int count, char** arguments) {
  SimulationOptions options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    const std::uint64_t value = std::strtoull(arguments[i + 1], nullptr, 10);
    if (name == "--seed")
      options.seed = value;
    else if (name == "--steps")
      options.steps = value;
    else if (name == "--seconds")
      options.time = std::chrono::seconds(value);
    else if (name == "--minutes")
      options.time = std::chrono::minutes(value);
    else if (name == "--hours")
      options.time = std::chrono::hours(value);
    else
      return std::nullopt;
  }
  if (count % 2 == 0) return std::nullopt;
  return options;
}

int run(const SimulationOptions& options) {
  const std::uint64_t first = options.seed.value_or(std::random_device{}() % 1'000'000 + 1);
  const bool is_one = options.seed && !options.time;
  const Steady::time_point end = Steady::now() + options.time.value_or(std::chrono::seconds(60));
  Totals totals;
  for (std::uint64_t seed = first; seed == first || (!is_one && Steady::now() < end); ++seed) {
    if (!run_world(seed, options, totals)) {
      std::printf("0 passed, 1 failed\n");
      return 1;
    }
  }
  totals.report(first + totals.worlds - 1);
  std::printf("1 passed, 0 failed\n");
  return 0;
}

}  // namespace

}  // namespace stator::server::testing

int main(int count, char** arguments) {
  const auto options = stator::server::testing::parse(count, arguments);
  if (!options) {
    std::fprintf(stderr,
                 "simulate [--seed N] [--minutes N | --hours N | --seconds N] "
                 "[--steps N]\n");
    return 2;
  }
  // Each line when it is there, whoever reads.
  return stator::server::testing::run(*options);
}
