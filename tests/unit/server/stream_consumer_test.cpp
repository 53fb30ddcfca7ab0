// A consumer that follows a stream by the API, while writers change the table and shards rotate:
// what it puts together must be the table.

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api_client.h"

namespace stator::server::testing {
namespace {

using rapidjson::Document;
using rapidjson::Value;

constexpr int kWriters = 3;
constexpr int kWrites = 1500;  // of each
constexpr int kKeys = 40;      // hot, so that writers meet
constexpr std::chrono::seconds kStep{10};
static_assert(kWriters * kWrites * kStep < std::chrono::hours(24), "nothing is trimmed unread");

std::string key(unsigned number) { return fmt::format(R"({{"pk":{{"S":"k{}"}}}})", number); }

std::string item(unsigned number, unsigned value) {
  return fmt::format(R"({{"pk":{{"S":"k{}"}},"v":{{"N":"{}"}}}})", number, value);
}

class Harness {
 public:
  Harness() {
    call("CreateTable",
         R"({"TableName":"Items","BillingMode":"PAY_PER_REQUEST",)"
         R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
         R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"StreamSpecification":)"
         R"({"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}})");
    const auto described = call("DescribeTable", R"({"TableName":"Items"})");
    arn_ = (*described)["Table"]["LatestStreamArn"].GetString();
  }

  // The answer of a call that must succeed.
  std::unique_ptr<Document> call(const std::string& operation, const std::string& request) {
    const ApiReply reply = client_.call(operation, request);
    EXPECT_EQ(reply.status, 200U) << operation << ": " << reply.body;
    auto answer = std::make_unique<Document>();
    answer->Parse(reply.body.c_str());
    return answer;
  }

  ApiReply try_stream(const std::string& operation, const std::string& request) {
    return client_.call("DynamoDBStreams_20120810." + operation, request);
  }

  // One of four kinds of write, then a step of the clock.
  void write(std::mt19937& random) {
    const auto number = static_cast<unsigned>(random() % kKeys);
    const auto value = static_cast<unsigned>(random() % 5);
    switch (random() % 4) {
      case 0:
        call("DeleteItem", fmt::format(R"({{"TableName":"Items","Key":{}}})", key(number)));
        break;
      case 1:
        call("TransactWriteItems",
             fmt::format(R"({{"TransactItems":[{{"Put":{{"TableName":"Items","Item":{}}}}},)"
                         R"({{"Delete":{{"TableName":"Items","Key":{}}}}}]}})",
                         item(number, value), key((number + 1) % kKeys)));
        break;
      case 2:
        call("UpdateItem",
             fmt::format(R"({{"TableName":"Items","Key":{},"UpdateExpression":"ADD v :one",)"
                         R"("ExpressionAttributeValues":{{":one":{{"N":"1"}}}}}})",
                         key(number)));
        break;
      default:
        call("PutItem",
             fmt::format(R"({{"TableName":"Items","Item":{}}})", item(number, value)));
    }
    client_.clock().advance(kStep);
  }

  const std::string& arn() const { return arn_; }

 private:
  ApiClient client_;
  std::string arn_;
};

using Items = std::map<std::string, std::unique_ptr<Document>>;  // by partition key

std::unique_ptr<Document> copy(const Value& value) {
  auto copied = std::make_unique<Document>();
  copied->CopyFrom(value, copied->GetAllocator());
  return copied;
}

// Applies records to a copy of the table, and checks that each fits what was there.
class Replica {
 public:
  void apply(const Value& record) {
    EXPECT_TRUE(seen_.insert(record["eventID"].GetString()).second) << "twice";
    const Value& change = record["dynamodb"];
    const std::string pk = change["Keys"]["pk"]["S"].GetString();
    const auto before = items_.find(pk);
    ASSERT_EQ(before != items_.end(), change.HasMember("OldImage")) << pk;
    if (before != items_.end()) {
      EXPECT_EQ(static_cast<const Value&>(*before->second), change["OldImage"]);
    }
    if (change.HasMember("NewImage")) {
      items_[pk] = copy(change["NewImage"]);
    } else {
      items_.erase(pk);
    }
  }
  const Items& items() const { return items_; }

 private:
  Items items_;
  std::set<std::string> seen_;
};

// Reads every shard from its beginning to its end, children after their parents, and goes on after
// the last record that it saw when an iterator has expired.
class Consumer {
 public:
  Consumer(Harness& harness, Replica& replica) : harness_(harness), replica_(replica) {}

