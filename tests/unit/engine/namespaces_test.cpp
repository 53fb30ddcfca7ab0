#include <gtest/gtest.h>

#include "engine/engine.h"

namespace stator::engine {
namespace {

struct Row {
  NamespaceMode mode;
  Caller other;
  bool sees_the_same;
};

TEST(Namespaces, mode_region_and_access_key_decide_which_tables_a_caller_sees) {
  const Caller caller{"us-east-1", "000000000000", "key"};
  const Caller other_key{"us-east-1", "000000000000", "other"};
  const Caller other_region{"eu-west-1", "000000000000", "key"};
  const Row rows[] = {
      {NamespaceMode::kShared, other_key, true},
      {NamespaceMode::kShared, other_region, true},
      {NamespaceMode::kRegion, other_key, true},
      {NamespaceMode::kRegion, other_region, false},
      {NamespaceMode::kAccountRegion, other_key, false},
      {NamespaceMode::kAccountRegion, other_region, false},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(namespace_of(row.mode, caller) == namespace_of(row.mode, row.other),
              row.sees_the_same);
  }
}

}  // namespace
}  // namespace stator::engine
