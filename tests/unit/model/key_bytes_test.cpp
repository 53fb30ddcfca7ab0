#include "model/key_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/model/build.h"

namespace stator {
namespace {

using namespace std::string_literals;
using build::b;
using build::n;
using build::number;
using build::s;

KeyBytes encoded(const AttributeValue& value) {
  KeyBytes bytes;
  append_key_value(bytes, value);
  return bytes;
}

KeyBytes prefix_of(std::string_view bytes) {
  KeyBytes prefix;
  append_key_prefix(prefix, bytes);
  return prefix;
}

bool is_prefix(std::string_view prefix, std::string_view text) { return text.starts_with(prefix); }

// Few different bytes, so that prefixes, zeros and equal values are frequent.
std::string random_bytes(std::mt19937_64& random) {
  constexpr std::string_view kBytes("\x00\x01\x02\x61\xFE\xFF", 6);
  std::string bytes(random() % 6, '\0');
  for (char& byte : bytes) byte = kBytes[random() % kBytes.size()];
  return bytes;
}

Number random_number(std::mt19937_64& random) {
  constexpr std::string_view kDigits = "0001459";
  std::string text = random() % 2 == 0 ? "-" : "";
  const std::uint64_t digits = 1 + random() % (random() % 4 == 0 ? 38 : 4);
  for (std::uint64_t i = 0; i < digits; ++i) text += kDigits[random() % kDigits.size()];
  const int spread = random() % 4 == 0 ? 85 : 3;
  text += "E" + std::to_string(static_cast<int>(random() % 171) % (2 * spread) - spread);
  return number(text);
}

template <class Value>
void expect_same_order(const Value& a, const Value& b) {
  const KeyBytes bytes_a = encoded(AttributeValue(a));
  const KeyBytes bytes_b = encoded(AttributeValue(b));
  EXPECT_TRUE((bytes_a <=> bytes_b) == (a <=> b));
  if (a != b) {
    EXPECT_FALSE(is_prefix(bytes_a, bytes_b)) << "a value must end itself";
  }
}

TEST(KeyValue, StringsSortByTheirBytes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    expect_same_order(random_bytes(random), random_bytes(random));
  }
}

TEST(KeyValue, BinariesSortByTheirUnsignedBytes) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    expect_same_order(Binary{random_bytes(random)}, Binary{random_bytes(random)});
  }
}

TEST(KeyValue, NumbersSortByValue) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    expect_same_order(random_number(random), random_number(random));
  }
}

TEST(KeyValue, NumbersAtTheEdgesSortByValue) {
  const std::string nines(38, '9');
  const std::vector<std::string> ascending = {
      "-" + nines + "E88", "-1E125", "-100", "-99", "-12.34", "-12.3", "-12", "-1.1", "-1.01", "-1",
      "-0.1", "-1E-130", "0", "1E-130", "1.1E-130", "0.1", "1", "1.01", "1.1", "12", "12.3",
      "12.34", "99", "100", "1E125", nines + "E88"};
  for (const std::string& a : ascending) {
    for (const std::string& b : ascending) expect_same_order(number(a), number(b));
  }
}

TEST(KeyValue, EqualNumbersHaveEqualBytes) {
  EXPECT_EQ(encoded(n("1")), encoded(n("1.000")));
  EXPECT_EQ(encoded(n("120")), encoded(n("1.2e2")));
  EXPECT_EQ(encoded(n("-0")), encoded(n("0")));
}

struct Encoding {
  AttributeValue value;
  std::string bytes;
};

TEST(KeyValue, EncodingsFollowTheGrammar) {
  const std::vector<Encoding> cases = {
      {s(""), "\x00\x01"s},
      {s("ab"), "ab\x00\x01"s},
      {b("a\0b"s), "a\x00\xFF" "b\x00\x01"s},
      {b("\0"s), "\x00\xFF\x00\x01"s},
      {n("0"), "\x02"s},
      {n("1"), "\x03\x82\x0B\x00"s},          // leading digit at 10^0, pair 10
      {n("12"), "\x03\x83\x0D\x00"s},         // leading digit at 10^1, pair 12
      {n("-12"), "\x01\x7C\xF2\xFF"s},        // the complement of the above
      {n("1E-130"), "\x03\x00\x0B\x00"s},
      {n("9E125"), "\x03\xFF\x5B\x00"s},
      {n("1.0203"), "\x03\x82\x0B\x15\x1F\x00"s},  // pairs 10, 20, 30
  };
  for (const auto& [value, bytes] : cases) EXPECT_EQ(encoded(value), bytes);
}

