#include "storage/table_locks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

using Tables = TableLocks::Tables;

TEST(TableLocks, locks_in_name_order_and_each_table_once) {
  const auto a = named_table("a");
  const auto b = named_table("b");
  const auto c = named_table("c");
  const auto locks = TableLocks::exclusive({c, a, c, b, a});
  EXPECT_EQ(locks.tables(), (Tables{a, b, c}));
}

TEST(TableLocks, tables_of_one_name_have_one_order_too) {
  const auto first = named_table("same");
  const auto second = named_table("same");
  Tables order;
  {
    const auto locks = TableLocks::exclusive({first, second});
    order = locks.tables();
    EXPECT_EQ(order.size(), 2u);
  }
  const auto locks = TableLocks::exclusive({second, first});
  EXPECT_EQ(locks.tables(), order);
}

TEST(TableLocks, none_is_a_set_too) {
  const auto locks = TableLocks::shared({});
  EXPECT_TRUE(locks.tables().empty());
}

TEST(TableLocks, shared_locks_let_other_readers_in) {
  const auto table = named_table("a");
  const auto locks = TableLocks::shared({table});
  locks.require_shared(*table);
  EXPECT_EQ(table->trees().items.size(), 0u);
  std::size_t read = 1;
  std::thread([&] { read = table->snapshot().items.size(); }).join();
  EXPECT_EQ(read, 0u);
}

// Moves of one unit between random accounts, each a table with one item: without exclusion, units
// get lost; without an order, threads wait for each other for ever.
class Accounts {
 public:
  explicit Accounts(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      tables_.push_back(named_table("account" + std::to_string(i)));
      put(*tables_.back(), 100);
    }
  }

  void move_one(std::size_t from, std::size_t to) {
    if (from == to) return;
    const auto locks = TableLocks::exclusive({tables_[from], tables_[to]});
    locks.require_exclusive(*tables_[from]);
    locks.require_exclusive(*tables_[to]);
    change(*tables_[from], -1);
    change(*tables_[to], 1);
  }

  std::int64_t total() const {
    const auto locks = TableLocks::shared(tables_);
    std::int64_t sum = 0;
    for (const auto& table : locks.tables()) {
      locks.require_shared(*table);
      sum += balance(**table->trees().items.find(key()));
    }
    return sum;
  }

 private:
  // Of the only item of each table.
  static KeyBytes key() {
    return table_key(account(0)->attributes(), {{string_key("pk")}, {string_key("sk")}});
  }
  static std::int64_t balance(const Item& item) {
    return std::stoll(item.find("balance")->get_if<Number>()->to_string());
  }
  static ItemRef account(std::int64_t balance) {
    return item({{"pk", text("the only")},
                 {"sk", text("item")},
                 {"balance", AttributeValue(Number(balance))}});
  }
  static void put(Table& table, std::int64_t balance) {
    const WriteLock lock(table.mutex());
    table.apply({key(), nullptr, account(balance)}, {});
  }
  static void change(Table& table, std::int64_t by) STATOR_REQUIRES(table.mutex()) {
    const ItemRef before = *table.trees().items.find(key());
    table.apply({key(), before, account(balance(*before) + by)}, {});
  }

  Tables tables_;
};

TEST(TableLocks, many_threads_neither_lose_changes_nor_wait_for_each_other) {
  constexpr std::size_t kAccounts = 5;
  Accounts accounts(kAccounts);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&accounts, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 2000; ++i) {
        accounts.move_one(random() % kAccounts, random() % kAccounts);
        if (i % 100 == 0) {
          EXPECT_EQ(accounts.total(), 500);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(accounts.total(), 500);
}

}  // namespace
}  // namespace stator::storage
