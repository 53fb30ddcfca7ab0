// With --kinesis-dir, what a destination gets is in a file.
#include "server/kinesis_files.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "api_client.h"
#include "json_match.h"

namespace stator::server::testing {
namespace {

// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "stator-kinesis-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void expect_like(const std::string& actual, const char* expected) {
  rapidjson::Document left;
  left.Parse(expected);
  rapidjson::Document right;
  right.Parse(actual.c_str());
  ASSERT_FALSE(left.HasParseError()) << expected;
  ASSERT_FALSE(right.HasParseError()) << actual;
  EXPECT_EQ(difference(left, right, Match::kExact), "") << actual;
}

class KinesisFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    call("CreateTable",
         R"({"TableName":"Items","BillingMode":"PAY_PER_REQUEST",
             "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  }
  void call(const char* operation, const char* body) {
    const ApiReply reply = client_.call(operation, body);
    EXPECT_EQ(reply.status, 200U) << reply.body;
  }
  void put(const char* item) {
    call("PutItem", (std::string(R"({"TableName":"Items","Item":)") + item + "}").c_str());
  }
  void change(const char* operation, const char* stream, const char* more = "") {
    const std::string body =
        std::string(R"({"TableName":"Items","StreamArn":"arn:aws:kinesis:us-east-1:1)") +
        R"(23456789012:stream/)" + stream + "\"" + more + "}";
    call(operation, body.c_str());
  }
  std::vector<std::string> records(const char* stream) {
    client_.dispatcher().run_background();
    return lines_of(folder_.path() / "deep" / (std::string(stream) + ".ndjson"));
  }

  Folder folder_;
  ApiClient client_{{.kinesis_dir = (folder_.path() / "deep").string()}};
};

TEST_F(KinesisFilesTest, EveryChangeIsALine) {
  change("EnableKinesisStreamingDestination", "changes");
  put(R"({"pk":{"S":"a"},"v":{"S":"x"}})");
  put(R"({"pk":{"S":"a"},"v":{"S":"x"}})");  // changes nothing
  put(R"({"pk":{"S":"a"},"v":{"S":"yy"}})");
  call("DeleteItem", R"({"TableName":"Items","Key":{"pk":{"S":"a"}}})");
  const auto lines = records("changes");
  ASSERT_EQ(lines.size(), 3U);
  expect_like(lines[0],
              R"({"awsRegion":"us-east-1","eventID":"@any","eventName":"INSERT",
                  "userIdentity":null,"recordFormat":"application/json","tableName":"Items",
                  "dynamodb":{"ApproximateCreationDateTime":1790000000123,
                    "Keys":{"pk":{"S":"a"}},"NewImage":{"pk":{"S":"a"},"v":{"S":"x"}},
                    "SizeBytes":8},"eventSource":"aws:dynamodb"})");
  expect_like(lines[1],
              R"({"awsRegion":"us-east-1","eventID":"@any","eventName":"MODIFY",
                  "userIdentity":null,"recordFormat":"application/json","tableName":"Items",
                  "dynamodb":{"ApproximateCreationDateTime":1790000000123,
                    "Keys":{"pk":{"S":"a"}},"NewImage":{"pk":{"S":"a"},"v":{"S":"yy"}},
                    "OldImage":{"pk":{"S":"a"},"v":{"S":"x"}},
                    "SizeBytes":14},"eventSource":"aws:dynamodb"})");
  expect_like(lines[2],
              R"({"awsRegion":"us-east-1","eventID":"@any","eventName":"REMOVE",
                  "userIdentity":null,"recordFormat":"application/json","tableName":"Items",
                  "dynamodb":{"ApproximateCreationDateTime":1790000000123,
                    "Keys":{"pk":{"S":"a"}},"OldImage":{"pk":{"S":"a"},"v":{"S":"yy"}},
                    "SizeBytes":9},"eventSource":"aws:dynamodb"})");
}

TEST_F(KinesisFilesTest, MicrosecondsAndWhoDeleted) {
  change("EnableKinesisStreamingDestination", "changes",
         R"(,"EnableKinesisStreamingConfiguration":
             {"ApproximateCreationDateTimePrecision":"MICROSECOND"})");
  call("UpdateTimeToLive",
       R"({"TableName":"Items","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"t"}})");
  put(R"({"pk":{"S":"a"},"t":{"N":"1790000001"}})");
  client_.clock().advance(std::chrono::seconds(1));
  client_.dispatcher().run_background();
  const auto lines = records("changes");
  ASSERT_EQ(lines.size(), 2U);
  expect_like(lines[1],
              R"({"awsRegion":"us-east-1","eventID":"@any","eventName":"REMOVE",
                  "userIdentity":{"principalId":"dynamodb.amazonaws.com","type":"Service"},
                  "recordFormat":"application/json","tableName":"Items",
                  "dynamodb":{"ApproximateCreationDateTime":1790000001123000,
                    "ApproximateCreationDateTimePrecision":"MICROSECOND",
                    "Keys":{"pk":{"S":"a"}},
                    "OldImage":{"pk":{"S":"a"},"t":{"N":"1790000001"}},
                    "SizeBytes":13},"eventSource":"aws:dynamodb"})");
}

TEST_F(KinesisFilesTest, ADestinationGetsWhatHappensWhileItIsActive) {
  put(R"({"pk":{"S":"before"}})");
  change("EnableKinesisStreamingDestination", "one");
  put(R"({"pk":{"S":"first"}})");
  change("DisableKinesisStreamingDestination", "one");
  put(R"({"pk":{"S":"between"}})");
  change("EnableKinesisStreamingDestination", "two");
  put(R"({"pk":{"S":"second"}})");
  change("DisableKinesisStreamingDestination", "two");
  change("EnableKinesisStreamingDestination", "one");
  put(R"({"pk":{"S":"again"}})");
  EXPECT_EQ(records("one").size(), 2U);
  EXPECT_EQ(records("two").size(), 1U);
}

}  // namespace
}  // namespace stator::server::testing
