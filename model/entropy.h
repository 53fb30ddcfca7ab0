// Chance, injected: identifiers of tables and requests come from here, so that a seeded run
// repeats exactly.
#pragma once

#include <cstdint>
#include <string>

namespace stator {

// Thread safety: implementations are safe to call from any thread.
class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual std::uint64_t next() = 0;
};

// Unpredictable numbers, seeded once per thread from the operating system.
class SystemEntropy final : public Entropy {
 public:
  std::uint64_t next() override;
};

// A random (version 4) UUID in its 36-character spelling.
std::string make_uuid(Entropy& entropy);

}  // namespace stator
