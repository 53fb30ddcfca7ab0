// The interval between changes of Time to Live is a setting of the server.

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "api_client.h"

namespace stator::server::testing {
namespace {

std::string specification(bool enabled) {
  return std::string(R"({"TableName":"Items","TimeToLiveSpecification":{"AttributeName":"ttl",)") +
         R"("Enabled":)" + (enabled ? "true" : "false") + "}}";
}

TEST(TimeToLive, ASecondChangeWithinTheIntervalIsRefused) {
  ApiClient client{{.ttl_change_interval = std::chrono::minutes(30)}};
  client.call("CreateTable",
              R"({"TableName":"Items","BillingMode":"PAY_PER_REQUEST",
                  "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                  "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  EXPECT_EQ(client.call("UpdateTimeToLive", specification(true)).status, 200U);
  client.clock().advance(std::chrono::minutes(29));
  const ApiReply reply = client.call("UpdateTimeToLive", specification(false));
  EXPECT_EQ(reply.status, 400U);
  const char* const message =
      "Time to live has been modified multiple times within a fixed interval";
  EXPECT_NE(reply.body.find(message), std::string::npos) << reply.body;
  client.clock().advance(std::chrono::minutes(1));
  EXPECT_EQ(client.call("UpdateTimeToLive", specification(false)).status, 200U);
}

TEST(TimeToLive, TheSweepComesOnceInItsInterval) {
  ApiClient client{{.ttl_interval = std::chrono::seconds(10)}};
  client.call("CreateTable",
              R"({"TableName":"Items","BillingMode":"PAY_PER_REQUEST",
                  "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
                  "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  client.call("UpdateTimeToLive", specification(true));
  client.call("PutItem",
              R"({"TableName":"Items","Item":{"pk":{"S":"a"},"ttl":{"N":"1790000000"}}})");
  const std::string get = R"({"TableName":"Items","Key":{"pk":{"S":"a"}}})";
  client.clock().advance(std::chrono::seconds(9));
  client.dispatcher().run_background();
  EXPECT_NE(client.call("GetItem", get).body, "{}");
  client.clock().advance(std::chrono::seconds(1));
  client.dispatcher().run_background();
  EXPECT_EQ(client.call("GetItem", get).body, "{}");
}

}  // namespace
}  // namespace stator::server::testing
