// Queries and scans of a model run, in pages, against the whole.
#include <algorithm>
#include <set>

#include "model_run.h"

namespace stator::server::testing {

using rapidjson::Document;
using rapidjson::Value;

namespace {

struct QueryText {
  std::string condition;
  std::string values;
};

QueryText partition_condition(const ModelKey& key, const ModelItem& partition) {
  QueryText text;
  for (const auto& [name, type] : key.hash) {
    text.condition += (text.condition.empty() ? "" : " AND ") + name + " = :" + name;
    text.values +=
        (text.values.empty() ? "" : ",") + ("\":" + name) + "\":" + to_json(partition.at(name));
  }
  return text;
}

std::string joined(const std::vector<ModelItem>& items) {
  std::string text;
  for (const ModelItem& item : items) text += to_json(item) + "\n    ";
  return text;
}

// The same whatever the order of the items.
std::string sorted(const std::vector<ModelItem>& items) {
  std::multiset<std::string> all;
  for (const ModelItem& item : items) all.insert(to_json(item));
  std::string text;
  for (const std::string& each : all) text += each + "\n    ";
  return text;
}

}  // namespace

// The table (nullptr) or an index that may be read.
const ModelIndex* ModelRun::random_source() {
  const auto& indexes = model_.schema().indexes;
  const std::size_t choice = below(indexes.size() + 1);
  if (choice == indexes.size() || !indexes[choice].is_readable) return nullptr;
  return &indexes[choice];
}

// The pages of one collection, in either direction.
void ModelRun::query() {
  const ModelIndex* index = random_source();
  const ModelKey& key = index == nullptr ? model_.schema().key : index->key;
  ModelItem partition;
  random_.add_key(key, partition);
  QueryText text = partition_condition(key, partition);
  std::vector<ModelItem> expected = model_.collection(index, partition);
  if (!key.range.empty() && chance(2)) {
    const std::string& attribute = key.range.front().first;
    const bool from = chance(2);
    text.condition += " AND " + attribute + (from ? " >= :bound" : " < :bound");
    text.values += ",\":bound\":" + to_json(partition.at(attribute));
    std::erase_if(expected, [&](const ModelItem& item) {
      return less(item.at(attribute), partition.at(attribute)) == from;
    });
  }
  const bool forward = chance(2);
  if (!forward) std::reverse(expected.begin(), expected.end());
  std::string body = table_json() + R"(,"KeyConditionExpression":")" + text.condition +
                     R"(","ExpressionAttributeValues":{)" + text.values + "}" +
                     (forward ? "" : R"(,"ScanIndexForward":false)");
  if (index != nullptr) body += R"(,"IndexName":")" + index->name + "\"";
  client_.expect_equal("the items of " + body, joined(read_pages("Query", body, 1 + below(4))),
                       joined(expected));
}

std::vector<ModelItem> ModelRun::read_pages(std::string_view operation, const std::string& body,
                                            std::size_t limit) {
  std::vector<ModelItem> got;
  std::string start;
  do {
    const Document answer =
        client_.call(operation, body + R"(,"Limit":)" + std::to_string(limit) + start + "}");
    for (const Value& item : answer["Items"].GetArray()) got.push_back(parse_item(item));
    if (!answer.HasMember("LastEvaluatedKey")) break;
    start = R"(,"ExclusiveStartKey":)" + to_json(parse_item(answer["LastEvaluatedKey"]));
  } while (got.size() < 100'000);
  return got;
}

void ModelRun::expect_scan(const ModelIndex* index, const std::vector<ModelItem>& expected) {
  std::string body = table_json();
  if (index != nullptr) body += R"(,"IndexName":")" + index->name + "\"";
  client_.expect_equal("the items of Scan " + body, sorted(read_pages("Scan", body, 1 + below(50))),
                       sorted(expected));
}

void ModelRun::verify_segments() {
  const std::size_t total = 1 + below(7);
  std::vector<ModelItem> all;
  for (std::size_t segment = 0; segment < total; ++segment) {
    const std::string body = table_json() + R"(,"Segment":)" + std::to_string(segment) +
                             R"(,"TotalSegments":)" + std::to_string(total);
    for (ModelItem& item : read_pages("Scan", body, 1 + below(50))) all.push_back(std::move(item));
  }
  client_.expect_equal("the items of all segments of " + name(), sorted(all),
                       sorted(model_.entries(nullptr)));
}

void ModelRun::verify_all() {
  expect_scan(nullptr, model_.entries(nullptr));
  for (const ModelIndex& index : model_.schema().indexes) {
    if (index.is_readable) {
      expect_scan(&index, model_.entries(&index));
    } else {
      client_.expect_refusal("Scan", table_json() + R"(,"IndexName":")" + index.name + "\"}",
                             "ValidationException");
    }
  }
  verify_segments();
}

// --- SELECT, which has pages of its own

void ModelRun::select_statement() {
  const ModelIndex* index = random_source();
  const ModelKey& key = index == nullptr ? model_.schema().key : index->key;
  ModelItem partition;
  random_.add_key(key, partition);
  std::string condition;
  std::string parameters;
  for (const auto& [name, type] : key.hash) {
    condition += (condition.empty() ? "" : " AND ") + name + " = ?";
    parameters += (parameters.empty() ? "" : ",") + to_json(partition.at(name));
  }
  const std::string from =
      R"(\")" + name() + R"(\")" + (index == nullptr ? "" : R"(.\")" + index->name + R"(\")");
  const std::string body = R"({"Statement":"SELECT * FROM )" + from + " WHERE " + condition +
                           R"(","Parameters":[)" + parameters + "]";
  std::vector<ModelItem> got;
  std::string next;
  const std::string limit = R"(,"Limit":)" + std::to_string(1 + below(4));
  do {
    const Document answer = client_.call("ExecuteStatement", body + limit + next + "}");
    for (const Value& item : answer["Items"].GetArray()) got.push_back(parse_item(item));
    if (!answer.HasMember("NextToken")) break;
    next = std::string(R"(,"NextToken":")") + answer["NextToken"].GetString() + '"';
  } while (got.size() < 100'000);
  client_.expect_equal("the items of " + body, joined(got),
                       joined(model_.collection(index, partition)));
}

}  // namespace stator::server::testing
