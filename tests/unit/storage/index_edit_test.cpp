// The truth table of index_edit.h, row by row, for each projection.
#include "storage/index_edit.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/storage/samples.h"

namespace stator::storage {

void PrintTo(IndexEditKind kind, std::ostream* out) {
  constexpr std::string_view kNames[] = {"none", "insert", "remove", "replace", "move"};
  *out << kNames[static_cast<std::size_t>(kind)];
}

namespace {

using enum IndexEditKind;

// The attributes beside pk and sk. No attributes at all: the item does not exist.
struct Image {
  std::vector<Attribute> attributes;
  bool exists = true;
};
const Image kNoItem{{}, false};

ItemRef stored(Image image) {
  if (!image.exists) return nullptr;
  image.attributes.push_back({"pk", text("p")});
  image.attributes.push_back({"sk", text("s")});
  return item(std::move(image.attributes));
}

struct Row {
  std::string_view title;
  Image before;
  Image after;
  IndexEditKind under_all;
  IndexEditKind under_include;  // of "shown"
  IndexEditKind under_keys_only;
};

// An index with one HASH attribute "h" (S) and one RANGE attribute "r" (N).
KeySchema composite() { return {{string_key("h")}, {number_key("r")}}; }

Attribute h(std::string_view value) { return {"h", text(value)}; }
Attribute r(std::string_view value) { return {"r", number(value)}; }

std::vector<Row> rows() {
  return {
      // no entry, no entry
      {"nothing before, nothing after", kNoItem, kNoItem, kNone, kNone, kNone},
      {"a new item without the index key", kNoItem, {{}}, kNone, kNone, kNone},
      {"a new item with half of the index key", kNoItem, {{h("a")}}, kNone, kNone, kNone},
      {"one half is lost, the other won", {{h("a")}}, {{r("1")}}, kNone, kNone, kNone},
      {"an index key of another type", kNoItem, {{h("a"), {"r", text("1")}}}, kNone, kNone, kNone},
      {"the end of an item without an entry", {{h("a")}}, kNoItem, kNone, kNone, kNone},
      // no entry, entry
      {"a new item", kNoItem, {{h("a"), r("1")}}, kInsert, kInsert, kInsert},
      {"the index key becomes whole", {{h("a")}}, {{h("a"), r("1")}}, kInsert, kInsert, kInsert},
      {"the index key gets its type", {{h("a"), {"r", text("1")}}}, {{h("a"), r("1")}},
       kInsert, kInsert, kInsert},
      // entry, no entry
      {"the end of an item", {{h("a"), r("1")}}, kNoItem, kRemove, kRemove, kRemove},
      {"half of the index key is lost", {{h("a"), r("1")}}, {{r("1")}}, kRemove, kRemove, kRemove},
      {"the index key loses its type", {{h("a"), r("1")}}, {{h("a"), {"r", text("1")}}},
       kRemove, kRemove, kRemove},
      // entry, entry, same key, same entry
      {"the same again", {{h("a"), r("1")}}, {{h("a"), r("1")}}, kNone, kNone, kNone},
      {"a reordered set is not a change",
       {{h("a"), r("1"), {"shown", texts({"x", "y"})}}},
       {{h("a"), r("1"), {"shown", texts({"y", "x"})}}}, kNone, kNone, kNone},
      {"a reordered number set is not a change",
       {{h("a"), r("1"), {"shown", numbers({"1", "2"})}}},
       {{h("a"), r("1"), {"shown", numbers({"2.0", "1.00"})}}}, kNone, kNone, kNone},
      {"another spelling of a number is not a change",
       {{h("a"), r("1"), {"shown", number("100")}}},
       {{h("a"), r("1.0"), {"shown", number("1e2")}}}, kNone, kNone, kNone},
      // entry, entry, same key, different entry
      {"a projected attribute changes",
       {{h("a"), r("1"), {"shown", text("x")}}}, {{h("a"), r("1"), {"shown", text("y")}}},
       kReplace, kReplace, kNone},
      {"a projected attribute appears",
       {{h("a"), r("1")}}, {{h("a"), r("1"), {"shown", text("x")}}}, kReplace, kReplace, kNone},
      {"a projected attribute disappears",
       {{h("a"), r("1"), {"shown", text("x")}}}, {{h("a"), r("1")}}, kReplace, kReplace, kNone},
      {"another attribute changes",
       {{h("a"), r("1"), {"hidden", text("x")}}}, {{h("a"), r("1"), {"hidden", text("y")}}},
       kReplace, kNone, kNone},
      {"a list is reordered",
       {{h("a"), r("1"), {"shown", AttributeValue(List{text("x"), text("y")})}}},
       {{h("a"), r("1"), {"shown", AttributeValue(List{text("y"), text("x")})}}},
       kReplace, kReplace, kNone},
      {"a value keeps its size and changes its type",
       {{h("a"), r("1"), {"shown", text("x")}}}, {{h("a"), r("1"), {"shown", binary("x")}}},
       kReplace, kReplace, kNone},
      // entry, entry, different key
      {"the range of the index key changes",
       {{h("a"), r("1")}}, {{h("a"), r("2")}}, kMove, kMove, kMove},
      {"the hash of the index key changes",
       {{h("a"), r("1"), {"shown", text("x")}}}, {{h("b"), r("1"), {"shown", text("x")}}},
       kMove, kMove, kMove},
  };
}

// What an index would hold of an item, found the long way.
AttributeMap expected_entry(const Item& item, const IndexSchema& index) {
  AttributeMap entry;
  for (const Attribute& attribute : item.attributes()) {
    if (index.projects(attribute.name)) entry.set(attribute.name, attribute.value);
  }
  return entry;
}

void expect_halves(const IndexEdit& edit, const ItemRef& before, const ItemRef& after,
                   const IndexSchema& index, const TableSchema& table) {
  const bool had_entry = edit.kind == kRemove || edit.kind == kReplace || edit.kind == kMove;
  const bool has_entry = edit.kind == kInsert || edit.kind == kReplace || edit.kind == kMove;
  const auto old_key =
      before ? index_key(before->attributes(), index.key, table.key) : std::nullopt;
  EXPECT_EQ(edit.old_key, had_entry && edit.kind != kReplace ? *old_key : KeyBytes());
  EXPECT_EQ(edit.old_bytes, had_entry ? size_bytes(expected_entry(*before, index)) : 0);
  if (edit.kind == kReplace) {
    EXPECT_EQ(edit.new_key, old_key);
  }
  if (has_entry) {
    EXPECT_EQ(edit.new_key, index_key(after->attributes(), index.key, table.key));
    EXPECT_EQ(edit.new_bytes, size_bytes(expected_entry(*after, index)));
    EXPECT_EQ(edit.entry->attributes(), expected_entry(*after, index));
  } else {
    EXPECT_TRUE(edit.new_key.empty());
    EXPECT_EQ(edit.new_bytes, 0u);
    EXPECT_FALSE(edit.entry);
  }
}

void expect_edit(const Row& row, const IndexProjection& projection, IndexEditKind kind) {
  SCOPED_TRACE(std::string(row.title) + ", projection " +
               std::to_string(static_cast<int>(projection.type)));
  const TableSchema table = sample_schema({global_index("index", composite(), projection)});
  const IndexSchema& index = table.indexes[0];
  const ItemRef before = stored(row.before);
  const ItemRef after = stored(row.after);
  const IndexEdit edit = index_edit(before, after, index, table);
  EXPECT_EQ(edit.kind, kind);
  expect_halves(edit, before, after, index, table);
}

TEST(IndexEdit, follows_its_truth_table) {
  for (const Row& row : rows()) {
    expect_edit(row, all(), row.under_all);
    expect_edit(row, include({"shown"}), row.under_include);
    expect_edit(row, keys_only(), row.under_keys_only);
  }
}

TEST(IndexEdit, the_same_object_is_no_change) {
  const TableSchema table = sample_schema({global_index("index", composite(), all())});
  const ItemRef item = stored({{h("a"), r("1")}});
  EXPECT_EQ(index_edit(item, item, table.indexes[0], table).kind, kNone);
}

TEST(IndexEdit, a_multi_attribute_key_needs_every_attribute) {
  const KeySchema key{{string_key("h1"), string_key("h2")}, {number_key("r1"), string_key("r2")}};
  const TableSchema table = sample_schema({global_index("index", key, keys_only())});
  const IndexSchema& index = table.indexes[0];
  const std::vector<Attribute> whole = {
      {"h1", text("a")}, {"h2", text("b")}, {"r1", number("1")}, {"r2", text("c")}};
  const ItemRef full = stored({whole});
  EXPECT_EQ(index_edit(nullptr, full, index, table).kind, kInsert);
  for (std::size_t missing = 0; missing < whole.size(); ++missing) {
    std::vector<Attribute> rest = whole;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(missing));
    EXPECT_EQ(index_edit(nullptr, stored({rest}), index, table).kind, kNone);
    EXPECT_EQ(index_edit(full, stored({rest}), index, table).kind, kRemove);

    std::vector<Attribute> other = whole;
    other[missing].value = other[missing].name == "r1" ? number("2") : text("z");
    EXPECT_EQ(index_edit(full, stored({other}), index, table).kind, kMove);
  }
}

TEST(IndexEdit, values_that_wander_between_key_attributes_move_the_entry) {
  const KeySchema key{{string_key("h1"), string_key("h2")}, {}};
  const TableSchema table = sample_schema({global_index("index", key, keys_only())});
  const ItemRef before = stored({{{"h1", text("a")}, {"h2", text("bc")}}});
  const ItemRef after = stored({{{"h1", text("ab")}, {"h2", text("c")}}});
  EXPECT_EQ(index_edit(before, after, table.indexes[0], table).kind, kMove);
}

TEST(IndexEntry, shares_the_item_when_nothing_is_left_out) {
  const TableSchema table = sample_schema({global_index("all", composite(), all()),
                                           global_index("keys", composite(), keys_only())});
  const ItemRef small = stored({{h("a"), r("1")}});
  const ItemRef large = stored({{h("a"), r("1"), {"hidden", text("x")}}});
  EXPECT_EQ(index_entry(small, table.indexes[0]), small);
  EXPECT_EQ(index_entry(large, table.indexes[0]), large);
  EXPECT_EQ(index_entry(small, table.indexes[1]), small);
  EXPECT_EQ(index_entry(large, table.indexes[1])->attributes(), small->attributes());
}

}  // namespace
}  // namespace stator::storage
