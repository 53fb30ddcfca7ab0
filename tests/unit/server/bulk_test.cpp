// Bulk operations through the dispatcher, with objects in a directory that stands for S3.
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "api_client.h"

namespace stator::server::testing {
namespace {

namespace fs = std::filesystem;
using rapidjson::Document;
using rapidjson::Value;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string line(const std::string& pk, const std::string& more = "") {
  return R"({"Item":{"pk":{"S":")" + pk + R"("},"n":{"N":"1"}})" + more + "}\n";
}

class BulkPut : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(client_.s3_dir() / "out");
    call("CreateTable",
         R"({"TableName":"Music","AttributeDefinitions":[)"
         R"({"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"n","AttributeType":"N"}],)"
         R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",)"
         R"("GlobalSecondaryIndexes":[{"IndexName":"ByN","KeySchema":[{"AttributeName":"n",)"
         R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}]})");
  }

  Document parse(const std::string& body) {
    Document document;
    document.Parse(body.c_str());
    return document;
  }

  Document call(const std::string& operation, const std::string& request) {
    const ApiReply reply = client_.call(operation, request);
    EXPECT_EQ(reply.status, 200U) << reply.body;
    return parse(reply.body);
  }

  static std::string request(const std::string& more = "", const std::string& input = "") {
    return R"({"TableName":"Music","InputS3Configuration":{"S3Bucket":"in","InputFormat":)" +
           (input.empty() ? std::string(R"("DYNAMODB_JSON")") : input) +
           R"(},"OutputS3Configuration":{"S3Bucket":"out","OutputType":)" +
           R"(["ERROR","CONDITION_CHECK_FAILURE"]})" + more + "}";
  }

  std::string start(const std::string& body) {
    const Document answer = call("StartBulkPutItems", body);
    const Value& job = answer["BulkOperationDescription"];
    EXPECT_STREQ(job["BulkOperationStatus"].GetString(), "IN_PROGRESS");
    return job["BulkOperationArn"].GetString();
  }

  Document describe(const std::string& arn) {
    return call("DescribeBulkOperation", R"({"BulkOperationArn":")" + arn + "\"}");
  }

  std::int64_t count_items() {
    return call("Scan", R"({"TableName":"Music","Select":"COUNT"})")["Count"].GetInt64();
  }

  // The lines that were told of one kind.
  std::string told(const std::string& arn, const std::string& kind) {
    return read_file(client_.s3_dir() / "out" / "AWSDynamoDB" / arn.substr(arn.rfind('/') + 1) /
                     kind / "00000.json");
  }

  ApiClient client_;
};

TEST_F(BulkPut, WritesEveryItemOfEveryObject) {
  constexpr int kItems = 1200;  // more than one slice
  std::string text;
  for (int i = 0; i < kItems; ++i) text += line("k" + std::to_string(i));
  client_.put_object("in/a/1.json", text);
  client_.put_object("in/a/2.json", line("last") + "\n");
  client_.put_object("in/b/3.json", line("elsewhere"));
  const std::string arn =
      start(request("", R"("DYNAMODB_JSON","S3KeyPrefix":"a/","InputCompressionType":"NONE")"));
  client_.dispatcher().run_background();
  const Document answer = describe(arn);
  const Value& job = answer["BulkOperationDescription"];
  EXPECT_STREQ(job["BulkOperationStatus"].GetString(), "COMPLETED");
  EXPECT_EQ(job["ProcessedItemCount"].GetInt64(), kItems + 1);
  EXPECT_EQ(job["FailedItemCount"].GetInt64(), 0);
  EXPECT_EQ(job["ProcessedInputBytes"].GetInt64(), job["TotalInputBytes"].GetInt64());
  EXPECT_EQ(count_items(), kItems + 1);
  const Value& usage = job["BulkOperationUsage"][0];
  EXPECT_GT(usage["Table"]["BulkPutBytes"].GetInt64(), 0);
  EXPECT_EQ(usage["BulkPutBytes"].GetInt64(),
            usage["Table"]["BulkPutBytes"].GetInt64() +
                usage["GlobalSecondaryIndexes"]["ByN"]["BulkPutBytes"].GetInt64());
}

TEST_F(BulkPut, TellsWhatCouldNotBeWritten) {
  client_.put_object("in/1.json", line("good") + "no json\n{}\n" +
                                      R"({"Item":{"pk":{"N":"1"}}})" + "\n" + line("better"));
  const std::string arn = start(request());
  client_.dispatcher().run_background();
  const Document answer = describe(arn);
  const Value& job = answer["BulkOperationDescription"];
  EXPECT_STREQ(job["BulkOperationStatus"].GetString(), "COMPLETED_WITH_ERRORS");
  EXPECT_EQ(job["ProcessedItemCount"].GetInt64(), 5);
  EXPECT_EQ(job["FailedItemCount"].GetInt64(), 3);
  EXPECT_FALSE(job.HasMember("FailureCode"));
  EXPECT_EQ(count_items(), 2);
  const std::string head = R"({"S3Key":"1.json","Record":)";
  EXPECT_EQ(told(arn, "error"),
            head + R"(2,"Error":"The line is not a JSON object","Text":"no json"})" + "\n" +
                head + R"(3,"Error":"The line has no member Item","Text":"{}"})" + "\n" + head +
                R"(4,"Error":"One or more parameter values were invalid: )" +
                R"(Type mismatch for key pk expected: S actual: N"})" + "\n");
}

