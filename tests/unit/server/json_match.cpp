#include "json_match.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace stator::server::testing {

namespace {

using rapidjson::Value;

std::string object_difference(const Value& expected, const Value& actual, Match match,
                              const std::string& path) {
  for (const auto& member : expected.GetObject()) {
    const std::string name = member.name.GetString();
    const auto at = actual.FindMember(member.name);
    if (at == actual.MemberEnd()) return path + "." + name + " is missing";
    // A bill is compared exactly wherever it stands: an arm that is not expected is a fault.
    const Match inner_match = name == "ConsumedCapacity" ? Match::kExact : match;
    std::string inner = difference(member.value, at->value, inner_match, path + "." + name);
    if (!inner.empty()) return inner;
  }
  if (match == Match::kSubset) return {};
  for (const auto& member : actual.GetObject()) {
    if (expected.FindMember(member.name) == expected.MemberEnd()) {
      return path + "." + member.name.GetString() + " is not expected";
    }
  }
  return {};
}

std::string array_difference(const Value& expected, const Value& actual, Match match,
                             const std::string& path) {
  if (expected.Size() != actual.Size()) {
    return path + " has " + std::to_string(actual.Size()) + " elements, expected " +
           std::to_string(expected.Size());
  }
  for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
    std::string inner =
        difference(expected[i], actual[i], match, path + "[" + std::to_string(i) + "]");
    if (!inner.empty()) return inner;
  }
  return {};
}

}  // namespace

std::string to_text(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}

std::string difference(const Value& expected, const Value& actual, Match match,
                       const std::string& path) {
  if (expected.IsString() && expected == "@any") return {};
  if (expected.IsObject() && actual.IsObject()) {
    return object_difference(expected, actual, match, path);
  }
  if (expected.IsArray() && actual.IsArray()) {
    return array_difference(expected, actual, match, path);
  }
  if (expected == actual) return {};
  return path + " is " + to_text(actual) + ", expected " + to_text(expected);
}

}  // namespace stator::server::testing
