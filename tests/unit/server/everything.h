// Random changes of everything that a server keeps, and answers that show all of it: to compare
// what was there before with what is there after.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <rapidjson/document.h>

#include "api_client.h"

namespace stator::server::testing {

// Answers that show everything: tables, items, indexes, streams record by record, backups.
inline std::vector<std::string> everything(ApiClient& client,
                                           const std::vector<std::string>& tables) {
  std::vector<std::string> all;
  const auto ask = [&](std::string_view operation, const std::string& body) {
    all.push_back(client.call(operation, body).body);
    return all.back();
  };
  ask("ListTables", "{}");
  ask("ListBackups", "{}");
  for (const std::string& table : tables) {
    const std::string name = R"({"TableName":")" + table + "\"";
    ask("DescribeTable", name + "}");
    ask("DescribeTimeToLive", name + "}");
    ask("ListTagsOfResource", R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/)" +
                                  table + "\"}");
    ask("Scan", name + "}");
    ask("Scan", name + R"(,"IndexName":"by_g"})");
    ask("Scan", name + R"(,"IndexName":"ByYear"})");
  }
  const std::string target = "DynamoDBStreams_20120810.";
  rapidjson::Document streams;
  streams.Parse(ask(target + "ListStreams", "{}").c_str());
  for (const auto& stream : streams["Streams"].GetArray()) {
    const std::string arn =
        std::string(R"({"StreamArn":")") + stream["StreamArn"].GetString() + "\"";
    rapidjson::Document shards;
    shards.Parse(ask(target + "DescribeStream", arn + "}").c_str());
    for (const auto& shard : shards["StreamDescription"]["Shards"].GetArray()) {
      rapidjson::Document iterator;
      iterator.Parse(client.call(target + "GetShardIterator",
                                 arn + R"(,"ShardIteratorType":"TRIM_HORIZON","ShardId":")" +
                                     shard["ShardId"].GetString() + "\"}").body.c_str());
      if (!iterator.HasMember("ShardIterator")) continue;
      ask(target + "GetRecords", std::string(R"({"ShardIterator":")") +
                                     iterator["ShardIterator"].GetString() + "\"}");
    }
  }
  return all;
}

// Requests that change things, from few keys and names so that they meet.
class Requests {
 public:
  explicit Requests(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  struct Call {
    std::string operation;
    std::string body;
  };
  Call next() {
    switch (below(24)) {
      case 0: return create();
      case 1: return {"DeleteTable", "{" + table() + "}"};
      case 2: return update();
      case 3: return tag();
      case 4: return expire();
      case 5: return {"CreateBackup", "{" + table() + R"(,"BackupName":"backup"})"};
      case 6: return {"TransactWriteItems", R"({"ClientRequestToken":"t)" + number() +
                                                R"(","TransactItems":[)" + actions() + "]}"};
      case 7: return {"TransactWriteItems", R"({"TransactItems":[)" + actions() + "]}"};
      case 8: return {"BatchWriteItem", R"({"RequestItems":{"table0":[{"PutRequest":{"Item":)" +
                                            item() + "}}]}}"};
      case 9:
      case 10: return {"DeleteItem", "{" + table() + R"(,"Key":)" + key() + "}"};
      case 11:
      case 12:
      case 13: return update_item();
      default: return {"PutItem", "{" + table() + R"(,"Item":)" + item() + "}"};
    }
  }

 private:
  std::string number() { return std::to_string(below(8)); }
  std::string flag() { return below(2) == 0 ? "true" : "false"; }
  std::string text() { return std::string(1 + below(40), "abc"[below(3)]); }
  std::string name() { return "table" + std::to_string(below(3)); }
  std::string table() { return R"("TableName":")" + name() + "\""; }
  std::string arn() { return "arn:aws:dynamodb:us-east-1:000000000000:table/" + name(); }
  std::string key() { return R"({"pk":{"S":"k)" + std::to_string(below(40)) + "\"}}"; }
  std::string item() {
    std::string item = key();
    item.pop_back();
    if (below(2) == 0) item += R"(,"g":{"S":"g)" + number() + "\"}";
    if (below(3) == 0) item += R"(,"expiry":{"N":"17900)" + std::to_string(below(90000)) + "\"}";
    return item + R"(,"v":{"M":{"t":{"S":")" + text() + R"("},"b":{"B":"AAEC"}}}})";
  }
  std::string actions() {
    return R"({"Put":{"TableName":"table0","Item":)" + item() +
           R"(}},{"Delete":{"TableName":"table1","Key":)" + key() + "}}";
  }
  Call tag() {
    return {"TagResource", R"({"ResourceArn":")" + arn() + R"(","Tags":[{"Key":")" + number() +
                               R"(","Value":")" + number() + "\"}]}"};
  }
  Call expire() {
    return {"UpdateTimeToLive", "{" + table() + R"(,"TimeToLiveSpecification":{"Enabled":)" +
                                    flag() + R"(,"AttributeName":"expiry"}})"};
  }
  Call update_item() {
    return {"UpdateItem", "{" + table() + R"(,"Key":)" + key() +
                              R"(,"UpdateExpression":"ADD n :n SET v = :v",)"
                              R"("ExpressionAttributeValues":{":n":{"N":")" + number() +
                              R"("},":v":{"L":[{"S":")" + text() + R"("},{"N":"1.5"}]}}})"};
  }
  Call create() {
    std::string body = "{" + table() +
                       R"(,"BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",)"
                       R"("KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk",)"
                       R"("AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],)"
                       R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":)"
                       R"([{"AttributeName":"g","KeyType":"HASH"}],"Projection":)"
                       R"({"ProjectionType":"ALL"}}])";
    if (below(2) == 0) {
      body += R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})";
    }
    return {"CreateTable", body + "}"};
  }
  Call update() {
    switch (below(3)) {
      case 0:
        return {"UpdateTable",
                "{" + table() + R"(,"StreamSpecification":{"StreamEnabled":false}})"};
      case 1:
        return {"UpdateTable",
                "{" + table() + R"(,"StreamSpecification":{"StreamEnabled":true,)"
                R"("StreamViewType":"NEW_AND_OLD_IMAGES"}})"};
      default:
        return {"UpdateTable", "{" + table() + R"(,"DeletionProtectionEnabled":)" +
                                   (below(8) == 0 ? "true" : "false") + "}"};
    }
  }

  std::mt19937_64 random_;
};

}  // namespace stator::server::testing