TEST(KeyValue, APrefixIsAPrefixOfExactlyTheValuesThatBeginWithIt) {
  std::mt19937_64 random(4);
  int matches = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string prefix = random_bytes(random);
    const std::string value = random_bytes(random);
    const KeyBytes bytes = encoded(s(value));
    EXPECT_EQ(is_prefix(prefix_of(prefix), bytes), is_prefix(prefix, value));
    const KeyRange range = {prefix_of(prefix), prefix_end(prefix_of(prefix))};
    EXPECT_EQ(range.contains(bytes), is_prefix(prefix, value));
    matches += is_prefix(prefix, value) ? 1 : 0;
  }
  EXPECT_GT(matches, 1000);
}

struct End {
  std::string prefix;
  std::string end;
};

TEST(KeyBytes, ThePrefixEndIsTheLeastStringAbove) {
  const std::vector<End> cases = {
      {"a", "b"},          {"ab", "ac"},       {"a\x00"s, "a\x01"s}, {"a\xFF", "b"},
      {"a\xFF\xFF", "b"},  {"\x7F", "\x80"},   {"\xFE\xFF", "\xFF"}, {"", ""},
      {"\xFF", ""},        {"\xFF\xFF", ""},
  };
  for (const auto& [prefix, end] : cases) EXPECT_EQ(prefix_end(prefix), end);
}

TEST(KeyBytes, ARangeHoldsItsLowerButNotItsUpperEnd) {
  const KeyRange range = {"b", "d"};
  EXPECT_FALSE(range.contains("az"));
  EXPECT_TRUE(range.contains("b"));
  EXPECT_TRUE(range.contains("cz"));
  EXPECT_FALSE(range.contains("d"));
  const KeyRange open = {"b", ""};
  EXPECT_TRUE(open.contains("\xFF\xFF"));
  EXPECT_FALSE(open.contains("a"));
}

const KeySchema kTableKey = {{{"pk", ScalarType::kS}}, {{"sk", ScalarType::kN}}};

AttributeMap item(std::string_view pk, std::string_view sk) {
  return AttributeMap({{"pk", s(pk)}, {"sk", n(sk)}});
}

TEST(TableKey, IsTheHashThenThePartitionThenTheSortValue) {
  const KeyBytes key = table_key(item("p", "12"), kTableKey);
  const KeyBytes partition = encoded(s("p"));
  KeyBytes expected;
  append_hash(expected, partition_hash(partition));
  expected += partition + encoded(n("12"));
  EXPECT_EQ(key, expected);
  EXPECT_EQ(hash_of(key), partition_hash(partition));
}

TEST(TableKey, WithoutRangeIsThePartitionPrefix) {
  const KeySchema hash_only = {{{"pk", ScalarType::kS}}, {}};
  const std::vector<AttributeValue> values = {s("p")};
  EXPECT_EQ(table_key(item("p", "12"), hash_only), partition_prefix(values));
}

TEST(TableKey, ItemsOfAPartitionAreNeighboursInSortOrder) {
  const std::vector<AttributeValue> values = {s("p")};
  const KeyBytes prefix = partition_prefix(values);
  const KeyRange partition = {prefix, prefix_end(prefix)};
  KeyBytes previous;
  for (const std::string_view sk : {"-100", "-1", "0", "0.5", "7", "70", "1E100"}) {
    const KeyBytes key = table_key(item("p", sk), kTableKey);
    EXPECT_TRUE(partition.contains(key)) << sk;
    EXPECT_LT(previous, key) << sk;
    previous = key;
  }
  for (const std::string_view other : {std::string_view("p\0", 2), std::string_view("pp"),
                                       std::string_view("o"), std::string_view("")}) {
    EXPECT_FALSE(partition.contains(table_key(item(other, "0"), kTableKey)));
  }
}

