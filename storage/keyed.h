// A key and what it belongs to, in one counted allocation: the bytes of the key stand behind the
// payload. Trees hold handles of these, so that copying a tree node counts and never allocates,
// and so that finding a key brings its value into the cache with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "model/counted.h"

namespace stator::storage {

// Invariants
//  1. the key never changes;
//  2. the payload is changed by the only owner, and by nobody once there are two.
// Thread safety: as a const object otherwise.
template <class Payload>
class Keyed : public CountedBase {
 public:
  static Counted<Keyed> make(std::string_view key, Payload payload) {
    return Counted<Keyed>(new (KeyLength{key.size()}) Keyed(key, std::move(payload)));
  }
  Keyed(const Keyed&) = delete;
  Keyed& operator=(const Keyed&) = delete;

  std::string_view key() const { return {reinterpret_cast<const char*>(this + 1), key_bytes_}; }
  const Payload& payload() const { return payload_; }
  // REQUIRES: the caller is the only owner.
  void set_payload(Payload payload) { payload_ = std::move(payload); }

  // Called by Counted only. The size of the whole is not known to the type: the unsized delete.
  static void operator delete(void* memory) { ::operator delete(memory); }

 private:
  struct KeyLength {
    std::size_t bytes;
  };

  Keyed(std::string_view key, Payload payload)
      : key_bytes_(static_cast<std::uint32_t>(key.size())), payload_(std::move(payload)) {
    static_assert(alignof(Keyed) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (!key.empty()) std::memcpy(reinterpret_cast<char*>(this + 1), key.data(), key.size());
  }

  static void* operator new(std::size_t object_bytes, KeyLength key) {
    return ::operator new(object_bytes + key.bytes);
  }
  static void operator delete(void* memory, KeyLength) { ::operator delete(memory); }

  const std::uint32_t key_bytes_;
  [[no_unique_address]] Payload payload_;
};

}  // namespace stator::storage
