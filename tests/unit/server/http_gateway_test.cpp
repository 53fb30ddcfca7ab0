#include "server/http/gateway.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "server/auth/signature.h"
#include "server/dispatcher.h"
#include "server/http/crc32.h"
#include "server/http/gzip.h"
#include "server/http/message.h"
#include "tests/unit/server/http_fakes.h"

namespace stator::server::http {
namespace {

constexpr std::string_view kNotFound = "<UnknownOperationException/>\n";
constexpr std::string_view kSerialization =
    R"({"__type":"com.amazon.coral.service#SerializationException"})";

class GatewayTest : public ::testing::Test {
 protected:
  HttpReply handle(HttpRequest request) { return gateway_.handle(request); }

  static HttpRequest api_call(std::string body) {
    HttpRequest request;
    request.method = Method::kPost;
    request.target = "/";
    request.api_target = "DynamoDB_20120810.GetItem";
    request.content_type = "application/x-amz-json-1.0";
    request.body = std::move(body);
    return request;
  }
  static HttpRequest bare(Method method, std::string target) {
    HttpRequest request;
    request.method = method;
    request.target = std::move(target);
    return request;
  }

  testing::FakeApi api_;
  testing::CountingEntropy entropy_;
  Gateway gateway_{api_, entropy_};
};

// Keeps what signatures cover.
class VerifyingApi final : public Api {
 public:
  ApiReply handle(ApiRequest& request) override {
    covered = *request.signed_request;
    return {};
  }
  bool verifies_signatures() const override { return true; }
  std::string metering_report() override { return {}; }
  void reset_metering() override {}
  std::string insights_report() override { return {}; }
  std::string metrics() override { return {}; }
  void reset() override {}
  ApiReply snapshots(SnapshotAction, std::string_view) override { return {}; }

