// That verification finds what it is there for: sound trees pass, and each kind of damage is told.
#include "storage/verify.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

// A table of two items, both in an index of their attributes "h" and "shown".
Trees sound_trees() {
  IndexSchema index = global_index("byH", {{string_key("h")}, {}}, include({"shown"}));
  const auto schema = shared(sample_schema({index}));
  Table table(schema, TableSettings());
  const WriteLock lock(table.mutex());
  for (const char* key : {"a", "b"}) {
    const ItemRef one = item({{"pk", text(key)},
                              {"sk", text("s")},
                              {"h", text("x")},
                              {"shown", number("1")},
                              {"hidden", number("2")}});
    table.apply({table_key(one->attributes(), schema->key), nullptr, one}, {});
  }
  return table.trees();
}

KeyBytes first_entry(const Trees& trees) {
  KeyBytes first;
  trees.indexes[0].entries.ascend({}, [&](std::string_view key, const ItemRef&) {
    first = key;
    return false;
  });
  return first;
}

TEST(StorageVerification, PassesSoundTrees) { check_trees(sound_trees()); }

TEST(StorageVerification, FindsDamage) {
  struct Case {
    const char* found;
    std::function<void(Trees&)> damage;
  };
  const std::vector<Case> cases = {
      {"an entry is missing",
       [](Trees& trees) { trees.indexes[0].entries.erase(first_entry(trees)); }},
      {"an entry holds something else",
       [](Trees& trees) {
         trees.indexes[0].entries.put(first_entry(trees), item({{"pk", text("a")}}));
       }},
      {"entries of no item", [](Trees& trees) { trees.indexes[0].entries.put("stray", item({})); }},
      {"the entries add up", [](Trees& trees) { ++trees.indexes[0].size_bytes; }},
      {"the items add up", [](Trees& trees) { ++trees.size_bytes; }},
      {"an item stands under another key",
       [](Trees& trees) {
         trees.items.put("astray", item({{"pk", text("c")}, {"sk", text("s")}}));
       }},
  };
  for (const Case& each : cases) {
    Trees trees = sound_trees();
    each.damage(trees);
    EXPECT_DEATH(check_trees(trees), each.found);
  }
}

TEST(StorageVerification, FindsAWrongEffect) {
  const Trees trees = sound_trees();
  const ItemRef* one = nullptr;
  KeyBytes key;
  trees.items.ascend({}, [&](std::string_view at, const ItemRef& found) {
    key = at;
    one = &found;
    return false;
  });
  const ItemChange change{key, nullptr, *one};
  const std::size_t entry_bytes = 2 + 1 + 2 + 1 + 1 + 1 + 5 + 2;
  const IndexEffect right{0, IndexEditKind::kInsert, 0, entry_bytes};
  check_change(trees, change, std::vector{right});
  EXPECT_DEATH(check_change(trees, change, {}), "an index edit of another kind");
  IndexEffect wrong = right;
  ++wrong.new_bytes;
  EXPECT_DEATH(check_change(trees, change, std::vector{wrong}), "other bytes after");
}

}  // namespace
}  // namespace stator::storage
