#include "model_run.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace stator::server::testing {

using rapidjson::Document;
using rapidjson::Value;

namespace {

constexpr std::string_view kBill = R"(,"ReturnConsumedCapacity":"INDEXES")";

std::string key_json(const std::vector<std::pair<std::string, char>>& part, const char* type) {
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

// The units of `part` of a capacity; 0 when it is absent.
double units(const Value& capacity, const ModelIndex* index) {
  const char* map = index == nullptr  ? "Table"
                    : index->is_local ? "LocalSecondaryIndexes"
                                      : "GlobalSecondaryIndexes";
  if (!capacity.HasMember(map)) return 0;
  const Value& arms = capacity[map];
  if (index == nullptr) return arms["CapacityUnits"].GetDouble();
  return arms.HasMember(index->name.c_str())
             ? arms[index->name.c_str()]["CapacityUnits"].GetDouble()
             : 0;
}

// Sums bills element by element.
void sum(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& more) {
  into.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) into[i] += more[i];
}

}  // namespace

ModelRun::ModelRun(ModelClient& client, ModelRandom& random, ModelSchema schema,
                   ModelTableOptions options)
    : client_(client), random_(random), model_(std::move(schema)), options_(std::move(options)) {}

void ModelRun::step() {
  switch (below(14)) {
    case 0:
    case 1:
    case 2:
      put();
      break;
    case 3:
    case 4:
    case 5:
    case 6:
      update();
      break;
    case 7:
      remove();
      break;
    case 8:
      transact(client_, random_, {this}, {});
      break;
    case 9:
      batch();
      break;
    case 10:
      get();
      break;
    case 11:
    case 12:
      query();
      break;
    default:
      statement();
      break;
  }
}

// --- the table

std::string ModelRun::definitions_json(const std::vector<const ModelKey*>& keys) {
  std::set<std::pair<std::string, char>> attributes;
  for (const ModelKey* key : keys) {
    attributes.insert(key->hash.begin(), key->hash.end());
    attributes.insert(key->range.begin(), key->range.end());
  }
  std::string definitions;
  for (const auto& [name, type] : attributes) {
    definitions += (definitions.empty() ? "" : ",") + (R"({"AttributeName":")" + name) +
                   R"(","AttributeType":")" + type + "\"}";
  }
  return "\"AttributeDefinitions\":[" + definitions + "]";
}

std::string ModelRun::index_json(const ModelIndex& index) {
  const char* projection = index.projection == 'A'   ? R"({"ProjectionType":"ALL"})"
                           : index.projection == 'K' ? R"({"ProjectionType":"KEYS_ONLY"})"
                                                     : R"({"ProjectionType":"INCLUDE",)"
                                                       R"("NonKeyAttributes":["x1","x3"]})";
  return (R"({"IndexName":")" + index.name) + "\"," + key_schema_json(index.key) +
         ",\"Projection\":" + projection + "}";
}

std::string ModelRun::indexes_json(bool local) const {
  std::string json;
  for (const ModelIndex& index : model_.schema().indexes) {
    if (index.is_local == local) json += (json.empty() ? "" : ",") + index_json(index);
  }
  if (json.empty()) return {};
  return std::string(local ? ",\"LocalSecondaryIndexes\":[" : ",\"GlobalSecondaryIndexes\":[") +
         json + "]";
}

void ModelRun::create() {
  std::vector<const ModelKey*> keys{&model_.schema().key};
  for (const ModelIndex& index : model_.schema().indexes) keys.push_back(&index.key);
  const std::string stream =
      R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})";
  client_.call("CreateTable", table_json() + R"(,"BillingMode":"PAY_PER_REQUEST",)" +
                                  key_schema_json(model_.schema().key) + "," +
                                  definitions_json(keys) + indexes_json(true) +
                                  indexes_json(false) + (options_.has_stream ? stream : "") + "}");
  if (!options_.expiry_attribute.empty()) {
    client_.call("UpdateTimeToLive",
                 table_json() + R"(,"TimeToLiveSpecification":{"Enabled":true,"AttributeName":")" +
                     options_.expiry_attribute + "\"}}");
  }
}

// --- bills

