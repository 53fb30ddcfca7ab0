// Comparison of JSON documents for tests, with a path to the first difference.
#pragma once

#include <rapidjson/document.h>

#include <string>

namespace stator::server::testing {

enum class Match {
  kExact,   // same members, same elements in the same order
  kSubset,  // objects may have more members than expected, but for ConsumedCapacity
};

// Empty when `actual` is as expected; else what differs and where. The string "@any" matches
// everything. Numbers are compared by value.
std::string difference(const rapidjson::Value& expected, const rapidjson::Value& actual,
                       Match match, const std::string& path = "$");

std::string to_text(const rapidjson::Value& value);

}  // namespace stator::server::testing
