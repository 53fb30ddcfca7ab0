// Random schemas and random operations on a few hot keys, against the naive reference.
//
// Each run makes a table with random keys, indexes and projections, and performs writes of every
// kind (plain, conditional, batched, transactional). After each write the answer, its bill and now
// and then every index, in pages and in segments, are compared with the reference.
//
// STATOR_MODEL_SEED=N repeats one run; STATOR_MODEL_OPERATIONS=N changes how many operations all
// runs make together.

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <stdexcept>

#include "api_client.h"
#include "model_random.h"
#include "model_reference.h"

namespace stator::server::testing {

namespace {

using rapidjson::Document;
using rapidjson::Value;

constexpr std::uint64_t kOperationsPerRun = 2000;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

ModelItem parse_item(const Value& json) {
  ModelItem item;
  for (const auto& member : json.GetObject()) {
    const auto& typed = *member.value.MemberBegin();
    ModelValue value;
    value.type = typed.name.GetString()[0];
    if (value.type == 'L') {
      for (const Value& element : typed.value.GetArray()) {
        if (!value.text.empty()) value.text += ',';
        value.text += element["S"].GetString();
      }
    } else {
      value.text = typed.value.GetString();
    }
    if (value.type == 'B') {
      value.text = value.text == "YWFh" ? "aaa" : value.text == "YmJi" ? "bbb" : "ccc";
    }
    item[member.name.GetString()] = value;
  }
  return item;
}

// One table under test and its reference.
class ModelRun {
 public:
  explicit ModelRun(std::uint64_t seed) : random_(seed), model_(random_.schema()) { create(); }

  void step() {
    switch (below(12)) {
      case 0: case 1: case 2: put(); break;
      case 3: case 4: case 5: case 6: update(); break;
      case 7: remove(); break;
      case 8: transact(); break;
      case 9: batch(); break;
      case 10: get(); break;
      default: query(); break;
    }
  }

  // Everything readable, against the reference.
  void verify_all() {
    verify_scan(nullptr);
    for (const ModelIndex& index : model_.schema().indexes) verify_scan(&index);
    verify_segments();
  }

 private:
  std::size_t below(std::size_t bound) { return random_.below(bound); }
  bool chance(std::size_t one_in) { return random_.chance(one_in); }

  // --- calls

  Document call(std::string_view operation, const std::string& body) {
    const ApiReply reply = client_.call(operation, body);
    Document answer;
    answer.Parse(reply.body.c_str());
    // What follows looks into the answer, so a refusal ends the run.
    if (reply.status != 200U) {
      throw std::runtime_error(std::string(operation) + ' ' + body + '\n' + reply.body);
    }
    return answer;
  }

  // True when the call succeeded; only a failed condition may refuse it.
  bool call_conditional(std::string_view operation, const std::string& body, Document& answer) {
    const ApiReply reply = client_.call(operation, body);
    answer.Parse(reply.body.c_str());
    if (reply.status == 200U) return true;
    EXPECT_NE(reply.body.find("ConditionalCheckFailed"), std::string::npos) << body << reply.body;
    return false;
  }

  static std::string key_json(const std::vector<std::pair<std::string, char>>& part,
                              const char* type) {
    std::string json;
    for (const auto& [name, scalar] : part) {
      json += R"({"AttributeName":")" + name + R"(","KeyType":")" + type + "\"},";
    }
    return json;
  }

  std::string key_schema_json(const ModelKey& key) {
    std::string json = key_json(key.hash, "HASH") + key_json(key.range, "RANGE");
    json.pop_back();
    return "\"KeySchema\":[" + json + "]";
  }

  std::string indexes_json(bool local) {
    std::string json;
    for (const ModelIndex& index : model_.schema().indexes) {
      if (index.is_local != local) continue;
      const char* projection = index.projection == 'A'   ? R"({"ProjectionType":"ALL"})"
                               : index.projection == 'K' ? R"({"ProjectionType":"KEYS_ONLY"})"
                                                         : R"({"ProjectionType":"INCLUDE",)"
                                                           R"("NonKeyAttributes":["x1","x3"]})";
      json += (json.empty() ? "" : ",") + (R"({"IndexName":")" + index.name) + "\"," +
              key_schema_json(index.key) + ",\"Projection\":" + projection + "}";
    }
    if (json.empty()) return {};
    return std::string(local ? ",\"LocalSecondaryIndexes\":[" : ",\"GlobalSecondaryIndexes\":[") +
           json + "]";
  }