  SignedRequest covered;
};

TEST(Gateway, KeepsWhatSignaturesCover) {
  VerifyingApi api;
  testing::CountingEntropy entropy;
  Gateway gateway(api, entropy);
  EXPECT_TRUE(gateway.verifies_signatures());
  HttpRequest request;
  request.method = Method::kPost;
  request.target = "/a%20b?c=d";
  request.content_type = "application/x-amz-json-1.0";
  request.content_encoding = "gzip";
  request.all_headers = {{"Host", "x"}, {"X-Amz-Date", " y"}};
  request.body = deflate_gzip("{}");
  const std::string hash = to_hex(sha256(request.body));
  gateway.handle(request);
  EXPECT_EQ(api.covered.method, "POST");
  EXPECT_EQ(api.covered.path, "/a%20b");
  EXPECT_EQ(api.covered.query, "c=d");
  EXPECT_EQ(header_value(api.covered, "x-amz-date"), "y");
  EXPECT_EQ(api.covered.payload_hash, hash);  // of what was sent, not of what it inflates to
}

TEST_F(GatewayTest, HandsTheCallToTheApi) {
  HttpRequest request = api_call("{}");
  request.target = "/some/path?X-Amz-Algorithm=a&b=c";
  request.authorization = "AWS4-HMAC-SHA256 x";
  request.has_date = true;
  request.label = "checkout";
  const HttpReply reply = handle(request);
  ASSERT_EQ(api_.calls.size(), 1U);
  EXPECT_EQ(api_.calls[0].target, "DynamoDB_20120810.GetItem");
  EXPECT_EQ(api_.calls[0].authorization, "AWS4-HMAC-SHA256 x");
  EXPECT_EQ(api_.calls[0].query, "X-Amz-Algorithm=a&b=c");
  EXPECT_EQ(api_.calls[0].label, "checkout");
  EXPECT_EQ(api_.calls[0].body, "{}");
  EXPECT_TRUE(api_.calls[0].has_date);
  EXPECT_EQ(reply.status, 200U);
  EXPECT_EQ(reply.body, "{}");
  EXPECT_EQ(reply.content_type, "application/x-amz-json-1.0");
  EXPECT_EQ(reply.crc32, 2745614147U);  // of "{}"
  EXPECT_FALSE(reply.closes_connection);
}

TEST_F(GatewayTest, KeepsTheStatusOfTheApi) {
  HttpRequest request = api_call("no");
  request.api_target = "fault";
  const HttpReply reply = handle(request);
  EXPECT_EQ(reply.status, 400U);
  EXPECT_EQ(reply.body, "no");
}

TEST_F(GatewayTest, TurnsAnEscapedExceptionIntoInternalFailure) {
  HttpRequest request = api_call("{}");
  request.api_target = "throw";
  const HttpReply reply = handle(request);
  EXPECT_EQ(reply.status, 500U);
  EXPECT_EQ(reply.body, R"({"__type":"com.amazon.coral.service#InternalFailure","message":""})");
  EXPECT_TRUE(reply.request_id);
  EXPECT_EQ(reply.crc32, crc32_of(reply.body));
}

TEST_F(GatewayTest, TakesTheContentTypesOfTheSdks) {
  struct Case {
    std::string_view sent;
    std::string_view body;
    unsigned status;
    std::string_view answered;
  };
  const std::vector<Case> cases = {
      {"application/x-amz-json-1.0", "{}", 200, "application/x-amz-json-1.0"},
      {"application/x-amz-json-1.0; charset=utf-8", "{}", 200, "application/x-amz-json-1.0"},
      {"application/x-amz-json-1.0 ; a=b", "{}", 200, "application/x-amz-json-1.0"},
      {"Application/X-AMZ-JSON-1.0", "{}", 200, "application/x-amz-json-1.0"},
      {"application/x-amz-json-1.1", "{}", 200, "application/json"},
      {"application/json", "{}", 200, "application/json"},
      {"application/json;charset=utf-8", "{}", 200, "application/json"},
      {"text/plain", "{}", 404, ""},
      {"application/jsonx", "{}", 404, ""},
      {"", "{}", 404, ""},
      {"text/plain", "", 200, "application/json"},
      {"", "", 200, "application/json"},
  };
  for (const Case& each : cases) {
    HttpRequest request = api_call(std::string(each.body));
    request.content_type = each.sent;
    const HttpReply reply = handle(request);
    EXPECT_EQ(reply.status, each.status) << each.sent;
    EXPECT_EQ(reply.content_type, each.answered) << each.sent;
    EXPECT_EQ(reply.body, each.status == 404 ? kNotFound : each.body) << each.sent;
  }
}

TEST_F(GatewayTest, KnowsNoOtherMethods) {
  for (const Method method : {Method::kDelete, Method::kOptions, Method::kOther}) {
    HttpRequest request = api_call("{}");
    request.method = method;
    const HttpReply reply = handle(request);
    EXPECT_EQ(reply.status, 404U);
    EXPECT_EQ(reply.body, kNotFound);
    EXPECT_EQ(reply.crc32, 3552371480U);
    EXPECT_TRUE(reply.request_id);
  }
  EXPECT_TRUE(api_.calls.empty());
}

TEST_F(GatewayTest, IsHealthyOnEveryPath) {
  for (const auto* target : {"/", "/any", "/shelf/?a=b", "http://host/", "*", "/_statorish"}) {
    for (const Method method : {Method::kGet, Method::kHead}) {
      const HttpReply reply = handle(bare(method, target));
      EXPECT_EQ(reply.status, 200U) << target;
      EXPECT_EQ(reply.body, kHealthy);
      EXPECT_EQ(reply.crc32, 3128867991U);
      EXPECT_EQ(reply.content_type, "");
      EXPECT_EQ(reply.is_head, method == Method::kHead);
    }
  }
}

TEST_F(GatewayTest, ServesItsOwnPaths) {
  struct Case {
    Method method;
    const char* target;
    unsigned status;
    std::string_view body;
    int resets;
  };
  const std::vector<Case> cases = {
      {Method::kGet, "/_stator/insights", 200, "[]", 0},
      {Method::kGet, "/_stator/metering", 200, R"({"calls":0})", 0},
      {Method::kDelete, "/_stator/metering", 200, "{}", 1},
      {Method::kGet, "/_stator/metering?since=start", 200, R"({"calls":1})", 1},
      {Method::kHead, "/_stator/metering", 200, R"({"calls":1})", 1},
      {Method::kGet, "http://localhost:8000/_stator/metering", 200, R"({"calls":1})", 1},
  };
  for (const Case& each : cases) {
    const HttpReply reply = handle(bare(each.method, each.target));
    EXPECT_EQ(reply.status, each.status) << each.target;
    EXPECT_EQ(reply.body, each.body) << each.target;
    EXPECT_EQ(reply.content_type, "application/json");
    EXPECT_EQ(api_.resets, each.resets) << each.target;
  }
}

TEST_F(GatewayTest, ListsItsPathsToWhoeverGuessesWrong) {
  const std::string expected = R"({"__type":"UnknownPath","message":"No such path; there are: )"
                               R"(GET /_stator/insights, GET /_stator/metering, )"
                               R"(DELETE /_stator/metering, POST /_stator/reset, )"
                               R"(GET /_stator/snapshots, POST /_stator/snapshots/{name}, )"
                               R"(DELETE /_stator/snapshots/{name}, )"
                               R"(POST /_stator/snapshots/{name}/restore"})";
  for (const HttpRequest& request :
       {bare(Method::kGet, "/_stator"), bare(Method::kGet, "/_stator/"),
        bare(Method::kGet, "/_stator/meter"), bare(Method::kDelete, "/_stator/x"),
        bare(Method::kPost, "/_stator/metering"), bare(Method::kOther, "/_stator/metering")}) {
    const HttpReply reply = handle(request);
    EXPECT_EQ(reply.status, 404U) << request.target;
    EXPECT_EQ(reply.body, expected) << request.target;
  }
}

