#include "storage/namespaces.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::storage {
namespace {

TEST(Namespaces, the_shared_one_has_the_empty_name) {
  Namespaces namespaces;
  EXPECT_EQ(&namespaces.shared(), &namespaces.at(""));
}

TEST(Namespaces, a_name_always_means_the_same_database) {
  Namespaces namespaces;
  Database& first = namespaces.at("eu-west-1");
  EXPECT_EQ(&namespaces.at("eu-west-1"), &first);
  EXPECT_NE(&namespaces.at("us-east-1"), &first);
}

TEST(Namespaces, are_visited_in_order_of_name) {
  Namespaces namespaces;
  namespaces.at("b");
  namespaces.at("a");
  std::vector<std::string> names;
  namespaces.for_each([&](const std::string& name, Database&) { names.push_back(name); });
  EXPECT_EQ(names, (std::vector<std::string>{"", "a", "b"}));
}

}  // namespace
}  // namespace stator::storage
