#include "tests/simulation/replicas.h"

#include <array>
#include <string_view>

namespace stator::server::testing {

using rapidjson::Document;
using rapidjson::Value;

namespace {

constexpr std::array<std::string_view, 3> kRegions = {"us-east-1", "eu-west-1", "ap-south-1"};

// Calls go to another region while it lives.
class InRegion {
 public:
  InRegion(ModelClient& client, std::string_view region) : client_(client) {
    client_.api().set_region(region);
  }
  ~InRegion() { client_.api().set_region(kRegions[0]); }
  InRegion(const InRegion&) = delete;
  InRegion& operator=(const InRegion&) = delete;

 private:
  ModelClient& client_;
};

}  // namespace

Replicas::Replicas(ModelClient& client, ModelRandom& random) : client_(client), random_(random) {
  client_.call("CreateTable",
               R"({"TableName":"everywhere","BillingMode":"PAY_PER_REQUEST",)"
               R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
               R"("StreamSpecification":{"StreamEnabled":true,)"
               R"("StreamViewType":"NEW_AND_OLD_IMAGES"}})");
  for (const std::string_view region : {kRegions[1], kRegions[2]}) {
    client_.call("UpdateTable", R"({"TableName":"everywhere","ReplicaUpdates":[{"Create":)"
                                R"({"RegionName":")" +
                                    std::string(region) + "\"}}]}");
    client_.api().dispatcher().run_background();
  }
}

// Every put changes the item, so every one is delivered. A delete is one only where the item has
// arrived.
void Replicas::write() {
  const InRegion in_region(client_, kRegions[random_.below(kRegions.size())]);
  const std::string key = "k" + std::to_string(random_.below(6));
  const std::string key_json = R"({"pk":{"S":")" + key + "\"}";
  const std::string number = std::to_string(++writes_);
  if (random_.chance(4)) {
    const Document answer =
        client_.call("DeleteItem", R"({"TableName":"everywhere","ReturnValues":"ALL_OLD","Key":)" +
                                       key_json + "}}");
    if (answer.HasMember("Attributes")) last_.erase(key);
    return;
  }
  client_.call("PutItem", R"({"TableName":"everywhere","Item":)" + key_json + R"(,"n":{"N":")" +
                              number + "\"}}}");
  last_[key] = number;
}

std::map<std::string, std::string> Replicas::items(const std::string& region) {
  const InRegion in_region(client_, region);
  const Document answer = client_.call("Scan", R"({"TableName":"everywhere"})");
  std::map<std::string, std::string> items;
  for (const Value& item : answer["Items"].GetArray()) {
    items[item["pk"]["S"].GetString()] = item["n"]["N"].GetString();
  }
  return items;
}

void Replicas::compare() {
  for (const std::string_view region : kRegions) {
    if (items(std::string(region)) == last_) continue;
    std::string expected;
    for (const auto& [key, number] : last_) expected += key + "=" + number + " ";
    client_.fail("the replica in " + std::string(region) +
                 " has not what was written last: " + expected);
  }
}

}  // namespace stator::server::testing
