#include "model/schema.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/model/build.h"

namespace stator {
namespace {

using Names = std::vector<std::string>;

IndexSchema make_index(std::string name, IndexKind kind, KeySchema key,
                       IndexProjection projection = {}) {
  IndexSchema index;
  index.name = std::move(name);
  index.kind = kind;
  index.key = std::move(key);
  index.projection = std::move(projection);
  return index;
}

TableSchema make_table() {
  TableSchema table;
  table.name = "T";
  table.key = {{{"pk", ScalarType::kS}}, {{"sk", ScalarType::kN}}};
  return table;
}

const KeySchema kStatusKey = {{{"status", ScalarType::kS}}, {{"at", ScalarType::kN}}};

TEST(Schema, ScalarTypesAreSpelledAsOnTheWire) {
  EXPECT_EQ(scalar_type_name(ScalarType::kS), "S");
  EXPECT_EQ(scalar_type_name(ScalarType::kN), "N");
  EXPECT_EQ(scalar_type_name(ScalarType::kB), "B");
}

TEST(Schema, AValueHasAtMostOneKeyType) {
  const std::vector<AttributeValue> values = {build::s("a"), build::n("1"), build::b("a"),
                                              build::boolean(true), build::null(),
                                              build::ss({"a"}), build::list({}), build::map({})};
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(has_type(values[i], ScalarType::kS), i == 0) << i;
    EXPECT_EQ(has_type(values[i], ScalarType::kN), i == 1) << i;
    EXPECT_EQ(has_type(values[i], ScalarType::kB), i == 2) << i;
  }
}

TEST(Schema, AKeyFindsItsHashAndRangeAttributes) {
  const KeySchema key = {{{"a", ScalarType::kS}, {"b", ScalarType::kN}}, {{"c", ScalarType::kB}}};
  EXPECT_EQ(key.size(), 3u);
  for (const KeyAttribute& attribute : key.hash) EXPECT_EQ(key.find(attribute.name), &attribute);
  for (const KeyAttribute& attribute : key.range) EXPECT_EQ(key.find(attribute.name), &attribute);
  EXPECT_TRUE(key.contains("c"));
  EXPECT_FALSE(key.contains("d"));
  EXPECT_EQ(key.find("d"), nullptr);
}

TEST(Schema, LocalIndexesComeFirstEachKindInRequestOrder) {
  TableSchema table = make_table();
  EXPECT_FALSE(table.has_local_indexes());
  table.add_index(make_index("global-b", IndexKind::kGlobal, kStatusKey));
  EXPECT_FALSE(table.has_local_indexes());
  table.add_index(make_index("local-b", IndexKind::kLocal, kStatusKey));
  table.add_index(make_index("global-a", IndexKind::kGlobal, kStatusKey));
  table.add_index(make_index("local-a", IndexKind::kLocal, kStatusKey));
  Names order;
  for (const IndexSchema& index : table.indexes) order.push_back(index.name);
  EXPECT_EQ(order, (Names{"local-b", "local-a", "global-b", "global-a"}));
  EXPECT_TRUE(table.has_local_indexes());
  ASSERT_NE(table.find_index("global-a"), nullptr);
  EXPECT_EQ(table.find_index("global-a")->name, "global-a");
  EXPECT_EQ(table.find_index("global-c"), nullptr);
}

struct Projected {
  IndexProjection projection;
  Names attributes;
};

TEST(Schema, AnEntryHoldsKeysAndWhatTheProjectionAdds) {
  const std::vector<Projected> cases = {
      {{ProjectionType::kAll, {}}, {}},
      {{ProjectionType::kKeysOnly, {}}, {"at", "pk", "sk", "status"}},
      {{ProjectionType::kInclude, {"body", "title"}},
       {"at", "body", "pk", "sk", "status", "title"}},
      // Naming a key is fine, and counts once.
      {{ProjectionType::kInclude, {"at", "pk", "x"}}, {"at", "pk", "sk", "status", "x"}},
  };
  for (const auto& [projection, attributes] : cases) {
    TableSchema table = make_table();
    table.add_index(make_index("i", IndexKind::kGlobal, kStatusKey, projection));
    EXPECT_EQ(table.indexes[0].projected_attributes, attributes);
  }
}

TEST(Schema, AnIndexOnATableKeyHoldsItOnce) {
  TableSchema table = make_table();
  table.add_index(make_index("i", IndexKind::kLocal,
                             {{{"pk", ScalarType::kS}}, {{"at", ScalarType::kN}}},
                             {ProjectionType::kKeysOnly, {}}));
  EXPECT_EQ(table.indexes[0].projected_attributes, (Names{"at", "pk", "sk"}));
}

TEST(Schema, AnIndexProjectsWhatItsEntriesHold) {
  TableSchema table = make_table();
  table.add_index(make_index("all", IndexKind::kGlobal, kStatusKey));
  table.add_index(
      make_index("some", IndexKind::kGlobal, kStatusKey, {ProjectionType::kInclude, {"title"}}));
  EXPECT_TRUE(table.find_index("all")->projects("anything"));
  EXPECT_TRUE(table.find_index("some")->projects("title"));
  EXPECT_TRUE(table.find_index("some")->projects("sk"));
  EXPECT_FALSE(table.find_index("some")->projects("titl"));
  EXPECT_FALSE(table.find_index("some")->projects("body"));
}

}  // namespace
}  // namespace stator