TEST_F(GatewayTest, TakesApiCallsEvenOnItsOwnPaths) {
  HttpRequest request = api_call("{}");
  request.target = "/_stator/metering";
  EXPECT_EQ(handle(request).body, "{}");
  EXPECT_EQ(api_.calls.size(), 1U);
}

TEST_F(GatewayTest, RefusesWhatCouldNotBeRead) {
  struct Case {
    Arrival arrival;
    unsigned status;
    bool is_chunked;
  };
  for (const Case each :
       {Case{Arrival::kBodyTooLarge, 413, true}, Case{Arrival::kHeaderTooLarge, 431, false},
        Case{Arrival::kMalformed, 400, false}}) {
    HttpRequest request = api_call("part");
    request.arrival = each.arrival;
    request.origin = "http://page";
    const HttpReply reply = handle(request);
    EXPECT_EQ(reply.status, each.status);
    EXPECT_EQ(reply.body, "");
    EXPECT_EQ(reply.extra_headers, "");
    EXPECT_FALSE(reply.request_id);
    EXPECT_EQ(reply.is_chunked, each.is_chunked);
    EXPECT_TRUE(reply.closes_connection);
  }
  EXPECT_TRUE(api_.calls.empty());
}

TEST_F(GatewayTest, SaysWhenThereIsNoMemoryForABody) {
  HttpRequest request = api_call("part");
  request.arrival = Arrival::kNoMemory;
  const HttpReply reply = handle(request);
  EXPECT_EQ(reply.status, 400U);
  EXPECT_NE(reply.body.find("LimitExceededException"), std::string::npos) << reply.body;
  EXPECT_TRUE(reply.closes_connection);
  EXPECT_TRUE(api_.calls.empty());
}

TEST_F(GatewayTest, AnswersPreflights) {
  HttpRequest request = bare(Method::kOptions, "/");
  request.origin = "http://page";
  request.cors_headers = "x-amz-target,authorization";
  request.cors_method = "POST";
  const HttpReply reply = handle(request);
  EXPECT_EQ(reply.status, 200U);
  EXPECT_EQ(reply.body, "");
  EXPECT_EQ(reply.extra_headers,
            "Access-Control-Allow-Origin: *\r\n"
            "Access-Control-Allow-Headers: x-amz-target,authorization\r\n"
            "Access-Control-Allow-Methods: POST\r\n"
            "Access-Control-Max-Age: 172800\r\n");
}

