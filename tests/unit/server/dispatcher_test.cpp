// What the dispatcher does besides answering: counting, hints, forgetting.
#include <gtest/gtest.h>

#include <string>

#include "api_client.h"

namespace stator::server::testing {
namespace {

const std::string kCreate =
    R"({"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",)"
    R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)"
    R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]})";
const std::string kPut = R"({"TableName":"Tab","Item":{"p":{"S":"a"}}})";
const std::string kGet = R"({"TableName":"Tab","Key":{"p":{"S":"a"}}})";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Dispatcher, counts_calls_and_units) {
  ApiClient client;
  client.call("CreateTable", kCreate);
  client.call("PutItem", kPut, "a \"label\"");
  client.call("PutItem", "{}");
  client.call("Nothing", "{}");
  const std::string metrics = client.dispatcher().metrics();
  for (const char* line : {
           "stator_requests_total{operation=\"PutItem\",status=\"2xx\"} 1\n",
           "stator_requests_total{operation=\"PutItem\",status=\"4xx\"} 1\n",
           "stator_requests_total{operation=\"\",status=\"4xx\"} 1\n",
           "stator_capacity_units_total{operation=\"PutItem\",table=\"Tab\",index=\"\","
           "label=\"a \\\"label\\\"\",kind=\"write\"} 1\n",
           "stator_tables 1\n",
       }) {
    EXPECT_TRUE(contains(metrics, line)) << line << "\nin\n" << metrics;
  }
}

TEST(Dispatcher, tells_where_a_table_is_that_the_caller_does_not_see) {
  ApiClient client({.namespaces = engine::NamespaceMode::kRegion});
  client.call("CreateTable", kCreate);
  EXPECT_EQ(client.call("GetItem", kGet).hint, "");
  client.set_region("eu-west-1");
  const ApiReply reply = client.call("GetItem", kGet);
  EXPECT_EQ(reply.status, 400U);
  EXPECT_EQ(reply.hint, "table Tab exists in namespace us-east-1");
  EXPECT_EQ(client.call("DescribeTable", R"({"TableName":"Tab"})").hint,
            "table Tab exists in namespace us-east-1");
  EXPECT_EQ(client.call("GetItem", R"({"TableName":"Other","Key":{"p":{"S":"a"}}})").hint, "");
}

TEST(Dispatcher, words_faults_as_the_year_asked_for_did) {
  const std::string fault = R"({"TableName":"Tab","Key":{"p":{"S":"a"}},)"
                            R"("UpdateExpression":"SET"})";
  ApiClient current;
  ApiClient of_2025({.validation_texts = wire::ValidationTexts::k2025});
  for (ApiClient* client : {&current, &of_2025}) client->call("CreateTable", kCreate);
  const std::string prefix = "\"1 validation error detected: ";
  EXPECT_TRUE(contains(current.call("UpdateItem", fault).body, prefix));
  EXPECT_FALSE(contains(of_2025.call("UpdateItem", fault).body, prefix));
}

TEST(Dispatcher, says_how_to_have_an_S3) {
  const ManualClock clock;
  CountingEntropy entropy;
  Dispatcher dispatcher(clock, entropy);
  const auto call = [&](std::string_view target, std::string body) {
    ApiRequest request;
    request.target = target;
    request.authorization =
        "AWS4-HMAC-SHA256 Credential=test/20261130/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=host;x-amz-date, Signature=0";
    request.has_date = true;
    request.body = std::move(body);
    return dispatcher.handle(request);
  };
  const ApiReply reply =
      call("DynamoDB_20120810.ImportTable",
           R"({"S3BucketSource":{"S3Bucket":"in"},"InputFormat":"ION",)"
           R"("TableCreationParameters":)" + kCreate + "}");
  EXPECT_EQ(reply.status, 400U);
  EXPECT_TRUE(contains(reply.body,
                       "Invalid Request: there is no S3 here. Start the server with --s3-dir DIR; "
                       "the directories in DIR are the buckets"))
      << reply.body;
}

TEST(Dispatcher, forgets_everything) {
  ApiClient client;
  client.call("CreateTable", kCreate);
  client.call("PutItem", kPut);
  client.dispatcher().reset();
  EXPECT_EQ(client.call("ListTables", "{}").body, R"({"TableNames":[]})");
  EXPECT_EQ(client.dispatcher().metering_report(), R"({"Entries":[]})");
  EXPECT_EQ(client.call("CreateTable", kCreate).status, 200U);
  EXPECT_EQ(client.call("GetItem", kGet).body, "{}");
}

}  // namespace
}  // namespace stator::server::testing
