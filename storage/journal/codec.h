// Values as bytes and back: what the records of a journal are made of.
//
// Whole numbers are written seven bits to a byte, the least first; signed ones alternate (0, -1, 1,
// ...), so that small ones are short; texts follow their length. `encode` and `decode` take every
// type that records have. A struct takes part by naming its members once, in order:
//
//   STATOR_MEMBERS(KeyAttribute, name, type);
//
// The names are bound to the members of the struct, all of them: with one too few or too many this
// does not compile, so that none can be forgotten. A struct is written behind its length. A member
// that is added at the end is left as it is made when an older record is read.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace stator::storage {

// Bytes that no encoder wrote.
class FormatFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads from the front of bytes that it does not own. Everything throws FormatFault.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }

  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1).front()); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7FU} << shift;
      if ((next & 0x80U) == 0) return value;
    }
    throw FormatFault("a number does not end");
  }

  // The next bytes, still owned by whoever owns them all.
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw FormatFault("a value goes beyond the end of its record");
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view text() { return take(number()); }

  // How many elements follow. Each takes a byte at least, so that no fault makes this large.
  std::size_t count() {
    const std::uint64_t count = number();
    if (count > rest_.size()) throw FormatFault("more elements than bytes");
    return static_cast<std::size_t>(count);
  }

 private:
  std::string_view rest_;
};

inline void encode_number(std::string& out, std::uint64_t value) {
  while (value >= 0x80U) {
    out.push_back(static_cast<char>(value | 0x80U));
    value >>= 7U;
  }
  out.push_back(static_cast<char>(value));
}

inline void encode_text(std::string& out, std::string_view text) {
  encode_number(out, text.size());
  out.append(text);
}

// Specialised by STATOR_MEMBERS.
template <class T>
struct Members;

#define STATOR_MEMBERS(Type, ...)             \
  template <>                                 \
  struct Members<Type> {                      \
    static auto tie(auto& value) {            \
      auto& [__VA_ARGS__] = value;            \
      return std::tie(__VA_ARGS__);           \
    }                                         \
  }

// Specialised as true for the types of members that are made anew instead of being read.
template <class T>
inline constexpr bool kIsMadeAnew = false;

namespace codec {

template <class T, template <class...> class Template>
inline constexpr bool kIs = false;
template <template <class...> class Template, class... Arguments>
inline constexpr bool kIs<Template<Arguments...>, Template> = true;

template <class T>
concept Duration = kIs<T, std::chrono::duration>;
template <class T>
concept TimePoint = kIs<T, std::chrono::time_point>;

inline constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);

inline std::uint64_t alternating(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t from_alternating(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1U) ^ (0 - (value & 1U)));
}

}  // namespace codec

template <class T>
void encode(std::string& out, const T& value) {
  if constexpr (kIsMadeAnew<T>) {
    return;
  } else if constexpr (std::is_enum_v<T>) {
    encode_number(out, static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_same_v<T, double>) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  } else if constexpr (std::is_unsigned_v<T>) {
    encode_number(out, value);
  } else if constexpr (std::is_integral_v<T>) {
    encode_number(out, codec::alternating(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    encode_text(out, value);
  } else if constexpr (codec::TimePoint<T>) {
    encode(out, static_cast<std::int64_t>(value.time_since_epoch().count()));
  } else if constexpr (codec::Duration<T>) {
    encode(out, static_cast<std::int64_t>(value.count()));
  } else if constexpr (codec::kIs<T, std::optional> || codec::kIs<T, std::shared_ptr>) {
    out.push_back(value ? '\1' : '\0');
    if (value) encode(out, *value);
  } else if constexpr (codec::kIs<T, std::vector> || codec::kIs<T, std::map>) {
    encode_number(out, value.size());
    for (const auto& element : value) encode(out, element);
  } else if constexpr (codec::kIs<T, std::pair>) {
    encode(out, value.first);
    encode(out, value.second);
  } else {
    const std::size_t start = out.size();
    out.append(codec::kLengthBytes, '\0');
    std::apply([&](const auto&... member) { (encode(out, member), ...); },
               Members<T>::tie(value));
    const auto length = static_cast<std::uint32_t>(out.size() - start - codec::kLengthBytes);
    std::memcpy(out.data() + start, &length, sizeof length);
  }
}

template <class T>
T decode(Decoder& in) {
  if constexpr (kIsMadeAnew<T>) {
    return T();
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(in.number());
  } else if constexpr (std::is_same_v<T, double>) {
    double value = 0;
    std::memcpy(&value, in.take(sizeof value).data(), sizeof value);
    return value;
  } else if constexpr (std::is_same_v<T, bool>) {
    return in.number() != 0;
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(in.number());
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(codec::from_alternating(in.number()));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::string(in.text());
  } else if constexpr (codec::TimePoint<T>) {
    return T(decode<typename T::duration>(in));
  } else if constexpr (codec::Duration<T>) {
    return T(static_cast<typename T::rep>(decode<std::int64_t>(in)));
  } else if constexpr (codec::kIs<T, std::optional>) {
    if (in.byte() == 0) return T();
    return T(decode<typename T::value_type>(in));
  } else if constexpr (codec::kIs<T, std::shared_ptr>) {
    using Element = std::remove_const_t<typename T::element_type>;
    if (in.byte() == 0) return T();
    return std::make_shared<Element>(decode<Element>(in));
  } else if constexpr (codec::kIs<T, std::vector>) {
    const std::size_t count = in.count();
    T elements;
    elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      elements.push_back(decode<typename T::value_type>(in));
    }
    return elements;
  } else if constexpr (codec::kIs<T, std::map>) {
    T elements;
    for (std::size_t left = in.count(); left > 0; --left) {
      auto key = decode<typename T::key_type>(in);
      elements.insert_or_assign(std::move(key), decode<typename T::mapped_type>(in));
    }
    return elements;
  } else {
    std::uint32_t length = 0;
    std::memcpy(&length, in.take(sizeof length).data(), sizeof length);
    Decoder members(in.take(length));
    T value;
    std::apply(
        [&](auto&... member) {
          ((void)(members.empty() ||
                  (member = decode<std::remove_reference_t<decltype(member)>>(members), true)),
           ...);
        },
        Members<T>::tie(value));
    if (!members.empty()) throw FormatFault("a record of a newer version");
    return value;
  }
}

}  // namespace stator::storage
