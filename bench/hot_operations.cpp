#include "bench/hot_operations.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace stator::bench {
namespace {

std::string padded(std::size_t number) {
  std::string digits = std::to_string(number);
  return std::string(7 - digits.size(), '0') + digits;
}

std::string user_key(const std::string& number) {
  return R"("pk":{"S":"user#)" + number + R"("},"sk":{"S":"profile"})";
}

// 200 bytes, as bench/operations.py has it.
std::string user(const std::string& number, std::size_t visits) {
  return "{" + user_key(number) + R"(,"group":{"S":"group#)" + number + R"("},"visits":{"N":")" +
         std::to_string(100'000 + visits) + R"("},"name":{"S":")" + std::string(95, 'n') +
         R"("},"mail":{"S":")" + std::string(40, 'm') + R"("},"tags":{"SS":["x","y"]}})";
}

std::string increment(const std::string& number) {
  return R"({"TableName":"bench","Key":{)" + user_key(number) +
         R"(},"UpdateExpression":"SET visits = visits + :one",)"
         R"("ExpressionAttributeValues":{":one":{"N":"1"}}})";
}

std::string visit(const std::string& number, std::size_t at) {
  return R"({"pk":{"S":"visit#)" + number + R"("},"sk":{"S":"last"},"at":{"N":")" +
         std::to_string(100'000 + at) + R"("}})";
}

std::string put(const std::string& item) { return R"({"TableName":"bench","Item":)" + item + "}"; }

// As long as that of an SDK.
constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
    "Signature=0000000000000000000000000000000000000000000000000000000000000000";

const Operation kOperations[] = {
    {"GetItem",
     [](std::size_t number, std::size_t) {
       return R"({"TableName":"bench","Key":{)" + user_key(padded(number)) + "}}";
     }},
    {"PutItem",
     [](std::size_t number, std::size_t draw) { return put(user(padded(number), draw)); }},
    {"UpdateItem", [](std::size_t number, std::size_t) { return increment(padded(number)); }},
    {"TransactWriteItems",
     [](std::size_t number, std::size_t draw) {
       return R"({"TransactItems":[{"Update":)" + increment(padded(number)) + R"(},{"Put":)" +
              put(visit(padded(number), draw)) + "}]}";
     }},
    {"Query",
     [](std::size_t, std::size_t) {
       return std::string(R"({"TableName":"bench","KeyConditionExpression":"pk = :pk",)"
                          R"("ExpressionAttributeValues":{":pk":{"S":"user#collection"}}})");
     }},
};

}  // namespace

void Client::call(std::string_view operation, std::string body) {
  const std::string target = "DynamoDB_20120810." + std::string(operation);
  server::ApiRequest request;
  request.target = target;
  request.authorization = kAuthorization;
  request.has_date = true;
  request.body = std::move(body);
  const server::ApiReply reply = dispatcher_.handle(request);
  if (reply.status != 200) {
    std::fprintf(stderr, "%s: %s\n", target.c_str(), reply.body.c_str());
    std::exit(EXIT_FAILURE);
  }
}

void load_table(Client& client) {
  client.call(
      "CreateTable",
      R"({"TableName":"bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
      R"({"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},)"
      R"({"AttributeName":"group","AttributeType":"S"}],"KeySchema":[)"
      R"({"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"by_group","Projection":{"ProjectionType":"ALL"},)"
      R"("KeySchema":[{"AttributeName":"group","KeyType":"HASH"}]}]})");
  for (std::size_t i = 0; i < kUsers; ++i) {
    client.call("PutItem", put(user(padded(i), 0)));
    client.call("PutItem", put(visit(padded(i), 0)));
  }
  for (std::size_t i = 0; i < kCollection; ++i) {
    client.call("PutItem", put(R"({"pk":{"S":"user#collection"},"sk":{"S":"order#)" + padded(i) +
                               R"("},"total":{"N":"12.5"},"state":{"S":"delivered"},)" +
                               R"("text":{"S":")" + std::string(120, 't') + R"("}})"));
  }
}

std::span<const Operation> hot_operations() { return kOperations; }

}  // namespace stator::bench