TEST_F(BulkPut, WritesOnCondition) {
  call("PutItem", R"({"TableName":"Music","Item":{"pk":{"S":"old"},"n":{"N":"7"}}})");
  const std::string condition = R"-(,"ConditionExpression":"attribute_not_exists(pk)")-";
  client_.put_object("in/1.json", line("old", condition) + line("new", condition));
  const std::string arn = start(request());
  client_.dispatcher().run_background();
  const Document answer = describe(arn);
  const Value& job = answer["BulkOperationDescription"];
  EXPECT_STREQ(job["BulkOperationStatus"].GetString(), "COMPLETED");
  EXPECT_EQ(job["ProcessedItemCount"].GetInt64(), 2);
  EXPECT_EQ(job["FailedItemCount"].GetInt64(), 0);
  EXPECT_EQ(told(arn, "condition-check-failure"),
            R"({"S3Key":"1.json","Record":1,"Item":{"n":{"N":"1"},"pk":{"S":"old"}},)"
            R"("ExistingItem":{"n":{"N":"7"},"pk":{"S":"old"}}})"
            "\n");
  EXPECT_EQ(count_items(), 2);
}

TEST_F(BulkPut, ReadsIon) {
  client_.put_object("in/1.ion",
                     "$ion_1_0 {Item:{pk:\"a\",n:1.}}\n$ion_1_0 {Item:{pk:\"b\"}}\n");
  const std::string arn = start(request("", R"("ION")"));
  client_.dispatcher().run_background();
  const Document answer = describe(arn);
  EXPECT_STREQ(answer["BulkOperationDescription"]["BulkOperationStatus"].GetString(), "COMPLETED");
  EXPECT_EQ(count_items(), 2);
}

TEST_F(BulkPut, FailsWithoutInput) {
  client_.put_object("in/1.json", line("a"));
  const std::string arn = start(request("", R"("DYNAMODB_JSON","S3KeyPrefix":"x/")"));
  client_.dispatcher().run_background();
  const Document answer = describe(arn);
  const Value& job = answer["BulkOperationDescription"];
  EXPECT_STREQ(job["BulkOperationStatus"].GetString(), "FAILED");
  EXPECT_STREQ(job["FailureCode"].GetString(), "S3NoSuchKey");
  EXPECT_TRUE(job.HasMember("EndTime"));
}

TEST_F(BulkPut, IsCancelled) {
  client_.put_object("in/1.json", line("a"));
  const std::string arn = start(request());
  const std::string named = R"({"BulkOperationArn":")" + arn + "\"}";
  EXPECT_STREQ(call("CancelBulkOperation", named)["BulkOperationStatus"].GetString(), "CANCELLING");
  client_.dispatcher().run_background();
  const Document answer = describe(arn);
  EXPECT_STREQ(answer["BulkOperationDescription"]["BulkOperationStatus"].GetString(), "CANCELLED");
  EXPECT_EQ(count_items(), 0);
  EXPECT_EQ(client_.call("CancelBulkOperation", named).status, 400U);
}

TEST_F(BulkPut, KeepsToItsRate) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += line("k" + std::to_string(i));
  client_.put_object("in/1.json", text);
  const std::string arn = start(request(R"(,"MaxWriteRequestUnits":1024)"));
  client_.dispatcher().run_background();
  EXPECT_EQ(count_items(), 1024);
  client_.clock().advance(std::chrono::seconds(1));
  client_.dispatcher().run_background();
  EXPECT_EQ(count_items(), 2048);
  client_.clock().advance(std::chrono::seconds(1));
  client_.dispatcher().run_background();
  EXPECT_EQ(count_items(), 3000);
  const Document answer = describe(arn);
  EXPECT_STREQ(answer["BulkOperationDescription"]["BulkOperationStatus"].GetString(), "COMPLETED");
}

TEST_F(BulkPut, IsStartedOncePerToken) {
  client_.put_object("in/1.json", line("a"));
  const std::string token = R"(,"ClientToken":"t")";
  const std::string arn = start(request(token));
  EXPECT_EQ(start(request(token)), arn);
  const ApiReply other =
      client_.call("StartBulkPutItems", request(token + R"(,"PerformanceTier":"ACCELERATED")"));
  EXPECT_EQ(other.status, 400U);
  EXPECT_NE(other.body.find("IdempotentParameterMismatchException"), std::string::npos);
}

TEST_F(BulkPut, AreListedLatestFirstPageByPage) {
  client_.put_object("in/1.json", line("a"));
  std::string arns[3];
  for (std::string& arn : arns) {
    arn = start(request());
    client_.clock().advance(std::chrono::seconds(1));
  }
  const Document first = call("ListBulkOperations", R"({"MaxResults":2})");
  const Value& listed = first["BulkOperationsSummaryList"];
  ASSERT_EQ(listed.Size(), 2U);
  EXPECT_EQ(listed[0]["BulkOperationArn"].GetString(), arns[2]);
  EXPECT_EQ(listed[1]["BulkOperationArn"].GetString(), arns[1]);
  const Document rest = call("ListBulkOperations",
                             R"({"NextToken":")" + std::string(first["NextToken"].GetString()) +
                                 "\"}");
  ASSERT_EQ(rest["BulkOperationsSummaryList"].Size(), 1U);
  EXPECT_EQ(rest["BulkOperationsSummaryList"][0]["BulkOperationArn"].GetString(), arns[0]);
  EXPECT_FALSE(rest.HasMember("NextToken"));
}

}  // namespace
}  // namespace stator::server::testing
