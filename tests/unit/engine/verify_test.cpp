// That verification finds a bill that the images of a write do not explain.
#include "engine/verify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/item.h"

namespace stator::engine {
namespace {

TableSchema schema() {
  TableSchema schema{"T", {{{"pk", ScalarType::kS}}, {}}, {}};
  schema.add_index({.name = "global",
                    .kind = IndexKind::kGlobal,
                    .key = {{{"h", ScalarType::kN}}, {}},
                    .projection = {},
                    .projected_attributes = {}});
  return schema;
}

// An item of 1,500 bytes and some.
ItemRef large_item(std::int64_t h) {
  std::vector<Attribute> attributes;
  attributes.push_back({Text("pk"), AttributeValue::string("a")});
  attributes.push_back({Text("h"), AttributeValue(Number(h))});
  attributes.push_back({Text("text"), AttributeValue::string(std::string(1500, 'x'))});
  return make_item(AttributeMap(std::move(attributes)));
}

TEST(BillVerification, FindsUnitsThatTheImagesDoNotExplain) {
  const ItemRef before = large_item(7);
  const ItemRef after = large_item(-120);
  const storage::ItemChange change{"key", before, after};
  using storage::IndexEditKind;
  const std::size_t bytes = before->size_bytes();
  check_bill(change, std::vector<storage::IndexEffect>{{0, IndexEditKind::kMove, bytes, bytes + 1}},
             schema());
  EXPECT_DEATH(check_bill(change, {}, schema()), "an index is billed other units");
  EXPECT_DEATH(
      check_bill(change,
                 std::vector<storage::IndexEffect>{{0, IndexEditKind::kReplace, bytes, bytes + 1}},
                 schema()),
      "an index is billed other units");
}

}  // namespace
}  // namespace stator::engine
