// Taking and restoring named snapshots, tables for it, and whoever follows a stream meanwhile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include "api_client.h"

namespace stator::server::testing {

using rapidjson::Document;

inline ApiReply take(ApiClient& client, std::string_view name = "seed") {
  return client.dispatcher().snapshots(SnapshotAction::kTake, name);
}
inline ApiReply restore(ApiClient& client, std::string_view name = "seed") {
  return client.dispatcher().snapshots(SnapshotAction::kRestore, name);
}
inline ApiReply remove(ApiClient& client, std::string_view name = "seed") {
  return client.dispatcher().snapshots(SnapshotAction::kRemove, name);
}
inline std::string list(ApiClient& client) {
  return client.dispatcher().snapshots(SnapshotAction::kList).body;
}

inline std::string table(const std::string& name, const std::string& more = "") {
  return R"({"TableName":")" + name +
         R"(","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"pk",)"
         R"("AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}])" + more +
         "}";
}

inline constexpr const char* kStream =
    R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})";

inline void create(ApiClient& client, const std::string& name, const std::string& more = "") {
  const ApiReply reply = client.call("CreateTable", table(name, more));
  ASSERT_EQ(reply.status, 200U) << reply.body;
}

inline ApiReply put(ApiClient& client, const std::string& name, const std::string& key,
                    const std::string& more = "") {
  return client.call("PutItem", R"({"TableName":")" + name + R"(","Item":{"pk":{"S":")" + key +
                                    "\"}" + more + "}}");
}

inline std::string scan(ApiClient& client, const std::string& name) {
  return client.call("Scan", R"({"TableName":")" + name + "\"}").body;
}

inline std::size_t count(ApiClient& client, const std::string& name) {
  Document answer;
  answer.Parse(scan(client, name).c_str());
  return answer.HasMember("Count") ? answer["Count"].GetUint() : 0;
}

inline constexpr std::string_view kStreams = "DynamoDBStreams_20120810.";

// Follows all shards of the only stream.
class Follower {
 public:
  explicit Follower(ApiClient& client) : client_(client) {
    const Document streams = ask("ListStreams", "{}");
    const std::string arn =
        std::string(R"({"StreamArn":")") + streams["Streams"][0]["StreamArn"].GetString() + "\"";
    const Document described = ask("DescribeStream", arn + "}");
    for (const auto& shard : described["StreamDescription"]["Shards"].GetArray()) {
      const Document begun = ask("GetShardIterator",
                                 arn + R"(,"ShardIteratorType":"TRIM_HORIZON","ShardId":")" +
                                     shard["ShardId"].GetString() + "\"}");
      iterators_.emplace_back(begun["ShardIterator"].GetString());
    }
  }

  // The keys of the next records, in no order.
  std::vector<std::string> read() {
    std::vector<std::string> keys;
    for (std::string& iterator : iterators_) {
      const Document page = ask("GetRecords", R"({"ShardIterator":")" + iterator + "\"}");
      if (!page.HasMember("Records")) continue;
      for (const auto& record : page["Records"].GetArray()) {
        keys.emplace_back(record["dynamodb"]["Keys"]["pk"]["S"].GetString());
      }
      iterator = page["NextShardIterator"].GetString();
    }
    std::sort(keys.begin(), keys.end());
    return keys;
  }

 private:
  Document ask(std::string_view operation, const std::string& body) {
    Document answer;
    const ApiReply reply = client_.call(std::string(kStreams) + std::string(operation), body);
    EXPECT_EQ(reply.status, 200U) << reply.body;
    answer.Parse(reply.body.c_str());
    return answer;
  }

  ApiClient& client_;
  std::vector<std::string> iterators_;
};

using Keys = std::vector<std::string>;

}  // namespace stator::server::testing