  void create() {
    std::set<std::pair<std::string, char>> attributes;
    const auto add_key = [&](const ModelKey& key) {
      attributes.insert(key.hash.begin(), key.hash.end());
      attributes.insert(key.range.begin(), key.range.end());
    };
    add_key(model_.schema().key);
    for (const ModelIndex& index : model_.schema().indexes) add_key(index.key);
    std::string definitions;
    for (const auto& [name, type] : attributes) {
      definitions += (definitions.empty() ? "" : ",") + (R"({"AttributeName":")" + name) +
                     R"(","AttributeType":")" + type + "\"}";
    }
    call("CreateTable", R"({"TableName":"model","BillingMode":"PAY_PER_REQUEST",)" +
                            key_schema_json(model_.schema().key) + ",\"AttributeDefinitions\":[" +
                            definitions + "]" + indexes_json(true) + indexes_json(false) + "}");
  }

  // --- bills

  // The units of `part` of a capacity; 0 when it is absent.
  static double units(const Value& capacity, const ModelIndex* index) {
    const char* map = index == nullptr     ? "Table"
                      : index->is_local    ? "LocalSecondaryIndexes"
                                           : "GlobalSecondaryIndexes";
    if (!capacity.HasMember(map)) return 0;
    const Value& arms = capacity[map];
    if (index == nullptr) return arms["CapacityUnits"].GetDouble();
    return arms.HasMember(index->name.c_str())
               ? arms[index->name.c_str()]["CapacityUnits"].GetDouble()
               : 0;
  }

  void expect_bill(const Value& capacity, const std::vector<std::uint64_t>& expected,
                   unsigned table_factor) {
    double total = static_cast<double>(expected[0] * table_factor);
    EXPECT_EQ(units(capacity, nullptr), total);
    for (std::size_t i = 0; i < model_.schema().indexes.size(); ++i) {
      const auto index_units = static_cast<double>(expected[i + 1]);
      EXPECT_EQ(units(capacity, &model_.schema().indexes[i]), index_units)
          << model_.schema().indexes[i].name;
      total += index_units;
    }
    EXPECT_EQ(capacity["CapacityUnits"].GetDouble(), total);
  }

  // --- conditions: a text and what the reference says of it

  struct Guard {
    std::string json;  // members to add to a request, with a leading comma; may be empty
    bool holds = true;
  };

  Guard random_guard(const ModelItem* item) {
    const auto has = [&](const char* name) { return item != nullptr && item->contains(name); };
    switch (below(5)) {
      case 0: return {R"x(,"ConditionExpression":"attribute_exists(x1)")x", has("x1")};
      case 1: return {R"x(,"ConditionExpression":"attribute_not_exists(pk)")x", item == nullptr};
      case 2:
        return {R"x(,"ConditionExpression":"attribute_exists(x1) OR NOT attribute_exists(x2)")x",
                has("x1") || !has("x2")};
      default: return {};
    }
  }

  // --- operations

  static constexpr std::string_view kBill = R"(,"ReturnConsumedCapacity":"INDEXES")";

  void put() {
    const ModelItem item = random_.item(model_.schema());
    const std::string identity = model_.identity(item);
    const Guard guard = random_guard(model_.find(identity));
    Document answer;
    const bool done = call_conditional(
        "PutItem", R"({"TableName":"model","Item":)" + to_json(item) + guard.json +
                       std::string(kBill) + "}", answer);
    EXPECT_EQ(done, guard.holds);
    if (done) expect_bill(answer["ConsumedCapacity"], model_.store(identity, item), 1);
  }

  // SET and REMOVE of plain attributes and of one index's keys.
  std::string random_update(ModelItem& item, std::string& values) {
    std::string sets;
    std::string removes;
    const auto set = [&](const std::string& name, const ModelValue& value) {
      const std::string placeholder = ":v" + std::to_string(item.size()) + name;
      values += (values.empty() ? "" : ",") + ("\"" + placeholder) + "\":" + to_json(value);
      sets += (sets.empty() ? " SET " : ", ") + name + " = " + placeholder;
      item[name] = value;
    };
    const auto drop = [&](const std::string& name) {
      removes += (removes.empty() ? " REMOVE " : ", ") + name;
      item.erase(name);
    };
    set("x2", random_.value("SNBL"[below(4)]));
    if (chance(2)) {
      if (chance(2)) set("x1", random_.value('S')); else drop("x1");
    }
    if (!model_.schema().indexes.empty() && chance(2)) {
      const ModelIndex& index = model_.schema().indexes[below(model_.schema().indexes.size())];
      const auto& part = index.is_local || index.key.hash.empty() || chance(2) ? index.key.range
                                                                               : index.key.hash;
      if (!part.empty()) {
        const auto& [name, type] = part[below(part.size())];
        if (chance(3)) drop(name); else set(name, random_.key_value(type));
      }
    }
    return sets + removes;
  }