TEST_F(GatewayTest, AllowsEveryOrigin) {
  HttpRequest request = api_call("{}");
  request.origin = "http://page";
  EXPECT_EQ(handle(request).extra_headers,
            "Access-Control-Allow-Origin: *\r\n"
            "Access-Control-Expose-Headers: x-amzn-RequestId,x-amz-crc32,Date\r\n");
  request = bare(Method::kGet, "/");
  request.origin = "http://page";
  EXPECT_EQ(handle(request).body, kHealthy);
  EXPECT_EQ(handle(api_call("{}")).extra_headers, "");
}

TEST_F(GatewayTest, AllowsTheOriginsOfItsList) {
  Gateway gateway(api_, entropy_, {.cors = "http://a,http://page"});
  struct Case {
    const char* origin;
    const char* headers;
  };
  for (const Case each : {Case{"http://page",
                               "Access-Control-Allow-Origin: http://page\r\nVary: Origin\r\n"
                               "Access-Control-Expose-Headers: "
                               "x-amzn-RequestId,x-amz-crc32,Date\r\n"},
                          Case{"http://b", ""}, Case{"http://pag", ""}}) {
    HttpRequest request = api_call("{}");
    request.origin = each.origin;
    EXPECT_EQ(gateway.handle(request).extra_headers, each.headers) << each.origin;
  }
}

TEST_F(GatewayTest, ForgetsEverythingWhateverTheHabit) {
  int resets = 0;
  for (const char* path : {"/_stator/reset", "/_reset", "/moto-api/reset",
                           "/_localstack/state/reset", "/_ministack/reset"}) {
    const HttpReply reply = handle(bare(Method::kPost, path));
    EXPECT_EQ(reply.status, 200U) << path;
    EXPECT_EQ(reply.body, R"({"status":"ok"})");
    EXPECT_EQ(api_.whole_resets, ++resets);
  }
}

TEST_F(GatewayTest, FindsTheNamesOfSnapshotsInPaths) {
  struct Case {
    Method method;
    const char* path;
    SnapshotAction action;
    const char* name;
  };
  for (const Case& each :
       {Case{Method::kGet, "/_stator/snapshots", SnapshotAction::kList, ""},
        Case{Method::kPost, "/_stator/snapshots/seed", SnapshotAction::kTake, "seed"},
        Case{Method::kPost, "/_stator/snapshots/restore", SnapshotAction::kTake, "restore"},
        Case{Method::kPost, "/_stator/snapshots/a%20b?x", SnapshotAction::kTake, "a%20b"},
        Case{Method::kPost, "/_stator/snapshots/s/restore", SnapshotAction::kRestore, "s"},
        Case{Method::kDelete, "/_stator/snapshots/gone", SnapshotAction::kRemove, "gone"}}) {
    const HttpReply reply = handle(bare(each.method, each.path));
    EXPECT_EQ(reply.status, each.name == std::string_view("gone") ? 404U : 200U) << each.path;
    ASSERT_FALSE(api_.snapshot_actions.empty()) << each.path;
    EXPECT_EQ(api_.snapshot_actions.back(), std::pair(each.action, std::string(each.name)));
    api_.snapshot_actions.clear();
  }
  for (const char* path : {"/_stator/snapshots", "/_stator/snapshots/", "/_stator/snapshots/a/b",
                           "/_stator/snapshots//restore", "/_stator/snapshots/a/restore/"}) {
    EXPECT_EQ(handle(bare(Method::kPost, path)).status, 404U) << path;
  }
  EXPECT_TRUE(api_.snapshot_actions.empty());
}

TEST_F(GatewayTest, AnswersHealthChecksUnderEveryPersonality) {
  Gateway local(api_, entropy_, {.root = RootAnswer::kMissingToken});
  for (const char* path : {"/health", "/healthz", "/ping", "/shell", "/shell/", "/metrics",
                           "/_localstack/health", "/_localstack/info", "/_localstack/init"}) {
    HttpRequest request = bare(Method::kGet, path);
    EXPECT_EQ(local.handle(request).status, 200U) << path;
    EXPECT_EQ(handle(bare(Method::kHead, path)).status, 200U) << path;
  }
}

