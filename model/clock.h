// Time, injected. Everything that waits, expires or dates something reads this clock, so that
// tests can move it.
#pragma once

#include <chrono>
#include <cstdint>

namespace stator {

// Milliseconds since the Unix epoch, UTC.
using Timestamp = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

// Thread safety: implementations are safe to call from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Timestamp now() const = 0;
};

// The machine's clock.
class SystemClock final : public Clock {
 public:
  Timestamp now() const override {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now());
  }
};

}  // namespace stator
