// Adding a global index to a table that has items: what is seen meanwhile, what may be changed, and
// that the index holds in the end what it should, whoever writes at the same time.
#include "engine/index_creation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/write.h"
#include "tests/unit/engine/table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using std::chrono::milliseconds;

ItemRef item_of(const std::string& pk, std::optional<std::string> n) {
  std::vector<Attribute> attributes;
  attributes.push_back({"pk", AttributeValue::string(pk)});
  attributes.push_back({"data", AttributeValue::string("d" + pk)});
  if (n) attributes.push_back({"n", AttributeValue::string(*n)});
  return make_item(AttributeMap(std::move(attributes)));
}

PlannedWrite planned(const std::shared_ptr<storage::Table>& table, const ItemRef& item,
                     WriteAction action) {
  return {table, table_key(item->attributes(), table->key()), std::move(action), std::nullopt};
}

std::string number(int i) { return std::to_string(i); }

std::map<std::string, ItemRef> contents(const storage::ItemTree& tree) {
  std::map<std::string, ItemRef> entries;
  tree.ascend({}, [&](std::string_view key, const ItemRef& item) {
    entries.emplace(key, item);
    return true;
  });
  return entries;
}

// An item that was replaced by an equal one may still stand in the index as it was.
bool same_items(const std::map<std::string, ItemRef>& a, const std::map<std::string, ItemRef>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.first == other.first && one.second->attributes() == other.second->attributes();
  });
}

// Everything an ALL index over "n" must hold, from the items alone.
std::map<std::string, ItemRef> recomputed(const storage::Trees& trees, const IndexSchema& index) {
  std::map<std::string, ItemRef> entries;
  for (const auto& [key, item] : contents(trees.items)) {
    if (const auto entry = index_key(item->attributes(), index.key, trees.schema->key)) {
      entries.emplace(*entry, item);
    }
  }
  return entries;
}

void expect_complete(const storage::Table& table) {
  const storage::Trees trees = table.snapshot();
  for (std::size_t i = 0; i < trees.indexes.size(); ++i) {
    const auto expected = recomputed(trees, trees.schema->indexes[i]);
    std::uint64_t bytes = 0;
    for (const auto& [key, item] : expected) bytes += item->size_bytes();
    EXPECT_TRUE(same_items(contents(trees.indexes[i].entries), expected));
    EXPECT_EQ(trees.indexes[i].size_bytes, bytes);
    EXPECT_FALSE(trees.indexes[i].filled_below);
  }
}

class IndexCreation : public TableLifecycle {
 protected:
  void fill_table(int items) {
    create(plain_table());
    table_ = find_table(engine_, "T", kCaller);
    for (int i = 0; i < items; ++i) put(number(i), number(i % 7));
  }
  WriteResult put(const std::string& pk, std::optional<std::string> n) {
    const ItemRef item = item_of(pk, std::move(n));
    return execute_write(engine_, planned(table_, item, PutAction{item}));
  }
  WriteResult remove(const std::string& pk) {
    return execute_write(engine_, planned(table_, item_of(pk, {}), DeleteAction{}));
  }
  TableDescription change(std::vector<GlobalIndexUpdate> updates) {
    TableUpdate request;
    request.name = "T";
    request.attribute_definitions = strings({"n"});
    request.index_updates = std::move(updates);
    return update(request);
  }
  TableDescription add_index() { return change({creation_of("new", {hash("n")})}); }
  Error fault(const std::function<void(TableUpdate&)>& change) {
    TableUpdate request;
    request.name = "T";
    change(request);
    return error_of([&] { update(request); });
  }
  void expect_in_use(const Error& error, std::string_view detail) {
    EXPECT_EQ(error.code(), ErrorCode::kResourceInUse);
    EXPECT_EQ(error.message(), "Attempt to change a resource which is still in use: " +
                                   std::string(detail));
  }

  std::shared_ptr<storage::Table> table_;
};

TEST_F(IndexCreation, IsDoneAtOnceForASmallTable) {
  fill_table(2000);
  EXPECT_EQ(add_index().indexes[0].status, IndexStatus::kCreating);
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().indexes[0].item_count, 2000U);
  EXPECT_EQ(engine_.background.run_due(), 0U);
  expect_complete(*table_);
}

TEST_F(IndexCreation, GoesOnInTheBackgroundForALargeTable) {
  fill_table(2001);
  add_index();
  auto described = describe();
  EXPECT_EQ(described.status, TableStatus::kUpdating);
  EXPECT_EQ(described.indexes[0].status, IndexStatus::kCreating);
  EXPECT_EQ(described.indexes[0].is_backfilling, true);
  EXPECT_EQ(described.indexes[0].item_count, 0U);

  // A write that comes meanwhile is billed for the index, and is in it in the end.
  EXPECT_EQ(put("meanwhile", "1").effects.size(), 1U);
  EXPECT_EQ(remove("17").effects.size(), 1U);

  EXPECT_GT(engine_.background.run_due(), 10U);
  described = describe();
  EXPECT_EQ(described.status, TableStatus::kActive);
  EXPECT_EQ(described.indexes[0].status, IndexStatus::kActive);
  EXPECT_FALSE(described.indexes[0].is_backfilling);
  EXPECT_EQ(described.indexes[0].item_count, 2001U);
  expect_complete(*table_);
}

