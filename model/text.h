// Bytes that never change, in 20: the texts and binaries of values, and the names of attributes.
//
// Up to 19 bytes stand in the Text itself. Of longer ones it knows the place, and either owns them
// or *borrows* them: the texts of an AttributeMap lie in the map's one block of memory, behind its
// attributes. Who copies a borrowed text gets one that owns its bytes, so only moves need care.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace stator {

// Converts from and to std::string_view, and compares with everything that does.
//
// Errors: only std::bad_alloc, of the constructors that copy. REQUIRES: at most 4 GB.
// Thread safety: as a const std::string's.
class Text {
 public:
  static constexpr std::size_t kInlineBytesMax = 19;

  Text() noexcept = default;
  Text(std::string_view bytes);
  Text(const std::string& bytes) : Text(std::string_view(bytes)) {}
  Text(const char* bytes) : Text(std::string_view(bytes)) {}
  Text(const Text& other) : Text(other.view()) {}
  Text(Text&& other) noexcept : bytes_(other.bytes_), form_(std::exchange(other.form_, 0)) {}
  Text& operator=(Text other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(form_, other.form_);
    return *this;
  }
  ~Text() {
    if (form_ == kOwned) delete[] outside();
  }

  // A text that does not own its bytes if they are many. REQUIRES: they outlive it, and what is
  // moved from it.
  static Text borrowed(std::string_view bytes) noexcept;

  std::string_view view() const noexcept {
    if (form_ <= kInlineBytesMax) return {bytes_.data(), form_};
    return {outside(), outside_size()};
  }
  operator std::string_view() const noexcept { return view(); }

  const char* data() const noexcept { return view().data(); }
  std::size_t size() const noexcept {
    return form_ <= kInlineBytesMax ? form_ : outside_size();
  }
  bool empty() const noexcept { return form_ == 0; }
  bool is_inline() const noexcept { return form_ <= kInlineBytesMax; }
  bool starts_with(std::string_view prefix) const noexcept { return view().starts_with(prefix); }

  template <std::convertible_to<std::string_view> Other>
  friend bool operator==(const Text& a, const Other& b) noexcept {
    return a.view() == std::string_view(b);
  }
  template <std::convertible_to<std::string_view> Other>
  friend std::strong_ordering operator<=>(const Text& a, const Other& b) noexcept {
    return a.view() <=> std::string_view(b);
  }

 private:
  // Values of form_ beyond the sizes of inline texts.
  static constexpr std::uint8_t kOwned = 0xFF;
  static constexpr std::uint8_t kBorrowed = 0xFE;

  void set_outside(const char* bytes, std::size_t size) noexcept {
    const auto size_32 = static_cast<std::uint32_t>(size);
    std::memcpy(bytes_.data(), &bytes, sizeof bytes);
    std::memcpy(bytes_.data() + sizeof bytes, &size_32, sizeof size_32);
  }
  const char* outside() const noexcept {
    const char* bytes;
    std::memcpy(&bytes, bytes_.data(), sizeof bytes);
    return bytes;
  }
  std::size_t outside_size() const noexcept {
    std::uint32_t size;
    std::memcpy(&size, bytes_.data() + sizeof(const char*), sizeof size);
    return size;
  }

  // The bytes of an inline text; the address and size (32 bits) of another. Without alignment,
  // which would grow every AttributeValue by a third.
  alignas(std::uint32_t) std::array<char, kInlineBytesMax> bytes_;
  std::uint8_t form_ = 0;  // the size of an inline text, or kOwned or kBorrowed
};

}  // namespace stator
