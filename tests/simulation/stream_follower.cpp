#include "tests/simulation/stream_follower.h"

#include <set>

namespace stator::server::testing {

using rapidjson::Document;
using rapidjson::Value;

namespace {

constexpr std::string_view kApi = "DynamoDBStreams_20120810.";

std::string operation(std::string_view name) { return std::string(kApi) + std::string(name); }

std::string text_of(const Value& record, const char* image) {
  return record.HasMember(image) ? to_json(parse_item(record[image])) : "";
}

}  // namespace

StreamFollower::StreamFollower(ModelClient& client, ModelRandom& random, ModelRun& table)
    : client_(client), random_(random), table_(table) {
  const Document answer = client_.call("DescribeTable", R"({"TableName":")" + table.name() + "\"}");
  arn_ = answer["Table"]["LatestStreamArn"].GetString();
}

// A page at a time; what was trimmed away is forgotten.
void StreamFollower::list_shards() {
  std::set<std::string> listed;
  std::string start;
  do {
    const Document answer = client_.call(operation("DescribeStream"),
                                         R"({"StreamArn":")" + arn_ + R"(","Limit":)" +
                                             std::to_string(1 + random_.below(5)) + start + "}");
    const Value& description = answer["StreamDescription"];
    for (const Value& each : description["Shards"].GetArray()) {
      const std::string id = each["ShardId"].GetString();
      listed.insert(id);
      Shard& shard = shards_[id];
      if (each.HasMember("ParentShardId")) shard.parent = each["ParentShardId"].GetString();
    }
    start.clear();
    if (description.HasMember("LastEvaluatedShardId")) {
      start = std::string(R"(,"ExclusiveStartShardId":")") +
              description["LastEvaluatedShardId"].GetString() + '"';
    }
  } while (!start.empty());
  std::erase_if(shards_, [&](const auto& entry) { return !listed.contains(entry.first); });
}

// Behind the last record read. Where that was trimmed, what is left is newer: all had been read.
std::string StreamFollower::iterator_of(const std::string& id, const Shard& shard) {
  const std::string body = R"({"StreamArn":")" + arn_ + R"(","ShardId":")" + id + '"';
  if (!shard.last_number.empty()) {
    const ApiReply reply = client_.call_any(
        operation("GetShardIterator"),
        body + R"(,"ShardIteratorType":"AFTER_SEQUENCE_NUMBER","SequenceNumber":")" +
            shard.last_number + "\"}");
    Document answer;
    answer.Parse(reply.body.c_str());
    if (reply.status == 200U) return answer["ShardIterator"].GetString();
    if (reply.body.find("TrimmedDataAccessException") == std::string::npos) {
      client_.fail("a shard cannot be read on");
    }
  }
  const Document answer =
      client_.call(operation("GetShardIterator"), body + R"(,"ShardIteratorType":"TRIM_HORIZON"})");
  return answer["ShardIterator"].GetString();
}

void StreamFollower::read(const std::string& id, Shard& shard) {
  std::string iterator = iterator_of(id, shard);
  for (;;) {
    const Document answer =
        client_.call(operation("GetRecords"), R"({"ShardIterator":")" + iterator + R"(","Limit":)" +
                                                  std::to_string(1 + random_.below(100)) + "}");
    for (const Value& record : answer["Records"].GetArray()) replay(record, shard);
    shard.is_done = !answer.HasMember("NextShardIterator");
    if (shard.is_done || answer["Records"].Empty()) return;
    iterator = answer["NextShardIterator"].GetString();
  }
}

void StreamFollower::replay(const Value& record, Shard& shard) {
  const Value& change = record["dynamodb"];
  const std::string number = change["SequenceNumber"].GetString();
  if (number <= shard.last_number) client_.fail("sequence numbers do not ascend: " + number);
  shard.last_number = number;
  const std::string key = to_json(parse_item(change["Keys"]));
  const std::string before = text_of(change, "OldImage");
  const std::string after = text_of(change, "NewImage");
  client_.expect_equal("the image before, of a record of " + key, before, items_[key]);
  const char* const event = before.empty() ? "INSERT" : after.empty() ? "REMOVE" : "MODIFY";
  client_.expect_equal("the event", record["eventName"].GetString(), event);
  if (before == after) client_.fail("a record of no change");
  if (after.empty()) {
    items_.erase(key);
  } else {
    items_[key] = after;
  }
}

void StreamFollower::catch_up() {
  list_shards();
  // Parents first: a shard waits until its parent is read to its end, or gone.
  for (bool is_progress = true; is_progress;) {
    is_progress = false;
    for (auto& [id, shard] : shards_) {
      if (shard.is_done) continue;
      const auto parent = shards_.find(shard.parent);
      if (parent != shards_.end() && !parent->second.is_done) continue;
      read(id, shard);
      is_progress = is_progress || shard.is_done;
    }
  }
  std::map<std::string, std::string> expected;
  for (const auto& [identity, item] : table_.model().items()) expected[identity] = to_json(item);
  std::erase_if(items_, [](const auto& entry) { return entry.second.empty(); });
  if (items_ == expected) return;
  for (const auto& [key, item] : expected) {
    client_.expect_equal("the replay of " + key, items_[key], item);
  }
  client_.fail("the replay of " + table_.name() + " has items that the table has not");
}

}  // namespace stator::server::testing
