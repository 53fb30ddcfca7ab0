#include "model/attribute_value.h"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/item.h"
#include "tests/unit/model/build.h"

namespace stator {
namespace {

using namespace std::string_literals;
using build::b;
using build::boolean;
using build::bs;
using build::list;
using build::map;
using build::n;
using build::ns;
using build::null;
using build::s;
using build::ss;

std::vector<std::string> names(const AttributeMap& attributes) {
  std::vector<std::string> result;
  for (const Attribute& attribute : attributes) result.emplace_back(attribute.name);
  return result;
}

struct Typed {
  AttributeValue value;
  AttributeType type;
  std::string_view name;
};

TEST(AttributeValue, TypesHaveTheirWireNames) {
  const std::vector<Typed> cases = {
      {s("a"), AttributeType::kS, "S"},         {n("1"), AttributeType::kN, "N"},
      {b("a"), AttributeType::kB, "B"},         {boolean(true), AttributeType::kBool, "BOOL"},
      {null(), AttributeType::kNull, "NULL"},   {ss({"a"}), AttributeType::kSs, "SS"},
      {ns({"1"}), AttributeType::kNs, "NS"},    {bs({"a"}), AttributeType::kBs, "BS"},
      {list({}), AttributeType::kL, "L"},       {map({}), AttributeType::kM, "M"},
      {AttributeValue(), AttributeType::kNull, "NULL"},
  };
  for (const auto& [value, type, name] : cases) {
    EXPECT_EQ(value.type(), type) << name;
    EXPECT_EQ(type_name(value.type()), name);
  }
}

TEST(AttributeValue, ValuesOfDifferentTypesDiffer) {
  const std::vector<AttributeValue> values = {s("1"),     n("1"),     b("1"),    boolean(true),
                                              null(),     ss({"1"}),  ns({"1"}), bs({"1"}),
                                              list({}),   map({})};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      EXPECT_EQ(values[i] == values[j], i == j) << i << ' ' << j;
    }
  }
}

TEST(AttributeValue, SetsAreEqualWithoutOrderAndDuplicates) {
  EXPECT_EQ(ss({"b", "a", "c"}), ss({"c", "b", "a"}));
  EXPECT_EQ(ss({"a", "a"}), ss({"a"}));
  EXPECT_NE(ss({"a", "b"}), ss({"a"}));
  EXPECT_EQ(ns({"10", "9", "-1"}), ns({"-1.0", "1e1", "9.00"}));
  EXPECT_EQ(ns({"1", "1.0"}), ns({"1"}));
  EXPECT_EQ(bs({"b", "a\0"s, "a"}), bs({"a", "b", "a\0"s}));
  EXPECT_NE(bs({"a"}), bs({"a\0"s}));
}

TEST(AttributeValue, SetElementsAreSorted) {
  EXPECT_EQ(*ss({"b", "B", "\xC3\xA9", "a"}).get_if<StringSet>(),
            (StringSet{"B", "a", "b", "\xC3\xA9"}));
  EXPECT_EQ(*ns({"10", "9", "-1"}).get_if<NumberSet>(),
            (NumberSet{Number(-1), Number(9), Number(10)}));
  EXPECT_EQ(bs({"\xFF", "\x01"}).get_if<BinarySet>()->elements,
            (std::vector<Binary>{{"\x01"}, {"\xFF"}}));
}

TEST(AttributeValue, ListsAreEqualInOrderOnly) {
  EXPECT_EQ(list({s("a"), n("1")}), list({s("a"), n("1.0")}));
  EXPECT_NE(list({s("a"), n("1")}), list({n("1"), s("a")}));
}

TEST(AttributeValue, MapsAreEqualWithoutOrder) {
  EXPECT_EQ(map({{"a", n("1")}, {"b", ss({"x", "y"})}}),
            map({{"b", ss({"y", "x"})}, {"a", n("1.0")}}));
  EXPECT_NE(map({{"a", n("1")}}), map({{"a", n("2")}}));
  EXPECT_NE(map({{"a", n("1")}}), map({{"b", n("1")}}));
}

struct Depth {
  AttributeValue value;
  std::size_t levels;
};

TEST(AttributeValue, DepthCountsLevelsOfListsAndMaps) {
  AttributeValue nested = s("a");
  for (int i = 0; i < 31; ++i) nested = i % 2 == 0 ? list({nested}) : map({{"m", nested}});
  const std::vector<Depth> cases = {
      {s("a"), 1},
      {ss({"a"}), 1},
      {list({}), 1},
      {map({}), 1},
      {list({s("a")}), 2},
      {list({s("a"), list({s("a")}), s("a")}), 3},
      {map({{"a", s("a")}, {"b", map({{"c", list({null()})}})}}), 4},
      {nested, 32},
  };
  for (const auto& [value, levels] : cases) EXPECT_EQ(value.depth(), levels);
}

