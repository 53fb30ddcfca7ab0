// An intrusive shared pointer: 8 bytes, one allocation, and a count that can be asked for.
//
// Tree nodes, items and keys are shared between tables, indexes, snapshots and responses. The
// copy-on-write trees depend on one property that std::shared_ptr does not promise: `unique()`
// read with acquire order tells the only owner that it may change the object in place.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace stator {

// Base of counted types. A new object has no owner until a Counted takes it.
class CountedBase {
 protected:
  CountedBase() = default;
  // A copy of an object is another object: it starts without owners.
  CountedBase(const CountedBase&) noexcept {}
  CountedBase& operator=(const CountedBase&) noexcept { return *this; }
  ~CountedBase() = default;

 private:
  template <class T>
  friend class Counted;
  mutable std::atomic<std::uint32_t> owners_{0};
};

// Owns a share of a T derived from CountedBase.
//
// Thread safety: as std::shared_ptr's. Different Counted objects may be used from different
// threads even when they share their object; one Counted needs outside synchronisation.
template <class T>
class Counted {
 public:
  Counted() noexcept = default;
  Counted(std::nullptr_t) noexcept {}
  explicit Counted(T* object) noexcept : object_(object) { retain(); }
  Counted(const Counted& other) noexcept : object_(other.object_) { retain(); }
  Counted(Counted&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
    requires std::is_convertible_v<U*, T*>
  Counted(Counted<U> other) noexcept : object_(other.detach()) {}
  Counted& operator=(Counted other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Counted() { release(); }

  T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

  // True when nobody else owns the object. Meaningful only while this Counted is itself reached
  // through objects that have one owner each: else another owner may appear at any moment.
  bool unique() const noexcept {
    return object_ != nullptr && object_->owners_.load(std::memory_order_acquire) == 1;
  }

  // Gives up the share without releasing it, and takes over a share given up so.
  T* detach() noexcept { return std::exchange(object_, nullptr); }
  static Counted adopt(T* object) noexcept {
    Counted owner;
    owner.object_ = object;
    return owner;
  }

  // Identity, not value.
  friend bool operator==(const Counted& a, const Counted& b) noexcept {
    return a.object_ == b.object_;
  }

 private:
  void retain() const noexcept {
    if (object_ != nullptr) object_->owners_.fetch_add(1, std::memory_order_relaxed);
  }
  void release() noexcept {
    if (object_ != nullptr && object_->owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete object_;
    }
  }

  T* object_ = nullptr;
};

// A Counted at rest in small values: its alignment is that of 32 bits, so that it does not pad what
// holds it to a multiple of 8 bytes.
template <class T>
class PackedCounted {
 public:
  PackedCounted() noexcept { store(nullptr); }
  PackedCounted(Counted<T> owner) noexcept { store(owner.detach()); }
  PackedCounted(const PackedCounted& other) noexcept : PackedCounted(Counted<T>(other.get())) {}
  PackedCounted(PackedCounted&& other) noexcept : bytes_(other.bytes_) { other.store(nullptr); }
  PackedCounted& operator=(PackedCounted other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~PackedCounted() {
    if (T* const object = get()) Counted<T>::adopt(object);  // which releases it
  }

  T* get() const noexcept {
    T* object;
    std::memcpy(&object, bytes_.data(), sizeof object);
    return object;
  }
  // As Counted::unique.
  bool unique() const noexcept {
    Counted<T> owner = Counted<T>::adopt(get());
    const bool is_unique = owner.unique();
    owner.detach();
    return is_unique;
  }

 private:
  void store(T* object) noexcept { std::memcpy(bytes_.data(), &object, sizeof object); }

  std::array<std::uint32_t, sizeof(T*) / sizeof(std::uint32_t)> bytes_;
};

template <class T, class... Args>
Counted<T> make_counted(Args&&... args) {
  return Counted<T>(new T(std::forward<Args>(args)...));
}

}  // namespace stator