TEST_F(GatewayTest, AnswersTheRootAsDynamoDbLocalDoes) {
  Gateway local(api_, entropy_, {.root = RootAnswer::kMissingToken});
  for (const Method method : {Method::kGet, Method::kHead}) {
    HttpRequest request = bare(method, "/");
    const HttpReply reply = local.handle(request);
    EXPECT_EQ(reply.status, 400U);
    EXPECT_EQ(reply.body,
              R"({"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken",)"
              R"("Message":"Request must contain either a valid (registered) AWS access key ID )"
              R"(or X.509 certificate."})");
  }
}

TEST_F(GatewayTest, PassesHintsOn) {
  HttpRequest request = api_call("no");
  request.api_target = "fault";
  EXPECT_EQ(handle(request).extra_headers, "X-Stator-Hint: a hint\r\n");
}

TEST_F(GatewayTest, InflatesRequests) {
  HttpRequest request = api_call(deflate_gzip(R"({"TableName":"t"})"));
  request.content_encoding = "GZIP";
  EXPECT_EQ(handle(request).body, R"({"TableName":"t"})");

  request = api_call("not gzip");
  request.content_encoding = "gzip";
  HttpReply reply = handle(request);
  EXPECT_EQ(reply.status, 400U);
  EXPECT_EQ(reply.body, kSerialization);
  EXPECT_EQ(reply.content_type, "application/x-amz-json-1.0");

  request = api_call(deflate_gzip(std::string(kBodyBytesMax, 'x')));
  request.content_encoding = "gzip";
  EXPECT_EQ(handle(request).body.size(), kBodyBytesMax);

  request = api_call(deflate_gzip(std::string(kBodyBytesMax + 1, 'x')));
  request.content_encoding = "gzip";
  reply = handle(request);
  EXPECT_EQ(reply.status, 413U);
  EXPECT_TRUE(reply.is_chunked);
  EXPECT_FALSE(reply.request_id);
  EXPECT_FALSE(reply.crc32);

  request = api_call("{}");  // other encodings are the JSON parser's to refuse
  request.content_encoding = "br";
  EXPECT_EQ(handle(request).body, "{}");
}

TEST_F(GatewayTest, CompressesLargeRepliesForWhoeverAsks) {
  struct Case {
    std::string_view accept;
    std::size_t bytes;
    bool is_gzipped;
  };
  const std::vector<Case> cases = {
      {"gzip", 1024, true},      {"gzip", 1023, false},         {"", 1024, false},
      {"identity", 1024, false}, {"deflate, gzip", 1024, true}, {"gzip;q=0", 1024, false},
  };
  for (const Case& each : cases) {
    HttpRequest request = api_call(std::string(each.bytes, 'x'));
    request.accept_encoding = each.accept;
    const HttpReply reply = handle(request);
    EXPECT_EQ(reply.is_gzipped, each.is_gzipped) << each.accept << each.bytes;
    EXPECT_EQ(reply.crc32, crc32_of(reply.body));
    if (each.is_gzipped) {
      const auto inflated = inflate_gzip(reply.body, 1U << 20U);
      EXPECT_EQ(std::get<std::string>(inflated), std::string(each.bytes, 'x'));
    } else {
      EXPECT_EQ(reply.body.size(), each.bytes);
    }
  }
}

TEST_F(GatewayTest, NumbersRequestsInTheServicesSpelling) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) {
    const HttpReply reply = handle(api_call("{}"));
    ASSERT_TRUE(reply.request_id);
    const std::string id(reply.request_id->data(), reply.request_id->size());
    EXPECT_EQ(id.size(), 52U);
    EXPECT_EQ(id.substr(26), "VV4KQNSO5AEMVJF66Q9ASUAAJG");
    EXPECT_TRUE(std::all_of(id.begin(), id.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    })) << id;
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 1000U);
}

}  // namespace
}  // namespace stator::server::http
