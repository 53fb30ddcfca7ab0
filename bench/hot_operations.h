// The hot operations without HTTP, as requests to a Dispatcher of their own: what the counts of
// instructions and the micro-benchmarks measure. bench/operations.py has the same requests.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/clock.h"
#include "model/entropy.h"
#include "server/dispatcher.h"

namespace stator::bench {

class StandingClock final : public Clock {
 public:
  Timestamp now() const override { return Timestamp(std::chrono::milliseconds(1'790'000'000'123)); }
};

// Repeats exactly.
class CountingEntropy final : public Entropy {
 public:
  std::uint64_t next() override { return state_.fetch_add(0x9E3779B97F4A7C15U); }

 private:
  std::atomic<std::uint64_t> state_{1};
};

// A server without HTTP. Thread safety: `call` may be called from any number of threads at once.
class Client {
 public:
  // Ends the program when the call fails: figures of failures would mean nothing.
  void call(std::string_view operation, std::string body);

 private:
  StandingClock clock_;
  CountingEntropy entropy_;
  server::Dispatcher dispatcher_{clock_, entropy_};
};

// There are so many users, visits, and items of the collection.
inline constexpr std::size_t kUsers = 1000;
inline constexpr std::size_t kCollection = 25;

// Creates the table that the operations are for, and fills it.
void load_table(Client& client);

struct Operation {
  const char* name;
  // The request for the user of that number, below kUsers; what it writes holds `draw`.
  std::string (*body)(std::size_t number, std::size_t draw);
};

// GetItem, PutItem, UpdateItem, TransactWriteItems, Query.
std::span<const Operation> hot_operations();

}  // namespace stator::bench