void ModelRun::expect_bill(const Value& capacity, const std::vector<std::uint64_t>& expected,
                           unsigned table_factor) {
  double total = static_cast<double>(expected[0] * table_factor);
  client_.expect_equal("units of " + name(), units(capacity, nullptr), total);
  for (std::size_t i = 0; i < model_.schema().indexes.size(); ++i) {
    const ModelIndex& index = model_.schema().indexes[i];
    const auto index_units = static_cast<double>(expected[i + 1]);
    client_.expect_equal("units of " + name() + ", index " + index.name, units(capacity, &index),
                         index_units);
    total += index_units;
  }
  client_.expect_equal("all units of " + name(), capacity["CapacityUnits"].GetDouble(), total);
}

// --- random parts of requests

ModelGuard ModelRun::random_guard(const ModelItem* item) {
  const auto has = [&](const char* name) { return item != nullptr && item->contains(name); };
  switch (below(5)) {
    case 0:
      return {R"x(,"ConditionExpression":"attribute_exists(x1)")x", has("x1")};
    case 1:
      return {R"x(,"ConditionExpression":"attribute_not_exists(pk)")x", item == nullptr};
    case 2:
      return {R"x(,"ConditionExpression":"attribute_exists(x1) OR NOT attribute_exists(x2)")x",
              has("x1") || !has("x2")};
    default:
      return {};
  }
}

// Items that expire do so between some minutes ago and some days from now.
ModelItem ModelRun::random_item() {
  ModelItem item = random_.item(model_.schema());
  if (!options_.expiry_attribute.empty() && chance(3)) {
    const auto now =
        std::chrono::floor<std::chrono::seconds>(client_.api().clock().now().time_since_epoch());
    const long days = chance(3) ? 3 : 0;
    const auto after = static_cast<long>(below(4000)) - 1000 + days * 24 * 3600;
    item[options_.expiry_attribute] = {'N', std::to_string(now.count() + after)};
  }
  return item;
}

// SET and REMOVE of plain attributes and of one index's keys.
std::string ModelRun::random_update(ModelItem& item, std::string& values) {
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
    if (chance(2))
      set("x1", random_.value('S'));
    else
      drop("x1");
  }
  if (!model_.schema().indexes.empty() && chance(2)) {
    const ModelIndex& index = model_.schema().indexes[below(model_.schema().indexes.size())];
    const auto& part =
        index.is_local || index.key.hash.empty() || chance(2) ? index.key.range : index.key.hash;
    if (!part.empty()) {
      const auto& [name, type] = part[below(part.size())];
      if (chance(3))
        drop(name);
      else
        set(name, random_.key_value(type));
    }
  }
  return sets + removes;
}

// --- operations

void ModelRun::expect_item(const std::string& what, const Value& answer, const char* member,
                           const ModelItem* expected) {
  client_.expect_equal(what, answer.HasMember(member) ? to_json(parse_item(answer[member])) : "",
                       expected == nullptr ? "" : to_json(*expected));
}

void ModelRun::put() {
  const ModelItem item = random_item();
  const std::string identity = model_.identity(item);
  const ModelGuard guard = random_guard(model_.find(identity));
  const auto answer =
      client_.call_conditional("PutItem", table_json() + R"(,"Item":)" + to_json(item) +
                                              guard.json + std::string(kBill) + "}");
  client_.expect_equal("whether the condition holds", answer.has_value(), guard.holds);
  if (answer) expect_bill((*answer)["ConsumedCapacity"], model_.store(identity, item), 1);
}

void ModelRun::update() {
  const ModelItem key = random_.key(model_.schema());
  const std::string identity = model_.identity(key);
  const ModelItem* before = model_.find(identity);
  const ModelGuard guard = random_guard(before);
  ModelItem after = before == nullptr ? key : *before;
  std::string values;
  const std::string expression = random_update(after, values);
  const auto answer = client_.call_conditional(
      "UpdateItem", table_json() + R"(,"Key":)" + to_json(key) +
                        R"(,"ReturnValues":"ALL_NEW","UpdateExpression":")" + expression +
                        R"(","ExpressionAttributeValues":{)" + values + "}" + guard.json +
                        std::string(kBill) + "}");
  client_.expect_equal("whether the condition holds", answer.has_value(), guard.holds);
  if (!answer) return;
  expect_item("the item after the update", *answer, "Attributes", &after);
  expect_bill((*answer)["ConsumedCapacity"], model_.store(identity, after), 1);
}

