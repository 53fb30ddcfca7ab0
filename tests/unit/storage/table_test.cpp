#include "storage/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

using Items = std::map<KeyBytes, ItemRef>;
using Entries = std::map<KeyBytes, AttributeMap>;

Entries contents(const ItemTree& tree) {
  Entries entries;
  tree.ascend({}, [&](std::string_view key, const ItemRef& item) {
    entries.emplace(key, item->attributes());
    return true;
  });
  return entries;
}

std::uint64_t total_bytes(const Entries& entries) {
  std::uint64_t bytes = 0;
  for (const auto& [key, attributes] : entries) bytes += size_bytes(attributes);
  return bytes;
}

// The entry of an item, found the long way: no tree, no edit, every projection the same.
std::optional<std::pair<KeyBytes, AttributeMap>> naive_entry(const ItemRef& item,
                                                             const IndexSchema& index,
                                                             const TableSchema& table) {
  if (!item) return std::nullopt;
  const auto key = index_key(item->attributes(), index.key, table.key);
  if (!key) return std::nullopt;
  AttributeMap entry;
  for (const Attribute& attribute : item->attributes()) {
    if (index.projects(attribute.name)) entry.set(attribute.name, attribute.value);
  }
  return std::pair(*key, std::move(entry));
}

// Everything that a table holds, recomputed from its items; of an index that is being filled, the
// part that is.
void expect_trees(const Trees& trees, const Items& items) {
  Entries base;
  for (const auto& [key, item] : items) base.emplace(key, item->attributes());
  ASSERT_EQ(trees.items.broken_invariant(), nullptr);
  ASSERT_EQ(contents(trees.items), base);
  ASSERT_EQ(trees.size_bytes, total_bytes(base));
  ASSERT_EQ(trees.indexes.size(), trees.schema->indexes.size());
  for (std::size_t i = 0; i < trees.indexes.size(); ++i) {
    const IndexSchema& index = trees.schema->indexes[i];
    SCOPED_TRACE("index " + index.name);
    Entries entries;
    const auto& filled_below = trees.indexes[i].filled_below;
    for (const auto& [key, item] : items) {
      if (filled_below && key >= *filled_below) break;
      if (auto entry = naive_entry(item, index, *trees.schema)) entries.insert(*std::move(entry));
    }
    ASSERT_EQ(trees.indexes[i].entries.broken_invariant(), nullptr);
    ASSERT_EQ(contents(trees.indexes[i].entries), entries);
    ASSERT_EQ(trees.indexes[i].size_bytes, total_bytes(entries));
  }
}

// The effects that a change must report, recomputed.
std::vector<IndexEffect> naive_effects(const ItemChange& change, const TableSchema& schema) {
  std::vector<IndexEffect> effects;
  for (std::size_t i = 0; i < schema.indexes.size(); ++i) {
    const auto before = naive_entry(change.before, schema.indexes[i], schema);
    const auto after = naive_entry(change.after, schema.indexes[i], schema);
    if (before == after) continue;
    IndexEffect effect{i, IndexEditKind::kMove, 0, 0};
    if (before) effect.old_bytes = size_bytes(before->second);
    if (after) effect.new_bytes = size_bytes(after->second);
    if (!before) effect.kind = IndexEditKind::kInsert;
    if (!after) effect.kind = IndexEditKind::kRemove;
    if (before && after && before->first == after->first) effect.kind = IndexEditKind::kReplace;
    effects.push_back(effect);
  }
  return effects;
}

void expect_effects(const std::vector<IndexEffect>& found,
                    const std::vector<IndexEffect>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].index, expected[i].index);
    ASSERT_EQ(found[i].kind, expected[i].kind);
    ASSERT_EQ(found[i].old_bytes, expected[i].old_bytes);
    ASSERT_EQ(found[i].new_bytes, expected[i].new_bytes);
  }
}

