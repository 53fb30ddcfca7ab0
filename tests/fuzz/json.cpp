// JSON bodies: our reader accepts what RapidJSON's plain one does with its own validation of UTF-8,
// and reads the same; but for levels, which we limit, and for escapes of half a surrogate pair,
// some of which RapidJSON lets pass.
#include "server/wire/json.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <string>

#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

// More levels than that, counted generously, are not compared; nor are escapes of surrogates, zero
// bytes, which end a text for RapidJSON, and what begins with a byte of a byte order mark, which it
// passes over.
bool is_comparable(std::string_view text) {
  const auto opens =
      std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{'; });
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  return static_cast<std::size_t>(opens) < wire::kJsonLevelsMax &&
         (text.empty() || kByteOrderMark.find(text.front()) == std::string_view::npos) &&
         text.find('\0') == std::string_view::npos && text.find("\\ud") == std::string_view::npos &&
         text.find("\\uD") == std::string_view::npos;
}

std::string written(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = stator::fuzz::text_of(data, size);
  std::string body(text);
  const stator::wire::JsonDocument ours(body);
  if (!stator::fuzz::is_comparable(text)) return 0;
  rapidjson::Document plain;
  plain.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(text.data(),
                                                                                      text.size());
  const bool is_json = !plain.HasParseError();
  stator::fuzz::require((ours.root() != nullptr) == is_json, "both readers agree what JSON is",
                        text);
  if (is_json) {
    stator::fuzz::require(stator::fuzz::written(plain) == stator::fuzz::written(*ours.root()),
                          "both readers read the same", text);
  }
  return 0;
}
