// Requests: lines of targets and bodies, in turns, to a server with two tables. Every answer is
// JSON (the verification build looks), a refusal names its error, nothing is an internal error, and
// the server still answers afterwards.
#include <rapidjson/document.h>

#include <string>

#include "tests/fuzz/property.h"
#include "tests/unit/server/api_client.h"

namespace stator::fuzz {
namespace {

using server::ApiReply;
using server::testing::ApiClient;

constexpr std::string_view kTable =
    R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
    R"({"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},)"
    R"({"AttributeName":"g","AttributeType":"S"},{"AttributeName":"l","AttributeType":"B"}],)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
    R"({"AttributeName":"sk","KeyType":"RANGE"}],)"
    R"("GlobalSecondaryIndexes":[{"IndexName":"global","KeySchema":[{"AttributeName":"g",)"
    R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],)"
    R"("LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[{"AttributeName":"pk",)"
    R"("KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],)"
    R"("Projection":{"ProjectionType":"KEYS_ONLY"}}],)"
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}})";
constexpr std::string_view kItem =
    R"({"TableName":"Music","Item":{"pk":{"S":"a"},"sk":{"N":"1"},"g":{"S":"x"},)"
    R"("l":{"B":"YQ=="},"m":{"M":{"n":{"L":[{"N":"1"},{"SS":["a","b"]}]}}}}})";
constexpr std::string_view kPlain =
    R"({"TableName":"Items","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
    R"({"AttributeName":"pk","AttributeType":"S"}],)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";

void check(const ApiReply& reply, std::string_view input) {
  require(reply.status < 500, "no internal error", reply.body);
  if (reply.status == 200 || reply.body.empty()) return;
  rapidjson::Document answer;
  answer.Parse(reply.body.c_str());
  require(answer.IsObject() && answer.HasMember("__type"), "a refusal names its error", input);
}

void run(std::string_view input) {
  ApiClient client;
  client.call("CreateTable", std::string(kTable));
  client.call("CreateTable", std::string(kPlain));
  client.call("PutItem", std::string(kItem));
  constexpr int kCallsMax = 8;
  std::string_view rest = input;
  for (int i = 0; i < kCallsMax && !rest.empty(); ++i) {
    const std::string_view target = take_line(rest);
    const std::string_view body = take_line(rest);
    check(client.call(target, std::string(body)), input);
    client.clock().advance(std::chrono::seconds(1));
    client.dispatcher().run_background();
  }
  check(client.call("ListTables", "{}"), input);
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  stator::fuzz::run(stator::fuzz::text_of(data, size));
  return 0;
}