struct Sized {
  std::vector<Attribute> attributes;
  std::size_t bytes;
};

TEST(ItemSize, IsTheSumOfNamesAndValues) {
  const std::vector<Sized> cases = {
      {{}, 0},
      {{{"shirt-color", s("R")}, {"shirt-size", s("M")}}, 23},
      {{{"a", s("")}}, 1},
      {{{"a", b("")}}, 1},
      {{{"a", s("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")}}, 10},
      {{{"\xC3\xA9", s("a")}}, 3},
      {{{"a", b("\x01\x02")}}, 3},
      {{{"a", boolean(false)}}, 2},
      {{{"a", boolean(true)}}, 2},
      {{{"a", null()}}, 2},
      {{{"a", n("1.5")}}, 4},
      {{{"a", list({})}}, 4},
      {{{"a", map({})}}, 4},
      {{{"a", list({s("a"), s("aa"), s("bb"), s("ccc")})}}, 16},
      {{{"a", map({{"aa", s("aa")}, {"bbb", n("12.3456")}, {"cccc", b("\x01\x02")}})}}, 24},
      {{{"a", list({list({}), map({})})}}, 12},
      {{{"a", ss({"a", "bc"})}}, 4},
      {{{"a", ns({"1.23", "12.3", "-5"})}}, 10},
      {{{"a", bs({"\x01\x02", "\x02", "\x01"})}}, 5},
      // An item of every kind that a suite fitted to the service places at exactly 4 KB.
      {{{"a", s("0123456789")},
        {"bb", s(std::string(3999, 'b'))},
        {"ccc", n("12.3456")},
        {"dddd", b("\x01\x02")},
        {"eeeee", bs({"\x01\x02", "\x02", "\x01"})},
        {"ffffff", null()},
        {"ggggggg", boolean(false)},
        {"hhhhhhhh", list({s("a"), s("aa"), s("bb"), s("ccc")})},
        {"iiiiiiiii", map({{"aa", s("aa")}, {"bbb", s("bbb")}})}},
       4096},
  };
  for (const auto& [attributes, bytes] : cases) {
    EXPECT_EQ(size_bytes(AttributeMap(attributes)), bytes);
    EXPECT_EQ(make_item(AttributeMap(attributes))->size_bytes(), bytes);
  }
}

TEST(AttributeMap, SortsByTheBytesOfNames) {
  const AttributeMap attributes({{"b", n("1")}, {"\xC3\xA9", n("2")}, {"B", n("3")}, {"a", n("4")},
                                 {"aa", n("5")}, {"", n("6")}});
  EXPECT_EQ(names(attributes), (std::vector<std::string>{"", "B", "a", "aa", "b", "\xC3\xA9"}));
}

TEST(AttributeMap, OfEqualNamesTheLastWins) {
  const AttributeMap few(
      {{"b", n("1")}, {"a", n("2")}, {"b", n("3")}, {"a", n("4")}, {"b", n("5")}});
  EXPECT_EQ(few, AttributeMap({{"a", n("4")}, {"b", n("5")}}));
  EXPECT_EQ(AttributeMap({{"a", n("1")}, {"a", n("2")}}), AttributeMap({{"a", n("2")}}));

  std::vector<Attribute> many;
  for (std::int64_t i = 0; i < 200; ++i) {
    many.push_back({"name" + std::to_string(i * 7 % 50), AttributeValue(Number(i))});
  }
  const AttributeMap attributes(many);
  EXPECT_EQ(attributes.size(), 50u);
  for (std::size_t i = 150; i < 200; ++i) {
    ASSERT_NE(attributes.find(many[i].name), nullptr);
    EXPECT_EQ(*attributes.find(many[i].name), many[i].value) << i;
  }
}

TEST(AttributeMap, FindsWhatItHoldsAtEverySize) {
  std::vector<Attribute> entries;
  for (std::int64_t count = 0; count < 40; ++count) {
    std::vector<Attribute> shuffled = entries;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(static_cast<unsigned>(count)));
    AttributeMap attributes(std::move(shuffled));
    ASSERT_EQ(attributes.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(attributes.empty(), count == 0);
    for (const Attribute& entry : entries) {
      ASSERT_NE(attributes.find(entry.name), nullptr) << entry.name.view() << " of " << count;
      EXPECT_EQ(*attributes.find(entry.name), entry.value);
    }
    EXPECT_EQ(attributes.find("k"), nullptr);
    EXPECT_EQ(attributes.find(""), nullptr);
    EXPECT_EQ(attributes.find("z"), nullptr);
    entries.push_back({"k" + std::to_string(count), AttributeValue(Number(count))});
  }
}

