// Random schemas and random operations on a few hot keys, against the naive reference.
//
// Each run makes a table with random keys, indexes and projections, and performs writes of every
// kind (plain, conditional, batched, transactional). After each write the answer, its bill and now
// and then every index, in pages and in segments, are compared with the reference.
// tests/simulation does the same with everything else a server does going on.
//
// STATOR_MODEL_SEED=N repeats one run; STATOR_MODEL_OPERATIONS=N changes how many operations all
// runs make together.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "model_run.h"

namespace stator::server::testing {

namespace {

constexpr std::uint64_t kOperationsPerRun = 2000;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void run(std::uint64_t seed) {
  ModelRandom random(seed);
  ModelClient client;
  ModelRun table(client, random, random.schema());
  try {
    table.create();
    for (std::uint64_t i = 1; i <= kOperationsPerRun; ++i) {
      table.step();
      if (i % 400 == 0) table.verify_all();
    }
  } catch (const Mismatch& mismatch) {
    FAIL() << mismatch.what() << "\nrepeat with STATOR_MODEL_SEED=" << seed;
  }
}

TEST(Model, RandomOperationsAgreeWithTheReference) {
  const std::uint64_t only = setting("STATOR_MODEL_SEED", 0);
  if (only != 0) {
    run(only);
    return;
  }
  const std::uint64_t operations = setting("STATOR_MODEL_OPERATIONS", 200'000);
  const std::uint64_t first = std::random_device{}() % 1'000'000 + 1;
  const std::uint64_t runs = std::max<std::uint64_t>(1, operations / kOperationsPerRun);
  std::printf("%lu runs of %lu operations, seeds %lu to %lu\n", runs, kOperationsPerRun, first,
              first + runs - 1);
  for (std::uint64_t i = 0; i < runs && !::testing::Test::HasFailure(); ++i) run(first + i);
}

}  // namespace

}  // namespace stator::server::testing
