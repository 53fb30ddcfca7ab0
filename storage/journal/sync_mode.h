// What it means that a write is safe.
#pragma once

#include <cstdint>

namespace stator::storage {

enum class SyncMode : std::uint8_t {
  kInterval,  // the operating system has it, the disk a second later: a power cut may lose it
  kAlways,    // the disk has it
};

}  // namespace stator::storage
