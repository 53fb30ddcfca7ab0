// The JSON tree of a request body.
//
// Bodies are untrusted: the parser is iterative, so depth costs no stack; it refuses more than
// kJsonLevelsMax levels, invalid UTF-8, lone surrogate escapes and anything after the value.
// Strings are decoded inside the body, and the tree lives in a buffer that each thread keeps, so
// that a request of ordinary size allocates nothing.
#pragma once

#include <rapidjson/document.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace stator::wire {

using Json = rapidjson::Value;

// An AttributeValue of the 32 levels that are legal takes 64 levels of JSON and a few around it.
inline constexpr std::size_t kJsonLevelsMax = 1000;

inline std::string_view text_of(const Json& string) {
  return {string.GetString(), string.GetStringLength()};
}

// A parsed body, or none when the body is not JSON.
//
// Thread safety: a document belongs to the thread that made it, and must be destroyed there; a
// thread has at most one at a time (a second one pays for memory of its own).
class JsonDocument {
 public:
  // Parses `body` in place: its bytes change, and it must outlive the document.
  explicit JsonDocument(std::string& body);
  ~JsonDocument();
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  // The value, or nullptr when the body is not JSON. Valid while the document lives.
  const Json* root() const { return root_; }

 private:
  struct Arena;
  static Arena* acquire_arena();

  Arena* arena_;
  const Json* root_ = nullptr;
};

}  // namespace stator::wire
