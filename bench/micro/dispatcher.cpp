// The hot operations in one thread and in two: what they cost without HTTP, and whether threads
// wait for each other. Nothing else computes meanwhile, so two cores are enough.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include "bench/hot_operations.h"

namespace stator::micro {
namespace {

// One server for all, made by the first benchmark that runs.
bench::Client& loaded_client() {
  static bench::Client& client = *[] {
    auto* made = new bench::Client();
    bench::load_table(*made);
    return made;
  }();
  return client;
}

void handle(benchmark::State& state, const bench::Operation& operation) {
  bench::Client& client = loaded_client();
  // Two rounds with different numbers: an item that is put over an equal one changes nothing.
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < 2 * bench::kUsers; ++i) {
    bodies.push_back(operation.body(i % bench::kUsers, i));
  }
  // Threads begin at different users.
  auto next = static_cast<std::size_t>(state.thread_index()) * bench::kUsers / 2;
  for (auto _ : state) {
    client.call(operation.name, bodies[next]);
    next = (next + 1) % bodies.size();
  }
  state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const bench::Operation& operation : bench::hot_operations()) {
    benchmark::RegisterBenchmark((std::string("handle/") + operation.name).c_str(),
                                 [&](benchmark::State& state) { handle(state, operation); })
        ->ThreadRange(1, 2)
        ->UseRealTime();
  }
  return true;
}();

}  // namespace
}  // namespace stator::micro