void ModelRun::remove() {
  const ModelItem key = random_.key(model_.schema());
  const std::string identity = model_.identity(key);
  const Document answer =
      client_.call("DeleteItem", table_json() + R"(,"ReturnValues":"ALL_OLD","Key":)" +
                                     to_json(key) + std::string(kBill) + "}");
  expect_item("the item before the delete", answer, "Attributes", model_.find(identity));
  expect_bill(answer["ConsumedCapacity"], model_.store(identity, std::nullopt), 1);
}

void ModelRun::batch() {
  std::string writes;
  std::vector<std::uint64_t> bill;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < 4; ++i) {
    const ModelItem item = random_item();
    const std::string identity = model_.identity(item);
    if (!seen.insert(identity).second) continue;
    const bool is_put = !chance(3);
    writes += (writes.empty() ? "" : ",") +
              (is_put ? R"({"PutRequest":{"Item":)" + to_json(item)
                      : R"({"DeleteRequest":{"Key":)" + to_json(model_.key_of(item))) +
              "}}";
    sum(bill, model_.store(identity, is_put ? std::optional(item) : std::nullopt));
  }
  const Document answer =
      client_.call("BatchWriteItem", R"({"RequestItems":{")" + name() + "\":[" + writes + "]}" +
                                         std::string(kBill) + "}");
  expect_bill(answer["ConsumedCapacity"][0], bill, 1);
}

void ModelRun::get() {
  const ModelItem key = random_.key(model_.schema());
  const Document answer = client_.call("GetItem", table_json() + R"(,"Key":)" + to_json(key) + "}");
  expect_item("the item", answer, "Item", model_.find(model_.identity(key)));
}

// --- transactions

std::optional<ModelProposal> ModelRun::propose(std::vector<std::string>& seen) {
  const ModelItem item = random_item();
  const std::string identity = model_.identity(item);
  const std::string place = name() + identity;
  if (std::find(seen.begin(), seen.end(), place) != seen.end()) return std::nullopt;
  seen.push_back(place);
  const ModelGuard guard = random_guard(model_.find(identity));
  const bool is_put = !chance(3);
  std::string action =
      (is_put ? R"({"Put":)" : R"({"Delete":)") + table_json() +
      (is_put ? R"(,"Item":)" + to_json(item) : R"(,"Key":)" + to_json(model_.key_of(item))) +
      guard.json + "}}";
  return ModelProposal{std::move(action), identity, is_put ? std::optional(item) : std::nullopt,
                       guard.holds};
}

std::optional<std::string> transact(ModelClient& client, ModelRandom& random,
                                    const std::vector<ModelRun*>& tables,
                                    const std::string& token) {
  std::string actions;
  std::vector<std::pair<ModelRun*, ModelProposal>> proposals;
  std::vector<std::string> seen;
  bool all_hold = true;
  for (std::size_t i = 0; i < 3; ++i) {
    ModelRun* const table = tables[random.below(tables.size())];
    auto proposal = table->propose(seen);
    if (!proposal) continue;
    all_hold = all_hold && proposal->holds;
    actions += (actions.empty() ? "" : ",") + proposal->action;
    proposals.emplace_back(table, *std::move(proposal));
  }
  const std::string body = R"({"TransactItems":[)" + actions + "]" + std::string(kBill) +
                           (token.empty() ? "" : R"(,"ClientRequestToken":")" + token + '"') + "}";
  const auto answer = client.call_conditional("TransactWriteItems", body);
  client.expect_equal("whether all conditions hold", answer.has_value(), all_hold);
  if (!answer) return std::nullopt;
  for (ModelRun* const table : tables) {
    std::vector<std::uint64_t> bill;
    for (const auto& [owner, proposal] : proposals) {
      if (owner == table) sum(bill, table->model().store(proposal.identity, proposal.item));
    }
    for (const Value& capacity : (*answer)["ConsumedCapacity"].GetArray()) {
      if (!bill.empty() && capacity["TableName"] == table->name().c_str()) {
        table->expect_bill(capacity, bill, 2);
      }
    }
  }
  return body;
}

}  // namespace stator::server::testing
