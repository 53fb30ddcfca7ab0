#include "server/wire/json.h"

#include <rapidjson/reader.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

namespace stator::wire {
namespace {

using Pool = rapidjson::MemoryPoolAllocator<>;
using Tree = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;
using Reader = rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, Pool>;

// Without kParseValidateEncodingFlag, which costs several nanoseconds a byte: `is_utf8` looks at
// the whole body first.
constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag;
constexpr std::size_t kArenaBytes = std::size_t{64} * 1024;
constexpr std::size_t kStackBytes = std::size_t{4} * 1024;

// True for bytes that JSON strings hold as they are: no control, quote or backslash.
bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

// The same for eight bytes at once. (x - n) has its high bit set in a byte that is below n, where
// ~x has it too; bytes above a hit may be false hits, which does no harm here.
bool are_plain(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighs = kOnes * 0x80;
  const auto below = [](std::uint64_t x, std::uint64_t n) { return (x - kOnes * n) & ~x; };
  const std::uint64_t hits =
      below(bytes, 0x20) | below(bytes ^ (kOnes * '"'), 1) | below(bytes ^ (kOnes * '\\'), 1);
  return (hits & kHighs) == 0;
}

std::uint64_t load8(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

// NOLINTBEGIN(readability-identifier-naming): RapidJSON names what it calls.

// Reads a body and writes its strings back into it. What sets it apart from the library's stream
// is that a string starts with a leap over all that needs no decoding, which is usually the whole
// string: it is in its place already.
class BodyStream {
 public:
  using Ch = char;

  // REQUIRES: *end is 0.
  BodyStream(char* begin, const char* end)
      : begin_(begin), read_(begin), write_(begin), end_(end) {}

  char Peek() const { return *read_; }
  char Take() { return *read_++; }
  std::size_t Tell() const { return static_cast<std::size_t>(read_ - begin_); }

  void Put(char c) { *write_++ = c; }
  char* PutBegin() {
    char* start = read_;
    while (end_ - read_ >= 8 && are_plain(load8(read_))) read_ += 8;
    while (read_ != end_ && is_plain(*read_)) ++read_;
    write_ = read_;
    return start;
  }
  std::size_t PutEnd(const char* start) const { return static_cast<std::size_t>(write_ - start); }
  void Flush() {}

 private:
  char* begin_;
  char* read_;
  char* write_;
  const char* end_;
};

// NOLINTEND(readability-identifier-naming)

// Bytes of the UTF-8 sequence at the start of `text`, 0 when there is none. REQUIRES: not empty.
//   C2..DF 80..BF | E0 A0..BF t | E1..EF t t, without surrogates (ED A0..BF) | F0 90..BF t t
//   | F1..F3 t t t | F4 80..8F t t        where t is 80..BF
std::size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool is_out_of_range = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                               (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return is_out_of_range ? 0 : size;
}

bool is_utf8(std::string_view text) {
  constexpr std::uint64_t kHighs = 0x8080808080808080;
  while (!text.empty()) {
    if (text.size() >= 8 && (load8(text.data()) & kHighs) == 0) {
      text.remove_prefix(8);
      continue;
    }
    const std::size_t size = utf8_sequence(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

// NOLINTBEGIN(readability-identifier-naming): RapidJSON names what it calls.

// Passes a reader's events on to a tree and counts levels. Returning false stops the reader.
class LevelCounter {
 public:
  explicit LevelCounter(Tree& tree) : tree_(tree) {}

  bool Null() { return tree_.Null(); }
  bool Bool(bool value) { return tree_.Bool(value); }
  bool Int(int value) { return tree_.Int(value); }
  bool Uint(unsigned value) { return tree_.Uint(value); }
  bool Int64(std::int64_t value) { return tree_.Int64(value); }
  bool Uint64(std::uint64_t value) { return tree_.Uint64(value); }
  bool Double(double value) { return tree_.Double(value); }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool copy) {
    return tree_.RawNumber(text, size, copy);
  }
  bool String(const char* text, rapidjson::SizeType size, bool copy) {
    return tree_.String(text, size, copy);
  }
  bool Key(const char* text, rapidjson::SizeType size, bool copy) {
    return tree_.Key(text, size, copy);
  }
  bool StartObject() { return ++levels_ <= kJsonLevelsMax && tree_.StartObject(); }
  bool EndObject(rapidjson::SizeType members) {
    --levels_;
    return tree_.EndObject(members);
  }
  bool StartArray() { return ++levels_ <= kJsonLevelsMax && tree_.StartArray(); }
  bool EndArray(rapidjson::SizeType elements) {
    --levels_;
    return tree_.EndArray(elements);
  }

 private:
  Tree& tree_;
  std::size_t levels_ = 0;
};

// NOLINTEND(readability-identifier-naming)

// The value of four hexadecimal digits, or nothing.
std::optional<unsigned> read_hex4(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(0, 4)) {
    unsigned digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<unsigned>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<unsigned>(c - 'A') + 10;
    } else {
      return std::nullopt;
    }
    value = value * 16 + digit;
  }
  return value;
}

// True when an escape names the second half of a surrogate pair without the first: the reader
// checks the other order only, and would turn this one into bytes that are not UTF-8.
bool has_lone_low_surrogate(std::string_view text) {
  std::size_t at = text.find('\\');
  while (at != std::string_view::npos && at + 1 < text.size()) {
    std::size_t size = 2;
    if (text[at + 1] == 'u') {
      const auto unit = read_hex4(text.substr(at + 2));
      if (unit && *unit >= 0xDC00 && *unit <= 0xDFFF) return true;
      const bool is_high = unit && *unit >= 0xD800 && *unit <= 0xDBFF;
      size = is_high ? 12 : 6;  // a high one is read together with what must follow it
    }
    if (at + size > text.size()) return false;
    at = text.find('\\', at + size);
  }
  return false;
}

}  // namespace

struct JsonDocument::Arena {
  std::unique_ptr<char[]> buffer{new char[kArenaBytes]};
  Pool pool{buffer.get(), kArenaBytes};
  std::optional<Tree> tree;
  bool in_use = false;
  bool is_shared = false;  // kept by its thread, as opposed to made for one document
};

JsonDocument::Arena* JsonDocument::acquire_arena() {
  thread_local const std::unique_ptr<Arena> kept = [] {
    auto arena = std::make_unique<Arena>();
    arena->is_shared = true;
    return arena;
  }();
  Arena* arena = kept->in_use ? new Arena : kept.get();
  arena->in_use = true;
  return arena;
}

JsonDocument::JsonDocument(std::string& body) : arena_(acquire_arena()) {
  if (!is_utf8(body) || has_lone_low_surrogate(body)) return;
  Pool& pool = arena_->pool;
  Tree& tree = arena_->tree.emplace(&pool, kStackBytes, &pool);
  bool is_whole = false;
  auto generate = [&](Tree& target) {
    LevelCounter counter(target);
    Reader reader(&pool, kStackBytes);
    BodyStream stream(body.data(), body.data() + body.size());
    const bool parsed = !reader.Parse<kFlags>(stream, counter).IsError();
    is_whole = parsed && stream.Tell() == body.size();  // the reader takes NUL for the end
    return parsed;
  };
  tree.Populate(generate);
  if (is_whole) root_ = &tree;
}

JsonDocument::~JsonDocument() {
  arena_->tree.reset();
  arena_->pool.Clear();
  arena_->in_use = false;
  if (!arena_->is_shared) delete arena_;
}

}  // namespace stator::wire