// Random schemas and items over few names and values, so that index keys appear, vanish, change
// their type and collide.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return random_() % limit; }

  TableSchema schema() {
    TableSchema schema = sample_schema({});
    if (below(3) == 0) schema.key.range.clear();
    const std::size_t count = below(5);
    for (std::size_t i = 0; i < count; ++i) {
      schema.add_index(index("index" + std::to_string(i), schema.key));
    }
    return schema;
  }

  // The same table with some indexes gone, some new, some changed under their names.
  TableSchema other_indexes(const TableSchema& old) {
    TableSchema schema{old.name, old.key, {}};
    for (const IndexSchema& one : old.indexes) {
      const std::size_t dice = below(4);
      if (dice == 0) continue;
      schema.add_index(dice == 1 ? index(one.name, old.key) : one);
    }
    if (below(2) == 0) schema.add_index(index("new" + std::to_string(++news_), old.key));
    return schema;
  }

  // An item of the table with a key from a small set.
  ItemRef any_item(const TableSchema& schema) {
    std::vector<Attribute> attributes;
    attributes.push_back({"pk", text("p" + std::to_string(below(4)))});
    attributes.push_back({"sk", text("s" + std::to_string(below(8)))});
    if (schema.key.range.empty() && below(2) == 0) attributes.pop_back();
    for (const KeyAttribute& name : kNames) {
      if (below(3) > 0) attributes.push_back({name.name, value(name.type)});
    }
    return item(std::move(attributes));
  }

 private:
  inline static const std::vector<KeyAttribute> kNames = {
      {"a", ScalarType::kS}, {"b", ScalarType::kN}, {"c", ScalarType::kB},
      {"d", ScalarType::kS}, {"e", ScalarType::kN}, {"x", ScalarType::kS}};

  AttributeValue value(ScalarType type) {
    const std::string digit = std::to_string(below(3));
    if (below(8) == 0) return texts({digit, "other"});
    switch (type) {
      case ScalarType::kS:
        return text(digit);
      case ScalarType::kN:
        return below(2) == 0 ? number(digit) : number(digit + ".0");
      case ScalarType::kB:
        break;
    }
    return binary(digit);
  }

  std::vector<KeyAttribute> some_names(std::size_t least, std::size_t most) {
    std::vector<KeyAttribute> names = kNames;
    std::shuffle(names.begin(), names.end(), random_);
    names.resize(least + below(most - least + 1));
    return names;
  }

  IndexSchema index(std::string_view name, const KeySchema& table) {
    IndexSchema index{std::string(name), IndexKind::kGlobal, {}, {}, {}};
    if (below(4) == 0 && !table.range.empty()) {
      index.kind = IndexKind::kLocal;
      index.key = {table.hash, some_names(1, 1)};
    } else {
      std::vector<KeyAttribute> names = some_names(1, 4);
      const auto hashes = static_cast<std::ptrdiff_t>(1 + below(names.size()));
      index.key.hash.assign(names.begin(), names.begin() + hashes);
      index.key.range.assign(names.begin() + hashes, names.end());
    }
    if (below(3) == 0) index.projection = keys_only();
    if (below(3) == 0) index.projection = include({"a", "x"});
    return index;
  }

  std::mt19937_64 random_;
  int news_ = 0;
};

// A table and what it must hold.
class TableRun {
 public:
  explicit TableRun(std::uint64_t seed) : generator_(seed), schema_(shared(generator_.schema())) {
    table_ = std::make_unique<Table>(schema_, TableSettings());
  }

  void run(std::size_t operations) {
    for (std::size_t i = 0; i < operations; ++i) {
      ASSERT_NO_FATAL_FAILURE(change());
      if (generator_.below(60) == 0) {
        ASSERT_NO_FATAL_FAILURE(change_indexes());
      }
      if (generator_.below(4) == 0) fill();
      if (generator_.below(60) == 0) snapshots_.emplace_back(table_->snapshot(), items_);
      if (generator_.below(30) == 0) {
        ASSERT_NO_FATAL_FAILURE(expect_trees(table_->snapshot(), items_));
      }
    }
    ASSERT_NO_FATAL_FAILURE(expect_trees(table_->snapshot(), items_));
    for (const auto& [trees, items] : snapshots_) {
      ASSERT_NO_FATAL_FAILURE(expect_trees(trees, items));
    }
  }

 private:
  void change() {
    const ItemRef item = generator_.any_item(*schema_);
    KeyBytes key = table_key(item->attributes(), schema_->key);
    const auto found = items_.find(key);
    const ItemRef before = found == items_.end() ? ItemRef() : found->second;
    const ItemRef after = generator_.below(4) == 0 ? ItemRef() : item;
    const ItemChange change{key, before, after};
    if (after) {
      items_.insert_or_assign(std::move(key), after);
    } else {
      items_.erase(key);
    }
    const WriteLock lock(table_->mutex());
    expect_effects(table_->apply(change, {}), naive_effects(change, *schema_));
  }

  void change_indexes() {
    TableSchema changed = generator_.other_indexes(*schema_);
    std::size_t retained = 0;
    for (IndexSchema& one : changed.indexes) {
      const IndexSchema* old = schema_->find_index(one.name);
      if (old != nullptr && old->kind == one.kind && old->key == one.key &&
          old->projection == one.projection) {
        ++retained;
      } else {
        one.phase = IndexPhase::kBackfilling;
      }
    }
    const auto schema = shared(std::move(changed));
    const WriteLock lock(table_->mutex());
    EXPECT_EQ(table_->change_indexes(schema).size(), schema_->indexes.size() - retained);
    schema_ = schema;
  }

