#include "server/wire/json.h"

#include <rapidjson/reader.h>

#include <cstring>
#include <memory>
#include <optional>

namespace stator::wire {
namespace {

using Pool = rapidjson::MemoryPoolAllocator<>;
using Tree = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;
using Reader = rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, Pool>;

constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag |
                            rapidjson::kParseValidateEncodingFlag;
constexpr std::size_t kArenaBytes = 64 * 1024;
constexpr std::size_t kStackBytes = 4 * 1024;

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
  if (has_lone_low_surrogate(body)) return;
  Pool& pool = arena_->pool;
  Tree& tree = arena_->tree.emplace(&pool, kStackBytes, &pool);
  bool is_whole = false;
  auto generate = [&](Tree& target) {
    LevelCounter counter(target);
    Reader reader(&pool, kStackBytes);
    rapidjson::InsituStringStream stream(body.data());
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
