// The tree of items, and a table's write, with few and with a million items: finding, writing,
// snapshots, and writing for the first time after a snapshot.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bench/micro/fixtures.h"
#include "model/item.h"
#include "model/mutex.h"
#include "model/table_settings.h"
#include "storage/table.h"

namespace stator::micro {
namespace {

using storage::ItemTree;
using storage::Table;
using storage::Trees;

// So many writes follow a snapshot. In a large tree nearly all of them meet nodes that no other
// has met.
constexpr std::size_t kWrites = 1000;

// Keys in an order that knows nothing of the tree's.
class Draw {
 public:
  explicit Draw(std::size_t count) : count_(count) {}
  std::size_t next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33U) % count_;
  }

 private:
  std::size_t count_;
  std::uint64_t state_ = 1;
};

// Made once for each size, since making it takes longer than measuring with it.
struct Loaded {
  std::vector<KeyBytes> keys;
  std::vector<ItemRef> items;
  std::unique_ptr<Table> table;
};

Loaded& loaded(std::size_t count) {
  static std::map<std::size_t, Loaded> all;
  Loaded& here = all[count];
  if (here.table) return here;
  here.table = std::make_unique<Table>(table_schema(), TableSettings{});
  const WriteLock lock(here.table->mutex());
  for (std::size_t i = 0; i < count; ++i) {
    here.keys.push_back(user_table_key(i));
    here.items.push_back(make_item(attributes_of(user_json(i, "1"))));
    here.table->apply({here.keys[i], {}, here.items[i]}, {});
  }
  return here;
}

ItemTree tree_of(const Loaded& data) { return data.table->snapshot().items; }

// Not a snapshot: a tree that shares nothing, so that its nodes may be changed.
ItemTree& own_tree(const Loaded& data) {
  static std::map<std::size_t, ItemTree> all;
  ItemTree& tree = all[data.keys.size()];
  if (tree.empty()) {
    for (std::size_t i = 0; i < data.keys.size(); ++i) tree.put(data.keys[i], data.items[i]);
  }
  return tree;
}

void tree_find(benchmark::State& state) {
  const Loaded& data = loaded(static_cast<std::size_t>(state.range(0)));
  const ItemTree tree = tree_of(data);
  Draw draw(data.keys.size());
  for (auto _ : state) benchmark::DoNotOptimize(tree.find(data.keys[draw.next()]));
}

void tree_snapshot(benchmark::State& state) {
  const Loaded& data = loaded(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Trees snapshot = data.table->snapshot();
    benchmark::DoNotOptimize(snapshot.items.size());
  }
}

enum class After { kNothing, kSnapshot };

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The time of one write in a run of kWrites, a snapshot before the run or not.
template <After kAfter>
void tree_put(benchmark::State& state) {
  const Loaded& data = loaded(static_cast<std::size_t>(state.range(0)));
  ItemTree& tree = own_tree(data);
  Draw draw(data.keys.size());
  for (auto _ : state) {
    std::optional<ItemTree> snapshot;
    if (kAfter == After::kSnapshot) snapshot = tree;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < kWrites; ++i) {
      const std::size_t drawn = draw.next();
      tree.put(data.keys[drawn], data.items[drawn]);
    }
    state.SetIterationTime(seconds_since(start) / kWrites);
  }
}

// The same for the write of a table: the item's tree and that of the index.
template <After kAfter>
void table_write(benchmark::State& state) {
  Loaded& data = loaded(static_cast<std::size_t>(state.range(0)));
  Draw draw(data.keys.size());
  std::int64_t round = 1;
  for (auto _ : state) {
    std::optional<Trees> snapshot;
    if (kAfter == After::kSnapshot) snapshot = data.table->snapshot();
    const std::string visits = std::to_string(++round);
    std::vector<std::pair<std::size_t, ItemRef>> writes;
    for (std::size_t i = 0; i < kWrites; ++i) {
      const std::size_t drawn = draw.next();
      writes.emplace_back(drawn, make_item(attributes_of(user_json(drawn, visits))));
    }
    const auto start = std::chrono::steady_clock::now();
    for (auto& [drawn, item] : writes) {
      const WriteLock lock(data.table->mutex());
      data.table->apply({data.keys[drawn], data.items[drawn], item}, {});
      data.items[drawn] = std::move(item);
    }
    state.SetIterationTime(seconds_since(start) / kWrites);
  }
}

constexpr std::int64_t kFew = 1000;
constexpr std::int64_t kSome = 100'000;  // for script/bench --quick
constexpr std::int64_t kMany = 1'000'000;

BENCHMARK(tree_find)->Arg(kFew)->Arg(kMany);
BENCHMARK(tree_snapshot)->Arg(kFew)->Arg(kSome)->Arg(kMany);
BENCHMARK(tree_put<After::kNothing>)
    ->Name("tree_put")
    ->Arg(kFew)
    ->Arg(kSome)
    ->Arg(kMany)
    ->UseManualTime()
    ->Iterations(50);
BENCHMARK(tree_put<After::kSnapshot>)
    ->Name("tree_put_after_snapshot")
    ->Arg(kSome)
    ->Arg(kMany)
    ->UseManualTime()
    ->Iterations(50);
BENCHMARK(table_write<After::kNothing>)
    ->Name("table_write")
    ->Arg(kFew)
    ->Arg(kSome)
    ->Arg(kMany)
    ->UseManualTime()
    ->Iterations(50);
BENCHMARK(table_write<After::kSnapshot>)
    ->Name("table_write_after_snapshot")
    ->Arg(kSome)
    ->Arg(kMany)
    ->UseManualTime()
    ->Iterations(50);

}  // namespace
}  // namespace stator::micro
