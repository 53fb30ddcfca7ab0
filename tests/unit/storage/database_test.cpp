#include "storage/database.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

using Names = std::vector<std::string>;

TEST(Database, finds_what_was_added_until_it_is_removed) {
  Database database;
  const auto table = named_table("songs");
  EXPECT_EQ(database.find("songs"), nullptr);
  EXPECT_TRUE(database.add(table));
  EXPECT_EQ(database.find("songs"), table);
  EXPECT_EQ(database.find("song"), nullptr);
  EXPECT_EQ(database.size(), 1u);
  EXPECT_EQ(database.remove("songs"), table);
  EXPECT_EQ(database.remove("songs"), nullptr);
  EXPECT_EQ(database.find("songs"), nullptr);
  EXPECT_EQ(database.size(), 0u);
}

TEST(Database, a_name_is_taken_once) {
  Database database;
  const auto first = named_table("songs");
  EXPECT_TRUE(database.add(first));
  EXPECT_FALSE(database.add(named_table("songs")));
  EXPECT_EQ(database.find("songs"), first);
}

TEST(Database, names_come_in_byte_order_after_a_start_up_to_a_limit) {
  Database database;
  for (const char* name : {"b.table", "Zebra", "a_1", "a-1", "a1"}) {
    database.add(named_table(name));
  }
  EXPECT_EQ(database.names({}, 10), (Names{"Zebra", "a-1", "a1", "a_1", "b.table"}));
  EXPECT_EQ(database.names({}, 2), (Names{"Zebra", "a-1"}));
  EXPECT_EQ(database.names("a-1", 2), (Names{"a1", "a_1"}));
  EXPECT_EQ(database.names("a0", 1), (Names{"a1"}));
  EXPECT_EQ(database.names("b.table", 1), Names());
  EXPECT_EQ(database.names({}, 0), Names());
}

TEST(Database, is_used_by_several_threads) {
  Database database;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&database, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string name = "table" + std::to_string((t + i) % 7);
        database.add(named_table(name));
        if (const auto found = database.find(name)) {
          EXPECT_EQ(found->name(), name);
        }
        EXPECT_LE(database.names({}, 100).size(), 7u);
        database.remove(name);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(database.size(), database.names({}, 100).size());
}

}  // namespace
}  // namespace stator::storage
