// The inner loop of every answer: appends to a string through a pointer.
//
// std::string checks, counts and terminates with every append, which for JSON, made of pieces of
// one to ten bytes, costs more than the bytes. This keeps spare bytes at the end of the string
// instead, and gives them back when it goes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "model/number.h"

namespace stator::wire {

// The string must not be touched while an Appender appends to it. Thread safety: none.
class Appender {
 public:
  explicit Appender(std::string& out)
      : out_(out), at_(out.data() + out.size()), end_(at_) {}
  Appender(const Appender&) = delete;
  Appender& operator=(const Appender&) = delete;
  ~Appender() { out_.resize(size()); }

  void put(char c) {
    *room(1) = c;
    ++at_;
  }
  // A literal: its size is known, so this is a store or two.
  template <std::size_t kSize>
  void put(const char (&literal)[kSize]) {
    std::memcpy(room(kSize - 1), static_cast<const char*>(literal), kSize - 1);
    at_ += kSize - 1;
  }
  void put(std::string_view bytes) {
    at_ = std::copy(bytes.begin(), bytes.end(), room(bytes.size()));
  }
  // With JSON's escapes, without quotes. UTF-8 passes through.
  void put_escaped(std::string_view text);
  void put(const Number& number) { at_ = number.write_to(room(Number::kTextBytesMax)); }

 private:
  std::size_t size() const { return static_cast<std::size_t>(at_ - out_.data()); }
  // Where the next bytes go: at least `bytes` fit.
  char* room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) grow(bytes);
    return at_;
  }
  void grow(std::size_t bytes);
  // The first bytes of `text`, as many as a T has; returns how many these are.
  template <class T>
  std::size_t put_clean(std::string_view text);
  // The first `count` bytes of `text`, leaving room for the others and a word more.
  void put_bytes_escaped(std::string_view text, std::size_t count);

  std::string& out_;
  char* at_;
  char* end_;
};

}  // namespace stator::wire