  void update() {
    const ModelItem key = random_.key(model_.schema());
    const std::string identity = model_.identity(key);
    const ModelItem* before = model_.find(identity);
    const Guard guard = random_guard(before);
    ModelItem after = before == nullptr ? key : *before;
    std::string values;
    const std::string expression = random_update(after, values);
    Document answer;
    const bool done = call_conditional(
        "UpdateItem", R"({"TableName":"model","Key":)" + to_json(key) +
                          R"(,"ReturnValues":"ALL_NEW","UpdateExpression":")" + expression +
                          R"(","ExpressionAttributeValues":{)" + values + "}" + guard.json +
                          std::string(kBill) + "}", answer);
    EXPECT_EQ(done, guard.holds);
    if (!done) return;
    EXPECT_EQ(to_json(parse_item(answer["Attributes"])), to_json(after));
    expect_bill(answer["ConsumedCapacity"], model_.store(identity, after), 1);
  }

  void remove() {
    const ModelItem key = random_.key(model_.schema());
    const std::string identity = model_.identity(key);
    const ModelItem* before = model_.find(identity);
    const std::string old = before == nullptr ? "" : to_json(*before);
    Document answer = call("DeleteItem", R"({"TableName":"model","ReturnValues":"ALL_OLD","Key":)" +
                                             to_json(key) + std::string(kBill) + "}");
    EXPECT_EQ(answer.HasMember("Attributes") ? to_json(parse_item(answer["Attributes"])) : "", old);
    expect_bill(answer["ConsumedCapacity"], model_.store(identity, std::nullopt), 1);
  }

  // Sums bills element by element.
  static void sum(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& more) {
    into.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) into[i] += more[i];
  }

  void batch() {
    std::string writes;
    std::vector<std::uint64_t> bill;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 4; ++i) {
      const ModelItem item = random_.item(model_.schema());
      const std::string identity = model_.identity(item);
      if (!seen.insert(identity).second) continue;
      const bool is_put = !chance(3);
      writes += (writes.empty() ? "" : ",") +
                (is_put ? R"({"PutRequest":{"Item":)" + to_json(item)
                        : R"({"DeleteRequest":{"Key":)" + to_json(model_.key_of(item))) + "}}";
      sum(bill, model_.store(identity, is_put ? std::optional(item) : std::nullopt));
    }
    Document answer = call("BatchWriteItem", R"({"RequestItems":{"model":[)" + writes + "]}" +
                                                 std::string(kBill) + "}");
    expect_bill(answer["ConsumedCapacity"][0], bill, 1);
  }

  void transact() {
    std::string actions;
    std::vector<std::pair<std::string, std::optional<ModelItem>>> changes;
    bool all_hold = true;
    std::set<std::string> seen;
    std::vector<std::uint64_t> bill;
    for (std::size_t i = 0; i < 3; ++i) {
      const ModelItem item = random_.item(model_.schema());
      const std::string identity = model_.identity(item);
      if (!seen.insert(identity).second) continue;
      const Guard guard = random_guard(model_.find(identity));
      all_hold = all_hold && guard.holds;
      const bool is_put = !chance(3);
      actions += (actions.empty() ? "" : ",") +
                 (is_put ? R"({"Put":{"TableName":"model","Item":)" + to_json(item)
                         : R"({"Delete":{"TableName":"model","Key":)" +
                               to_json(model_.key_of(item))) + guard.json + "}}";
      changes.emplace_back(identity, is_put ? std::optional(item) : std::nullopt);
      sum(bill, model_.cost(identity, changes.back().second));
    }
    Document answer;
    const bool done = call_conditional("TransactWriteItems", R"({"TransactItems":[)" + actions +
                                                                 "]" + std::string(kBill) + "}",
                                       answer);
    EXPECT_EQ(done, all_hold);
    if (!done) return;
    for (auto& [identity, item] : changes) model_.store(identity, std::move(item));
    expect_bill(answer["ConsumedCapacity"][0], bill, 2);
  }

  void get() {
    const ModelItem key = random_.key(model_.schema());
    const ModelItem* item = model_.find(model_.identity(key));
    Document answer =
        call("GetItem", R"({"TableName":"model","Key":)" + to_json(key) + "}");
    EXPECT_EQ(answer.HasMember("Item") ? to_json(parse_item(answer["Item"])) : "",
              item == nullptr ? "" : to_json(*item));
  }

  // --- queries: the pages of one collection, in either direction, against the whole

  struct QueryText {
    std::string condition;
    std::string values;
  };

  static QueryText partition_condition(const ModelKey& key, const ModelItem& partition) {
    QueryText text;
    for (const auto& [name, type] : key.hash) {
      text.condition += (text.condition.empty() ? "" : " AND ") + name + " = :" + name;
      text.values += (text.values.empty() ? "" : ",") + ("\":" + name) +
                     "\":" + to_json(partition.at(name));
    }
    return text;
  }

  void query() {
    const auto& indexes = model_.schema().indexes;
    const std::size_t choice = below(indexes.size() + 1);
    const ModelIndex* index = choice == indexes.size() ? nullptr : &indexes[choice];
    const ModelKey& key = index == nullptr ? model_.schema().key : index->key;
    ModelItem partition;
    random_.add_key(key, partition);
    QueryText text = partition_condition(key, partition);
    std::vector<ModelItem> expected = model_.collection(index, partition);
    if (!key.range.empty() && chance(2)) {
      const auto& [name, type] = key.range.front();
      text.condition += " AND " + name + " >= :bound";
      text.values += ",\":bound\":" + to_json(partition.at(name));
      const std::string& attribute = name;
      std::erase_if(expected, [&](const ModelItem& item) {
        return less(item.at(attribute), partition.at(attribute));
      });
    }
    const bool forward = chance(2);
    if (!forward) std::reverse(expected.begin(), expected.end());
    std::string body = R"({"TableName":"model","KeyConditionExpression":")" + text.condition +
                       R"(","ExpressionAttributeValues":{)" + text.values + "}" +
                       (forward ? "" : R"(,"ScanIndexForward":false)");
    if (index != nullptr) body += R"(,"IndexName":")" + index->name + "\"";
    expect_pages("Query", body, 1 + below(4), expected, body);
  }

  // Reads pages of `limit` until there is no more; the pages together are `expected`.
  void expect_pages(std::string_view operation, const std::string& body, std::size_t limit,
                    const std::vector<ModelItem>& expected, const std::string& what) {
    const std::vector<ModelItem> got = read_pages(operation, body, limit);
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(to_json(got[i]), to_json(expected[i])) << what << " at " << i;
    }
  }

  std::vector<ModelItem> read_pages(std::string_view operation, const std::string& body,
                                    std::size_t limit) {
    std::vector<ModelItem> got;
    std::string start;
    do {
      Document answer =
          call(operation, body + R"(,"Limit":)" + std::to_string(limit) + start + "}");
      for (const Value& item : answer["Items"].GetArray()) got.push_back(parse_item(item));
      if (!answer.HasMember("LastEvaluatedKey")) break;
      start = R"(,"ExclusiveStartKey":)" + to_json(parse_item(answer["LastEvaluatedKey"]));
    } while (got.size() < 100'000);
    return got;
  }

  static std::multiset<std::string> texts(const std::vector<ModelItem>& items) {
    std::multiset<std::string> all;
    for (const ModelItem& item : items) all.insert(to_json(item));
    return all;
  }

  void verify_scan(const ModelIndex* index) {
    std::string body = R"({"TableName":"model")";
    if (index != nullptr) body += R"(,"IndexName":")" + index->name + "\"";
    EXPECT_EQ(texts(read_pages("Scan", body, 1 + below(50))), texts(model_.entries(index)));
  }

  void verify_segments() {
    const std::size_t total = 1 + below(7);
    std::multiset<std::string> all;
    for (std::size_t segment = 0; segment < total; ++segment) {
      const std::string body = R"({"TableName":"model","Segment":)" + std::to_string(segment) +
                               R"(,"TotalSegments":)" + std::to_string(total);
      all.merge(texts(read_pages("Scan", body, 1 + below(50))));
    }
    EXPECT_EQ(all, texts(model_.entries(nullptr)));
  }

  ModelRandom random_;
  ModelTable model_;
  ApiClient client_;
};

void run(std::uint64_t seed, std::uint64_t operations) {
  SCOPED_TRACE("repeat with STATOR_MODEL_SEED=" + std::to_string(seed));
  ModelRun model(seed);
  for (std::uint64_t i = 0; i < operations; ++i) {
    model.step();
    if (i % 400 == 399) model.verify_all();
    if (::testing::Test::HasFailure()) return;
  }
  model.verify_all();
}

TEST(Model, RandomOperationsAgreeWithTheReference) {
  const std::uint64_t only = setting("STATOR_MODEL_SEED", 0);
  if (only != 0) {
    run(only, kOperationsPerRun);
    return;
  }
  const std::uint64_t operations = setting("STATOR_MODEL_OPERATIONS", 200'000);
  const std::uint64_t first = std::random_device{}() % 1'000'000 + 1;
  const std::uint64_t runs = std::max<std::uint64_t>(1, operations / kOperationsPerRun);
  std::printf("%lu runs of %lu operations, seeds %lu to %lu\n", runs, kOperationsPerRun, first,
              first + runs - 1);
  for (std::uint64_t i = 0; i < runs && !::testing::Test::HasFailure(); ++i) {
    run(first + i, kOperationsPerRun);
  }
}

}  // namespace

}  // namespace stator::server::testing