  // A slice of each index that is being filled; one that is full becomes active.
  void fill() {
    TableSchema filled = *schema_;
    const WriteLock lock(table_->mutex());
    for (std::size_t i = 0; i < filled.indexes.size(); ++i) {
      IndexPhase& phase = filled.indexes[i].phase;
      if (phase != IndexPhase::kBackfilling) continue;
      if (table_->fill_index(i, 1 + generator_.below(4))) phase = IndexPhase::kActive;
    }
    schema_ = shared(std::move(filled));
    EXPECT_TRUE(table_->change_indexes(schema_).empty());
  }

  Generator generator_;
  std::shared_ptr<const TableSchema> schema_;
  std::unique_ptr<Table> table_;
  Items items_;
  std::vector<std::pair<Trees, Items>> snapshots_;
};

TEST(Table, holds_what_recomputation_from_its_items_gives) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_NO_FATAL_FAILURE(TableRun(seed).run(400));
  }
}

KeySchema key_of(std::string_view hash) { return {{string_key(hash)}, {}}; }

ItemRef sample_item(std::string_view sort, std::vector<Attribute> others) {
  others.push_back({"pk", text("p")});
  others.push_back({"sk", text(sort)});
  return item(std::move(others));
}

std::vector<IndexEffect> put(Table& table, const ItemRef& before, const ItemRef& after) {
  const Item& either = after ? *after : *before;
  const WriteLock lock(table.mutex());
  return table.apply({table_key(either.attributes(), table.key()), before, after}, {});
}

TEST(Table, name_and_keys_are_those_of_the_schema) {
  const auto schema = shared(sample_schema({}));
  const Table table(schema, TableSettings());
  EXPECT_EQ(table.name(), "sample");
  EXPECT_EQ(table.key(), schema->key);
  EXPECT_EQ(table.schema(), schema);
}

TEST(Table, an_unchanged_item_changes_no_tree) {
  Table table(shared(sample_schema({global_index("g", key_of("a"), all())})), TableSettings());
  const ItemRef item = sample_item("1", {{"a", text("x")}});
  put(table, nullptr, item);
  EXPECT_TRUE(put(table, item, item).empty());
  const WriteLock lock(table.mutex());
  EXPECT_TRUE(table.apply({"absent", nullptr, nullptr}, {}).empty());
  EXPECT_EQ(table.trees().items.size(), 1u);
  EXPECT_EQ(table.trees().size_bytes, item->size_bytes());
}

// Notes what it is shown.
class Witness final : public ChangeObserver {
 public:
  void before_change(const Trees& trees, const ItemChange& change,
                     const ChangeContext& context) noexcept override {
    sizes_before.push_back(trees.items.size());
    afters.push_back(change.after);
    origins.push_back(context.origin);
  }
  std::vector<std::size_t> sizes_before;
  std::vector<ItemRef> afters;
  std::vector<ChangeOrigin> origins;
};