TEST(AttributeMap, SetAddsInPlaceOrReplaces) {
  AttributeMap attributes;
  attributes.set("b", n("1"));
  attributes.set("a", n("2"));
  attributes.set("c", n("3"));
  attributes.set("b", n("4"));
  EXPECT_EQ(attributes, AttributeMap({{"a", n("2")}, {"b", n("4")}, {"c", n("3")}}));
  EXPECT_EQ(names(attributes), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(AttributeMap, EraseSaysWhetherThereWasSomething) {
  AttributeMap attributes({{"a", n("1")}, {"b", n("2")}, {"c", n("3")}});
  EXPECT_TRUE(attributes.erase("b"));
  EXPECT_FALSE(attributes.erase("b"));
  EXPECT_FALSE(attributes.erase("d"));
  EXPECT_EQ(names(attributes), (std::vector<std::string>{"a", "c"}));
}

// Texts of every length around the limit of what stands in a value, in every place.
std::vector<Attribute> texts_of_all_sizes() {
  std::vector<Attribute> attributes;
  for (std::size_t size = 0; size < 2 * Text::kInlineBytesMax + 3; ++size) {
    const std::string text(size, static_cast<char>('a' + size % 26));
    attributes.push_back({"s" + text, s(text)});
    attributes.push_back({"b" + text, b(text)});
    attributes.push_back({"list" + text, list({s(text), map({{text, ss({text, "x"})}})})});
  }
  return attributes;
}

TEST(AttributeMap, OutlivesWhatItWasMadeFrom) {
  std::vector<Attribute> attributes = texts_of_all_sizes();
  const std::vector<Attribute> expected = attributes;
  const AttributeMap map(std::move(attributes));
  attributes.clear();
  for (const Attribute& attribute : expected) {
    ASSERT_NE(map.find(attribute.name), nullptr) << attribute.name.view();
    EXPECT_EQ(*map.find(attribute.name), attribute.value) << attribute.name.view();
  }
}

TEST(AttributeMap, ACopiedValueOutlivesItsMap) {
  const std::vector<Attribute> expected = texts_of_all_sizes();
  std::vector<Attribute> copies;
  {
    const AttributeMap map(expected);
    for (const Attribute& attribute : expected) {
      copies.push_back({attribute.name, *map.find(attribute.name)});
    }
  }
  EXPECT_EQ(copies, expected);
}

TEST(AttributeMap, ChangesMakeItAnew) {
  const std::vector<Attribute> all = texts_of_all_sizes();
  AttributeMap map(all);
  const AttributeMap before = map;
  for (const Attribute& attribute : all) map.set(attribute.name, s(std::string(30, '!')));
  for (const Attribute& attribute : all) {
    EXPECT_EQ(*map.find(attribute.name), s(std::string(30, '!'))) << attribute.name.view();
    EXPECT_EQ(*before.find(attribute.name), attribute.value) << attribute.name.view();
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(map.erase(all[i].name));
    EXPECT_EQ(map.size(), all.size() - i - 1);
  }
  EXPECT_EQ(map, AttributeMap());
  EXPECT_EQ(before, AttributeMap(all));
}

TEST(AttributeMap, ACopySharesItsMembers) {
  const AttributeMap map({{"a", n("1")}});
  const AttributeMap copy = map;
  EXPECT_EQ(copy.begin(), map.begin());
  const AttributeValue value(map);
  EXPECT_EQ(value.get_if<AttributeMap>()->begin(), map.begin());
}

TEST(AttributeMapBuilder, TakesValuesAndAttributesOfOtherMaps) {
  const std::string text(50, 't');
  AttributeMap built;
  {
    const AttributeMap other({{"b", s(text)}, {"c", bs({text})}});
    AttributeMapBuilder builder(3);
    builder.append("a", s(text));
    for (const Attribute& attribute : other) builder.append(attribute);
    built = builder.build();
  }
  EXPECT_EQ(built, AttributeMap({{"a", s(text)}, {"b", s(text)}, {"c", bs({text})}}));
  EXPECT_EQ(AttributeMapBuilder(5).build(), AttributeMap());
}

TEST(AttributeMap, NoMembersIsWhatItIsWithoutAny) {
  EXPECT_EQ(AttributeMap(), AttributeMap(std::vector<Attribute>()));
  EXPECT_TRUE(AttributeMap(std::vector<Attribute>()).empty());
  EXPECT_NE(AttributeMap(), AttributeMap({{"a", n("1")}}));
}

}  // namespace
}  // namespace stator
