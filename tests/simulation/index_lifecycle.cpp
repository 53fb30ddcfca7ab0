#include "tests/simulation/index_lifecycle.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stator::server::testing {

using rapidjson::Document;
using rapidjson::Value;

namespace {

// The numbers of these indexes are above those that a table is created with.
constexpr std::size_t kFirstNumber = 7;
constexpr std::size_t kIndexes = 3;

}  // namespace

IndexLifecycle::IndexLifecycle(ModelClient& client, ModelRandom& random, ModelRun& table)
    : client_(client), random_(random), table_(table) {
  for (std::size_t i = 0; i < kIndexes; ++i) {
    dormant_.push_back(random.global_index(kFirstNumber + i));
  }
}

void IndexLifecycle::change() {
  if (is_changing_) return;
  auto& indexes = table_.model().schema().indexes;
  const auto last = std::find_if(indexes.rbegin(), indexes.rend(),
                                 [](const auto& each) { return !each.is_local; });
  if (!dormant_.empty() && (last == indexes.rend() || random_.chance(2))) {
    const std::size_t choice = random_.below(dormant_.size());
    ModelIndex index = std::move(dormant_[choice]);
    dormant_.erase(dormant_.begin() + static_cast<std::ptrdiff_t>(choice));
    create(index);
  } else if (last != indexes.rend()) {
    remove(last->name);
  }
  is_changing_ = true;
  look();
}

void IndexLifecycle::create(const ModelIndex& index) {
  client_.call("UpdateTable", R"({"TableName":")" + table_.name() + "\"," +
                                  ModelRun::definitions_json({&index.key}) +
                                  R"(,"GlobalSecondaryIndexUpdates":[{"Create":)" +
                                  ModelRun::index_json(index) + "}]}");
  table_.model().schema().indexes.push_back(index);
}

void IndexLifecycle::remove(const std::string& name) {
  client_.call("UpdateTable", R"({"TableName":")" + table_.name() +
                                  R"(","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":")" +
                                  name + "\"}}]}");
}

void IndexLifecycle::look() {
  if (!is_changing_) return;
  const Document answer =
      client_.call("DescribeTable", R"({"TableName":")" + table_.name() + "\"}");
  is_changing_ = false;
  auto& indexes = table_.model().schema().indexes;
  for (ModelIndex& index : indexes) {
    if (!index.is_local) index.is_readable = index.follows_writes = false;
  }
  std::vector<std::string> present;
  if (answer["Table"].HasMember("GlobalSecondaryIndexes")) {
    for (const Value& each : answer["Table"]["GlobalSecondaryIndexes"].GetArray()) {
      present.emplace_back(each["IndexName"].GetString());
      const auto index = std::find_if(indexes.begin(), indexes.end(), [&](const auto& known) {
        return known.name == present.back();
      });
      if (index == indexes.end()) client_.fail("there is an index " + present.back());
      const std::string status = each["IndexStatus"].GetString();
      const bool is_filling =
          status == "CREATING" && each.HasMember("Backfilling") && each["Backfilling"].GetBool();
      index->is_readable = status == "ACTIVE";
      index->follows_writes = index->is_readable || is_filling;
      is_changing_ = is_changing_ || !index->is_readable;
    }
  }
  // What is gone can come again.
  for (auto index = indexes.begin(); index != indexes.end();) {
    const bool is_there =
        index->is_local || std::find(present.begin(), present.end(), index->name) != present.end();
    if (is_there) {
      ++index;
      continue;
    }
    index->is_readable = index->follows_writes = true;
    dormant_.push_back(std::move(*index));
    index = indexes.erase(index);
  }
}

void IndexLifecycle::put_unfit_item() {
  if (dormant_.empty()) return;
  ModelItem item = random_.item(table_.model().schema());
  for (const ModelIndex& index : dormant_) {
    if (random_.chance(2)) random_.add_key(index.key, item);
    for (const auto& [name, type] : index.key.hash) {
      if (random_.chance(3)) item[name] = {'L', "p"};
    }
  }
  client_.call("PutItem",
               R"({"TableName":")" + table_.name() + R"(","Item":)" + to_json(item) + "}");
  table_.model().store(table_.model().identity(item), item);
}

}  // namespace stator::server::testing