TEST(Table, observers_see_each_change_before_it_is_applied) {
  Table table(shared(sample_schema({})), TableSettings());
  const auto witness = std::make_shared<Witness>();
  const ItemRef first = sample_item("1", {});
  const ItemRef second = sample_item("2", {});
  put(table, nullptr, first);
  const auto apply = [&](const ItemRef& before, const ItemRef& after, ChangeOrigin origin) {
    const Item& either = after ? *after : *before;
    const WriteLock lock(table.mutex());
    table.apply({table_key(either.attributes(), table.key()), before, after}, {{}, origin});
  };
  {
    const WriteLock lock(table.mutex());
    table.attach(witness);
  }
  apply(nullptr, second, ChangeOrigin::kUser);
  apply(second, second, ChangeOrigin::kUser);
  apply(first, nullptr, ChangeOrigin::kTimeToLive);
  {
    const WriteLock lock(table.mutex());
    table.detach(*witness);
  }
  apply(second, nullptr, ChangeOrigin::kUser);
  EXPECT_EQ(witness->sizes_before, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(witness->afters, (std::vector<ItemRef>{second, nullptr}));
  EXPECT_EQ(witness->origins,
            (std::vector<ChangeOrigin>{ChangeOrigin::kUser, ChangeOrigin::kTimeToLive}));
}

TEST(Table, an_equal_item_takes_the_place_of_the_stored_one_in_the_table_only) {
  Table table(shared(sample_schema({global_index("g", key_of("a"), all())})), TableSettings());
  const ItemRef first = sample_item("1", {{"a", text("x")}});
  const ItemRef second = sample_item("1", {{"a", text("x")}});
  put(table, nullptr, first);
  EXPECT_TRUE(put(table, first, second).empty());
  EXPECT_EQ(put(table, second, nullptr).size(), 1u);
  EXPECT_TRUE(table.snapshot().indexes[0].entries.empty());
}

TEST(Table, an_all_index_shares_its_items_with_the_table) {
  Table table(shared(sample_schema({global_index("g", key_of("a"), all())})), TableSettings());
  const ItemRef item = sample_item("1", {{"a", text("x")}});
  put(table, nullptr, item);
  table.snapshot().indexes[0].entries.ascend({}, [&](std::string_view, const ItemRef& entry) {
    EXPECT_EQ(entry, item);
    return true;
  });
}

TEST(Table, moving_one_index_key_rewrites_the_all_entries_of_other_indexes) {
  Table table(shared(sample_schema({global_index("g1", key_of("a"), all()),
                                    global_index("g2", key_of("b"), all()),
                                    global_index("g3", key_of("b"), keys_only())})),
              TableSettings());
  const ItemRef before = sample_item("1", {{"a", text("x")}, {"b", text("x")}});
  const ItemRef after = sample_item("1", {{"a", text("y")}, {"b", text("x")}});
  put(table, nullptr, before);
  const auto effects = put(table, before, after);
  ASSERT_EQ(effects.size(), 2u);
  EXPECT_EQ(effects[0].kind, IndexEditKind::kMove);
  EXPECT_EQ(effects[1].kind, IndexEditKind::kReplace);
}

TEST(Table, retained_indexes_keep_their_trees_when_others_come_and_go) {
  const IndexSchema kept = global_index("kept", key_of("a"), keys_only());
  Table table(shared(sample_schema({kept, global_index("gone", key_of("b"), all())})),
              TableSettings());
  put(table, nullptr, sample_item("1", {{"a", text("x")}, {"b", text("x")}, {"c", text("x")}}));
  put(table, nullptr, sample_item("2", {{"a", text("x")}}));
  const Trees before = table.snapshot();

  std::vector<IndexTree> removed;
  {
    IndexSchema added = global_index("new", key_of("c"), include({"b"}));
    added.phase = IndexPhase::kBackfilling;
    const WriteLock lock(table.mutex());
    removed = table.change_indexes(shared(sample_schema({added, kept})));
    EXPECT_TRUE(table.trees().indexes[0].entries.empty());
    EXPECT_FALSE(table.fill_index(0, 1));
    EXPECT_TRUE(table.fill_index(0, 1));
    EXPECT_TRUE(table.fill_index(0, 1));  // there is nothing left to do
  }
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0].entries.size(), 1u);

  const Trees after = table.snapshot();
  ASSERT_EQ(after.indexes.size(), 2u);
  EXPECT_EQ(after.indexes[0].entries.size(), 1u);
  ASSERT_EQ(after.indexes[1].entries.size(), 2u);
  after.indexes[1].entries.ascend({}, [&](std::string_view key, const ItemRef& entry) {
    EXPECT_EQ(*before.indexes[0].entries.find(key), entry);
    return true;
  });
  EXPECT_EQ(before.indexes[1].entries.size(), 1u);
  EXPECT_EQ(before.schema->indexes[1].name, "gone");
}

TEST(Table, an_index_that_follows_no_writes_is_left_alone) {
  IndexSchema index = global_index("g", key_of("a"), all());
  for (const IndexPhase phase : {IndexPhase::kAllocating, IndexPhase::kDeleting}) {
    index.phase = phase;
    Table table(shared(sample_schema({index})), TableSettings());
    EXPECT_TRUE(put(table, nullptr, sample_item("1", {{"a", text("x")}})).empty());
    EXPECT_TRUE(table.snapshot().indexes[0].entries.empty());
  }
}

TEST(Table, a_slice_of_large_entries_is_short) {
  Table table(shared(sample_schema({})), TableSettings());
  const std::string large(std::size_t{40} * 1024, 'x');
  for (const char* sort : {"1", "2", "3", "4"}) {
    put(table, nullptr, sample_item(sort, {{"a", text("x")}, {"b", text(large)}, {"c", text("")}}));
  }
  IndexSchema index = global_index("g", key_of("a"), include({"b"}));
  index.phase = IndexPhase::kBackfilling;
  const WriteLock lock(table.mutex());
  table.change_indexes(shared(sample_schema({index})));
  EXPECT_FALSE(table.fill_index(0, 100));
  EXPECT_EQ(table.trees().indexes[0].entries.size(), 2u);  // 80 KiB
  EXPECT_TRUE(table.fill_index(0, 100));
  EXPECT_EQ(table.trees().indexes[0].entries.size(), 4u);
}

}  // namespace
}  // namespace stator::storage
