#include "model/key_decode.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/model/build.h"

namespace stator {
namespace {

using namespace std::string_literals;
using build::b;
using build::n;
using build::s;

struct Case {
  AttributeMap attributes;
  KeySchema key;
};

std::vector<Case> cases() {
  const auto map = [](std::vector<Attribute> attributes) {
    return AttributeMap(std::move(attributes));
  };
  const KeySchema string_number{{{"p", ScalarType::kS}}, {{"s", ScalarType::kN}}};
  const KeySchema many{{{"a", ScalarType::kB}, {"b", ScalarType::kN}},
                       {{"c", ScalarType::kS}, {"d", ScalarType::kS}}};
  std::vector<Case> all{
      {map({{"p", s("plain")}}), {{{"p", ScalarType::kS}}, {}}},
      {map({{"a", b("\x00\x01\xFF"s)}, {"b", n("7")}, {"c", s("")}, {"d", s("\x00"s)}}), many},
  };
  for (const char* number : {"0", "1", "-1", "10", "-0.001", "123456789.987", "9.99E125",
                             "-9.99E125", "1E-130", "-1E-130",
                             "99999999999999999999999999999999999999"}) {
    all.push_back({map({{"p", s("a")}, {"s", n(number)}}), string_number});
  }
  return all;
}

TEST(KeyDecode, GivesBackTheAttributesOfATableKey) {
  for (const auto& [attributes, key] : cases()) {
    EXPECT_EQ(decode_key(table_key(attributes, key), key), attributes);
  }
}

TEST(KeyDecode, FindsTheEndsOfPartitionAndSortKey) {
  for (const auto& [attributes, key] : cases()) {
    const KeyBytes bytes = table_key(attributes, key);
    const KeyBytes partition = table_key(attributes, KeySchema{key.hash, {}});
    const KeyParts parts = split_key(bytes + "more", key);
    EXPECT_EQ(parts.partition_end, partition.size());
    EXPECT_EQ(parts.sort_end, bytes.size());
  }
}

TEST(KeyDecode, GivesBackNumbersOfEveryLengthAndMagnitude) {
  const KeySchema key{{{"p", ScalarType::kN}}, {}};
  std::mt19937_64 random(20261130);
  for (int round = 0; round < 2000; ++round) {
    std::string text = random() % 2 == 0 ? "-" : "";
    for (std::uint64_t digits = 1 + random() % 38; digits > 0; --digits) {
      text += static_cast<char>('0' + random() % 10);
    }
    text += "E" + std::to_string(static_cast<int>(random() % 160) - 80);
    const AttributeMap attributes({{"p", n(text)}});
    ASSERT_EQ(decode_key(table_key(attributes, key), key), attributes) << text;
  }
}

}  // namespace
}  // namespace stator
