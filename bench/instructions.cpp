// Runs the hot operations for valgrind --tool=callgrind: what script/bench --instructions counts.
// Instructions repeat nearly exactly where times do not.
//
// usage: instructions [TIMES]
//
// Every operation runs TIMES times, after it has run often enough to fill what threads keep, and
// has callgrind write what it counted as a file of its own: the operation's name is the trigger of
// that dump. Outside of valgrind the program only checks that all operations succeed.
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <valgrind/callgrind.h>

#include "bench/hot_operations.h"

namespace stator::bench {
namespace {

constexpr std::size_t kWarmUps = 50;

// Bodies are made before anything is counted.
void run(Client& client, const Operation& operation, std::size_t times) {
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < kWarmUps + times; ++i) {
    bodies.push_back(operation.body(i * 7 % kUsers, i));
  }
  for (std::size_t i = 0; i < kWarmUps; ++i) {
    client.call(operation.name, std::move(bodies[i]));
  }
  CALLGRIND_ZERO_STATS;
  for (std::size_t i = kWarmUps; i < bodies.size(); ++i) {
    client.call(operation.name, std::move(bodies[i]));
  }
  CALLGRIND_DUMP_STATS_AT(operation.name);
}

int run_all(std::size_t times) {
  Client client;
  load_table(client);
  for (const Operation& operation : hot_operations()) run(client, operation, times);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace stator::bench

int main(int argc, char** argv) {
  std::size_t times = 200;
  if (argc > 1) {
    const std::string_view text = argv[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), times);
    if (error != std::errc() || end != text.data() + text.size() || argc > 2) {
      std::fputs("usage: instructions [TIMES]\n", stderr);
      return 2;
    }
  }
  return stator::bench::run_all(times);
}
