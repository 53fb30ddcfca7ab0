// How many calls of each operation there were, how they ended and how long they took: what
// GET /metrics shows.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/ledger.h"
#include "server/operations/operation.h"

namespace stator::server {

// Thread safety: all members from any thread. Counting adds to one of several sets of counters, by
// thread, so that workers do not wait for each other.
class RequestCounts {
 public:
  RequestCounts();

  // `operation` is null for a call whose target names none.
  void count(const Operation* operation, unsigned status, std::chrono::nanoseconds duration);

  struct Row {
    std::string_view operation;  // empty: none
    std::uint64_t succeeded = 0;
    std::uint64_t refused = 0;  // 4xx
    std::uint64_t failed = 0;   // 5xx
    std::chrono::nanoseconds duration{};
  };
  // The sums of operations that were called, in alphabetical order, those without a name first.
  std::vector<Row> rows() const;

 private:
  struct Counters {
    std::array<std::atomic<std::uint64_t>, 3> by_outcome{};
    std::atomic<std::uint64_t> nanoseconds{0};
  };
  static constexpr std::size_t kShards = 16;

  std::size_t per_shard_;
  std::unique_ptr<Counters[]> counters_;  // kShards times one per operation, and one for none
};

// The text of GET /metrics, in the exposition format of Prometheus.
std::string render_metrics(const RequestCounts& counts, const engine::MeterLedger& ledger,
                           std::size_t tables);

}  // namespace stator::server
