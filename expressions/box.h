// A value on the heap: what a recursive type holds its own kind in.
#pragma once

#include <memory>
#include <utility>

namespace stator::expressions {

// Owns one T, never null save after a move, and copies and compares by value. Reads are const only:
// the trees made of boxes do not change once built.
template <class T>
class Box {
 public:
  explicit Box(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Box(const Box& other) : value_(std::make_unique<T>(*other.value_)) {}
  Box(Box&&) noexcept = default;
  Box& operator=(Box other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Box() = default;

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }

  friend bool operator==(const Box& a, const Box& b) { return *a.value_ == *b.value_; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace stator::expressions