TEST_F(IndexCreation, LastsAsLongAsItIsTold) {
  engine_.durations.index = milliseconds(100);
  fill_table(10);
  add_index();
  EXPECT_EQ(describe().indexes[0].is_backfilling, false);
  EXPECT_TRUE(put("a", "1").effects.empty());  // nothing reaches the index yet
  EXPECT_EQ(engine_.background.run_due(), 0U);

  clock_.advance(milliseconds(50));
  engine_.background.run_due();
  EXPECT_EQ(describe().indexes[0].is_backfilling, true);
  EXPECT_EQ(put("b", "1").effects.size(), 1U);

  clock_.advance(milliseconds(49));
  engine_.background.run_due();
  EXPECT_EQ(describe().indexes[0].status, IndexStatus::kCreating);
  clock_.advance(milliseconds(1));
  engine_.background.run_due();
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(describe().indexes[0].item_count, 12U);
  expect_complete(*table_);
}

TEST_F(IndexCreation, ForbidsSomeChangesMeanwhile) {
  fill_table(2001);
  add_index();
  const std::string in_creation = " when an index is being created. Table: T Indexes: [new]";
  expect_in_use(fault(provision_with_units), "Can't change table IOPS" + in_creation);
  expect_in_use(fault(set_stream), "Can't change stream status" + in_creation);
  expect_in_use(error_of([&] { delete_table(engine_, "T", kCaller); }),
                "Cannot delete table while indexes are being created, updated, or deleted.");
  const Error second = error_of([&] { change({creation_of("other", {hash("n")})}); });
  EXPECT_EQ(second.code(), ErrorCode::kLimitExceeded);
  EXPECT_EQ(second.message(),
            "Subscriber limit exceeded: Only 1 online index can be created or deleted "
            "simultaneously per table");
  EXPECT_EQ(describe().indexes.size(), 1U);
}

TEST_F(IndexCreation, ForbidsChangesOfAnIndexThatIsAllocated) {
  engine_.durations.index = milliseconds(100);
  fill_table(1);
  add_index();
  expect_in_use(error_of([&] { change({deletion_of("new")}); }),
                "Index creation is in resource allocation phase. Retry deletion during "
                "backfilling phase or when the index is active. Table: T Index: new");
  GlobalIndexUpdate warm = change_of("new");
  warm.update->warm = WarmThroughputDefinition{20000, {}};
  expect_in_use(error_of([&] { change({warm}); }),
                "Index is being created but is not backfilling yet.  Table: T Index: new");
}

TEST_F(IndexCreation, EndsWhenTheIndexIsDeleted) {
  fill_table(2001);
  add_index();
  change({deletion_of("new")});
  EXPECT_TRUE(describe().indexes.empty());
  EXPECT_EQ(describe().status, TableStatus::kActive);
  EXPECT_EQ(engine_.background.run_due(), 1U);

  add_index();  // under the same name, while the first one's task may still be there
  change({deletion_of("new")});
  add_index();
  engine_.background.run_due();
  EXPECT_EQ(describe().indexes[0].item_count, 2001U);
  expect_complete(*table_);
}

TEST_F(IndexCreation, EndsWhenTheTableIsGone) {
  fill_table(2001);
  add_index();
  engine_.database_of(kCaller).remove("T");
  table_.reset();
  EXPECT_EQ(engine_.background.run_due(), 1U);
}

TEST_F(IndexCreation, ADeletedIndexStaysInSightForItsDuration) {
  fill_table(10);
  add_index();
  engine_.durations.index = milliseconds(100);
  EXPECT_EQ(change({deletion_of("new")}).indexes[0].status, IndexStatus::kDeleting);
  EXPECT_EQ(describe().status, TableStatus::kUpdating);
  EXPECT_EQ(describe().indexes[0].status, IndexStatus::kDeleting);
  EXPECT_TRUE(put("a", "1").effects.empty());
  expect_in_use(error_of([&] { change({deletion_of("new")}); }),
                "Index is being deleted.  Table: T Index: new");
  clock_.advance(milliseconds(100));
  engine_.background.run_due();
  EXPECT_TRUE(describe().indexes.empty());
  EXPECT_EQ(describe().settings.attribute_definitions, strings({"pk"}));
  EXPECT_EQ(describe().status, TableStatus::kActive);
}

TEST_F(IndexCreation, HoldsWhatItShouldWhoeverWritesMeanwhile) {
  constexpr int kItems = 6000;
  fill_table(kItems);
  engine_.background.start();
  const auto write_on = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < 4000; ++i) {
      const std::string pk = number(static_cast<int>(random() % (kItems + 500)));
      const auto dice = random() % 4;
      if (dice == 0) {
        remove(pk);
      } else {
        put(pk, dice == 1 ? std::nullopt : std::optional(number(static_cast<int>(random() % 9))));
      }
    }
  };
  std::vector<std::thread> writers;
  for (unsigned seed = 1; seed <= 3; ++seed) writers.emplace_back(write_on, seed);
  for (int round = 0; round < 3; ++round) {
    add_index();
    if (round < 2) change({deletion_of("new")});
  }
  for (std::thread& writer : writers) writer.join();
  while (describe().status != TableStatus::kActive) std::this_thread::yield();
  expect_complete(*table_);
}

}  // namespace
}  // namespace stator::engine::testing