  // A page of each shard that is open or not read to its end; the number of records.
  std::size_t read() {
    find_shards();
    std::size_t count = 0;
    for (auto& [id, place] : places_) {
      if (!place.is_done && is_done(place.parent)) count += read_page(id, place);
    }
    return count;
  }

  std::size_t shards_with_parents() const {
    return static_cast<std::size_t>(std::count_if(
        places_.begin(), places_.end(),
        [](const auto& each) { return !each.second.parent.empty(); }));
  }

 private:
  struct Place {
    std::string parent;
    std::string iterator;  // empty: to be asked for
    std::string last;      // sequence number seen; empty: none
    bool is_done = false;
  };

  bool is_done(const std::string& id) const {
    const auto found = places_.find(id);
    return found == places_.end() || found->second.is_done;
  }

  void find_shards() {
    std::string start;
    for (;;) {
      const auto page = harness_.call(
          "DynamoDBStreams_20120810.DescribeStream",
          fmt::format(R"({{"StreamArn":"{}","Limit":3{}}})", harness_.arn(), start));
      const Value& description = (*page)["StreamDescription"];
      for (const Value& shard : description["Shards"].GetArray()) {
        Place& place = places_[shard["ShardId"].GetString()];
        if (shard.HasMember("ParentShardId")) place.parent = shard["ParentShardId"].GetString();
      }
      if (!description.HasMember("LastEvaluatedShardId")) return;
      start = fmt::format(R"(,"ExclusiveStartShardId":"{}")",
                          description["LastEvaluatedShardId"].GetString());
    }
  }

  void ask_for_iterator(const std::string& id, Place& place) {
    const std::string where =
        place.last.empty()
            ? R"("ShardIteratorType":"TRIM_HORIZON")"
            : fmt::format(R"("ShardIteratorType":"AFTER_SEQUENCE_NUMBER","SequenceNumber":"{}")",
                          place.last);
    const auto answer = harness_.call("DynamoDBStreams_20120810.GetShardIterator",
                                      fmt::format(R"({{"StreamArn":"{}","ShardId":"{}",{}}})",
                                                  harness_.arn(), id, where));
    place.iterator = (*answer)["ShardIterator"].GetString();
  }

  std::size_t read_page(const std::string& id, Place& place) {
    if (place.iterator.empty()) ask_for_iterator(id, place);
    const ApiReply reply = harness_.try_stream(
        "GetRecords", fmt::format(R"({{"ShardIterator":"{}","Limit":17}})", place.iterator));
    if (reply.status != 200) {
      EXPECT_NE(reply.body.find("#ExpiredIteratorException"), std::string::npos) << reply.body;
      place.iterator.clear();
      return 1;  // there may be more
    }
    Document page;
    page.Parse(reply.body.c_str());
    const auto records = page["Records"].GetArray();
    for (const Value& record : records) {
      replica_.apply(record);
      place.last = record["dynamodb"]["SequenceNumber"].GetString();
    }
    place.is_done = !page.HasMember("NextShardIterator");
    if (!place.is_done) place.iterator = page["NextShardIterator"].GetString();
    return records.Size() + (place.is_done ? 1 : 0);  // a child may be read now
  }

  Harness& harness_;
  Replica& replica_;
  std::map<std::string, Place> places_;
};

void expect_the_table(Harness& harness, const Replica& replica) {
  const auto scanned = harness.call("Scan", R"({"TableName":"Items","ConsistentRead":true})");
  const auto items = (*scanned)["Items"].GetArray();
  EXPECT_EQ(items.Size(), replica.items().size());
  for (const Value& each : items) {
    const auto found = replica.items().find(each["pk"]["S"].GetString());
    ASSERT_NE(found, replica.items().end());
    EXPECT_EQ(static_cast<const Value&>(*found->second), each);
  }
}

TEST(StreamConsumer, RebuildsTheTableThroughRotations) {
  Harness harness;
  Replica replica;
  Consumer consumer(harness, replica);
  std::atomic<int> writing{kWriters};
  std::vector<std::thread> writers;
  for (unsigned seed = 0; seed < kWriters; ++seed) {
    writers.emplace_back([&harness, &writing, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < kWrites; ++i) harness.write(random);
      --writing;
    });
  }
  while (writing > 0) consumer.read();
  for (std::thread& writer : writers) writer.join();
  while (consumer.read() > 0) {
  }
  expect_the_table(harness, replica);
  // Twelve and a half hours: every lane of shards has followed itself three times.
  EXPECT_GE(consumer.shards_with_parents(), 3U);
}

}  // namespace
}  // namespace stator::server::testing
