// Vector indexes from the table's side: what is in them, and what a search finds.
#include "engine/vector_search.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/key_bytes.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

AttributeValue number(std::string_view text) {
  return AttributeValue(std::get<Number>(Number::parse(text)));
}

AttributeValue vector(std::vector<std::string_view> components) {
  List list;
  for (const std::string_view component : components) list.push_back(number(component));
  return AttributeValue(std::move(list));
}

class VectorIndexTest : public ::testing::Test {
 protected:
  VectorIndexTest() {
    auto schema = std::make_shared<TableSchema>();
    schema->name = "t";
    schema->key.hash = {{"pk", ScalarType::kS}};
    IndexSchema index;
    index.name = "near";
    index.kind = IndexKind::kVector;
    index.key.hash = {{"tenant", ScalarType::kS}};
    index.vector = VectorSettings{"e", 2, DistanceFunction::kEuclidean, {{"f", ScalarType::kN}}};
    schema->add_index(index);
    table_ = std::make_shared<storage::Table>(schema, TableSettings{});
  }

  // Puts an item, or with null attributes deletes it; answers what became of the index.
  storage::IndexEditKind store(const ItemRef& item, const std::string& pk) {
    const AttributeMap key({{"pk", AttributeValue(std::string_view(pk))}});
    const KeyBytes bytes = table_key(key, table_->key());
    const WriteLock lock(table_->mutex());
    const ItemRef* found = table_->trees().items.find(bytes);
    const auto effects =
        table_->apply({bytes, found == nullptr ? ItemRef() : *found, item}, {});
    return effects.empty() ? storage::IndexEditKind::kNone : effects.front().kind;
  }

  storage::IndexEditKind put(const std::string& pk, const std::string& tenant, AttributeValue e,
                             std::string_view f = "1") {
    return store(make_item(AttributeMap({{"pk", AttributeValue(std::string_view(pk))},
                                         {"tenant", AttributeValue(std::string_view(tenant))},
                                         {"f", number(f)},
                                         {"e", std::move(e)}})),
                 pk);
  }

  std::vector<std::pair<std::string, double>> search(
      const std::string& tenant, std::vector<std::string_view> components, std::size_t most,
      std::string_view filter = {}) {
    VectorSearch search;
    search.table = table_;
    search.index_name = "near";
    for (const std::string_view component : components) {
      search.vector.push_back(number(component));
    }
    search.conditions.push_back({"tenant", AttributeValue(std::string_view(tenant))});
    if (!filter.empty()) search.conditions.push_back({"f", number(filter)});
    search.hits_max = most;
    std::vector<std::pair<std::string, double>> hits;
    for (const VectorHit& hit : search_vectors(search).hits) {
      const auto* pk = hit.entry->find("pk")->get_if<Text>();
      hits.emplace_back(std::string(pk->view()), hit.score);
    }
    return hits;
  }

  std::shared_ptr<storage::Table> table_;
};

using Hits = std::vector<std::pair<std::string, double>>;

TEST_F(VectorIndexTest, FindsTheNearestOfOnePartition) {
  put("a", "x", vector({"3", "4"}));
  put("b", "x", vector({"0", "1"}));
  put("c", "x", vector({"6", "8"}));
  put("d", "y", vector({"0", "0"}));
  EXPECT_EQ(search("x", {"0", "0"}, 2), (Hits{{"b", 1}, {"a", 5}}));
  EXPECT_EQ(search("y", {"0", "0"}, 2), (Hits{{"d", 0}}));
  EXPECT_EQ(search("z", {"0", "0"}, 2), Hits{});
}

TEST_F(VectorIndexTest, FiltersBeforeItCounts) {
  put("a", "x", vector({"0", "1"}), "1");
  put("b", "x", vector({"0", "2"}), "2");
  EXPECT_EQ(search("x", {"0", "0"}, 1, "2"), (Hits{{"b", 2}}));
}

TEST_F(VectorIndexTest, HoldsWhatHasASoundVectorOnly) {
  using storage::IndexEditKind;
  EXPECT_EQ(put("a", "x", vector({"1"})), IndexEditKind::kNone);
  EXPECT_EQ(put("a", "x", vector({"1", "2"})), IndexEditKind::kInsert);
  EXPECT_EQ(put("a", "x", vector({"1", "3"})), IndexEditKind::kReplace);
  EXPECT_EQ(search("x", {"1", "3"}, 9), (Hits{{"a", 0}}));
  EXPECT_EQ(put("a", "y", vector({"1", "3"})), IndexEditKind::kMove);
  EXPECT_EQ(search("x", {"1", "3"}, 9), Hits{});
  EXPECT_EQ(put("a", "y", number("1")), IndexEditKind::kRemove);
  EXPECT_EQ(put("a", "y", vector({"1", "3"})), IndexEditKind::kInsert);
  EXPECT_EQ(store(ItemRef(), "a"), IndexEditKind::kRemove);
  const ReadLock lock(table_->mutex());
  EXPECT_EQ(table_->trees().indexes.front().size_bytes, 0U);
}

TEST_F(VectorIndexTest, OfEqualScoresTheFirstStay) {
  for (const char* pk : {"a", "b", "c", "d"}) put(pk, "x", vector({"1", "0"}));
  const Hits two = search("x", {"0", "0"}, 2);
  const Hits all = search("x", {"0", "0"}, 4);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(two, Hits(all.begin(), all.begin() + 2));
}

}  // namespace
}  // namespace stator::engine