TEST(HashBytes, AreBigEndian) {
  KeyBytes bytes = "x";
  append_hash(bytes, 0x0102'0304'F5F6'F7F8);
  EXPECT_EQ(bytes, "x\x01\x02\x03\x04\xF5\xF6\xF7\xF8"s);
  EXPECT_EQ(hash_of(std::string_view(bytes).substr(1)), 0x0102'0304'F5F6'F7F8u);
}

const KeySchema kIndexKey = {{{"h1", ScalarType::kS}, {"h2", ScalarType::kN}},
                             {{"r1", ScalarType::kS}, {"r2", ScalarType::kB}}};

AttributeMap indexed_item() {
  return AttributeMap({{"pk", s("p")},
                       {"sk", n("12")},
                       {"h1", s("h")},
                       {"h2", n("2")},
                       {"r1", s("r")},
                       {"r2", b("\x01")}});
}

TEST(IndexKey, IsTheIndexKeyThenTheTableKeyWithoutItsHash) {
  const std::vector<AttributeValue> partition = {s("h"), n("2")};
  const KeyBytes expected = partition_prefix(partition) + encoded(s("r")) + encoded(b("\x01")) +
                            encoded(s("p")) + encoded(n("12"));
  EXPECT_EQ(index_key(indexed_item(), kIndexKey, kTableKey), expected);
  EXPECT_EQ(hash_of(expected), partition_hash(encoded(s("h")) + encoded(n("2"))));
}

TEST(IndexKey, ItemsLackingAKeyAttributeHaveNoEntry) {
  for (const std::string_view name : {"h1", "h2", "r1", "r2"}) {
    AttributeMap attributes = indexed_item();
    attributes.erase(name);
    EXPECT_EQ(index_key(attributes, kIndexKey, kTableKey), std::nullopt) << name;
  }
}

TEST(IndexKey, ItemsWithAKeyAttributeOfAnotherTypeHaveNoEntry) {
  for (const std::string_view name : {"h1", "h2", "r1", "r2"}) {
    AttributeMap attributes = indexed_item();
    attributes.set(name, AttributeValue(Null{}));
    EXPECT_EQ(index_key(attributes, kIndexKey, kTableKey), std::nullopt) << name;
  }
}

TEST(IndexKey, ItemsWithAnEmptyKeyAttributeHaveNoEntry) {
  for (const auto& [name, value] : {Attribute{"h1", s("")}, {"r1", s("")}, {"r2", b("")}}) {
    AttributeMap attributes = indexed_item();
    attributes.set(name, value);
    EXPECT_EQ(index_key(attributes, kIndexKey, kTableKey), std::nullopt) << name.view();
  }
}

TEST(IndexKey, ItemsWithATooLargeKeyHaveNoEntry) {
  // h2 counts for 2 bytes and r2 for 1: the parts of a key are limited together.
  AttributeMap attributes = indexed_item();
  attributes.set("h1", s(std::string(2046, 'h')));
  attributes.set("r1", s(std::string(1023, 'r')));
  EXPECT_TRUE(index_key(attributes, kIndexKey, kTableKey).has_value());
  attributes.set("r1", s(std::string(1024, 'r')));
  EXPECT_FALSE(index_key(attributes, kIndexKey, kTableKey).has_value());
  attributes.set("r1", s("r"));
  attributes.set("h1", s(std::string(2047, 'h')));
  EXPECT_FALSE(index_key(attributes, kIndexKey, kTableKey).has_value());
}

TEST(IndexKey, EntriesSortAttributeByAttributeThenByTableKey) {
  // Every value is a prefix of the next, to tempt the concatenation into another order.
  const std::vector<std::string> values = {"a", "a\0"s, "a\0b"s, "aa", "b"};
  KeyBytes previous;
  for (const std::string& r1 : values) {
    for (const std::string& r2 : values) {
      for (const std::string_view sk : {"-1", "0", "1", "10"}) {
        AttributeMap attributes = indexed_item();
        attributes.set("r1", s(r1));
        attributes.set("r2", b(r2));
        attributes.set("sk", n(sk));
        const KeyBytes key = index_key(attributes, kIndexKey, kTableKey).value();
        EXPECT_LT(previous, key);
        previous = key;
      }
    }
  }
}

TEST(PartitionHash, IsTheSameOnEveryRunAndMachine) {
  EXPECT_EQ(partition_hash(""), 0xE220'A839'7B1D'CDAFu);
  EXPECT_EQ(partition_hash("a"), 0x96B5'BD54'F2BC'6123u);
  EXPECT_EQ(partition_hash("12345678"), 0xDEC9'73E5'F5C2'457Eu);
  EXPECT_EQ(partition_hash("123456789"), 0xEA0E'32AE'0D09'C935u);
}

TEST(PartitionHash, TellsLengthsAndPositionsApart) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  for (std::size_t length = 0; length <= 40; ++length) {
    const std::string zeros(length, '\0');
    seen.insert(partition_hash(zeros));
    ++count;
    for (std::size_t i = 0; i < length * 8; ++i) {
      std::string bit_set = zeros;
      bit_set[i / 8] = static_cast<char>(1u << (i % 8));
      seen.insert(partition_hash(bit_set));
      ++count;
    }
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(PartitionHash, EveryBitOfTheKeyChangesAboutHalfOfTheHash) {
  std::mt19937_64 random(5);
  for (std::size_t bit = 0; bit < 24 * 8; ++bit) {
    int changed = 0;
    constexpr int kRounds = 64;
    for (int round = 0; round < kRounds; ++round) {
      std::string key(24, '\0');
      for (char& byte : key) byte = static_cast<char>(random() & 0xFF);
      const std::uint64_t before = partition_hash(key);
      key[bit / 8] = static_cast<char>(key[bit / 8] ^ static_cast<char>(1u << (bit % 8)));
      changed += std::popcount(before ^ partition_hash(key));
    }
    // 64 rounds of 64 bits: 2,048 expected, 32 the standard deviation of independent bits.
    EXPECT_NEAR(changed, 32 * kRounds, 200) << "bit " << bit;
  }
}

TEST(PartitionHash, SpreadsUsualKeysOverSegments) {
  const std::vector<std::string> forms = {"", "user#", "tenant-0000000000000000/user-", "USER#a#"};
  for (const std::string& form : forms) {
    constexpr std::size_t kKeys = 64'000;
    std::array<std::size_t, 64> counts{};
    for (std::size_t i = 0; i < kKeys; ++i) {
      const std::vector<AttributeValue> values = {s(form + std::to_string(i))};
      ++counts[hash_of(partition_prefix(values)) >> 58];
    }
    // 1,000 expected in each, with a standard deviation of 31.
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    EXPECT_GT(*least, 850u) << form;
    EXPECT_LT(*most, 1150u) << form;
  }
}

TEST(Segments, AreDisjointAndCoverEverything) {
  for (const std::uint32_t total : {1u, 2u, 3u, 7u, 10u, 64u, 1000u, 999'999u, 1'000'000u}) {
    KeyBytes previous_end(8, '\0');
    for (std::uint32_t segment = 0; segment < total; ++segment) {
      const KeyRange range = segment_range(segment, total);
      ASSERT_EQ(range.lower, previous_end) << segment << " of " << total;
      ASSERT_EQ(range.upper.empty(), segment + 1 == total);
      ASSERT_TRUE(range.upper.empty() || range.lower < range.upper);
      previous_end = range.upper;
    }
  }
}

TEST(Segments, AreEqualParts) {
  EXPECT_EQ(hash_of(segment_range(1, 2).lower), std::uint64_t{1} << 63);
  EXPECT_EQ(hash_of(segment_range(3, 4).lower), std::uint64_t{3} << 62);
  EXPECT_EQ(hash_of(segment_range(1, 3).lower), 0x5555'5555'5555'5555u);
  EXPECT_EQ(hash_of(segment_range(2, 3).lower), 0xAAAA'AAAA'AAAA'AAAAu);
  EXPECT_EQ(hash_of(segment_range(999'999, 1'000'000).lower), 18'446'725'626'965'477'906u);
}

TEST(Segments, HoldKeysByTheirHash) {
  KeyBytes key;
  append_hash(key, std::uint64_t{1} << 63);
  key += "anything";
  EXPECT_FALSE(segment_range(0, 2).contains(key));
  EXPECT_TRUE(segment_range(1, 2).contains(key));
  KeyBytes below;
  append_hash(below, (std::uint64_t{1} << 63) - 1);
  below += "\xFF\xFF";
  EXPECT_TRUE(segment_range(0, 2).contains(below));
  EXPECT_FALSE(segment_range(1, 2).contains(below));
}

}  // namespace
}  // namespace stator
