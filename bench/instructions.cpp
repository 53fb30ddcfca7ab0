// The hot operations without HTTP, for valgrind --tool=callgrind: what script/bench --instructions
// counts. Instructions repeat nearly exactly where times do not.
//
// usage: instructions [TIMES]
//
// Every operation runs TIMES times, after it has run often enough to fill what threads keep, and
// has callgrind write what it counted as a file of its own: the operation's name is the trigger of
// that dump. Outside of valgrind the program only checks that all operations succeed.
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <valgrind/callgrind.h>

#include "model/clock.h"
#include "model/entropy.h"
#include "server/dispatcher.h"

namespace stator::server {
namespace {

constexpr std::size_t kItems = 1000;
constexpr std::size_t kCollection = 25;
constexpr std::size_t kWarmUps = 50;

class StandingClock final : public Clock {
 public:
  Timestamp now() const override { return Timestamp(std::chrono::milliseconds(1'790'000'000'123)); }
};

// Repeats exactly.
class CountingEntropy final : public Entropy {
 public:
  std::uint64_t next() override { return state_.fetch_add(0x9E3779B97F4A7C15U); }

 private:
  std::atomic<std::uint64_t> state_{1};
};

class Client {
 public:
  // Ends the program when the call fails: counts of failures would mean nothing.
  void call(std::string_view operation, std::string body) {
    const std::string target = "DynamoDB_20120810." + std::string(operation);
    ApiRequest request;
    request.target = target;
    request.authorization =
        "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=host;x-amz-date, Signature=0";
    request.has_date = true;
    request.body = std::move(body);
    const ApiReply reply = dispatcher_.handle(request);
    if (reply.status != 200) {
      std::fprintf(stderr, "%s: %s\n", target.c_str(), reply.body.c_str());
      std::exit(EXIT_FAILURE);
    }
  }

 private:
  StandingClock clock_;
  CountingEntropy entropy_;
  Dispatcher dispatcher_{clock_, entropy_};
};

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

// The body of the i-th run of an operation.
struct Operation {
  const char* name;
  std::string (*body)(std::size_t i);
};

const Operation kOperations[] = {
    {"GetItem",
     [](std::size_t i) { return R"({"TableName":"bench","Key":{)" + user_key(padded(i)) + "}}"; }},
    {"PutItem", [](std::size_t i) { return put(user(padded(i), i)); }},
    {"UpdateItem", [](std::size_t i) { return increment(padded(i)); }},
    {"TransactWriteItems",
     [](std::size_t i) {
       return R"({"TransactItems":[{"Update":)" + increment(padded(i)) + R"(},{"Put":)" +
              put(visit(padded(i), i)) + "}]}";
     }},
    {"Query",
     [](std::size_t) {
       return std::string(R"({"TableName":"bench","KeyConditionExpression":"pk = :pk",)"
                          R"("ExpressionAttributeValues":{":pk":{"S":"user#collection"}}})");
     }},
};

void load_table(Client& client) {
  client.call(
      "CreateTable",
      R"({"TableName":"bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
      R"({"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},)"
      R"({"AttributeName":"group","AttributeType":"S"}],"KeySchema":[)"
      R"({"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"by_group","Projection":{"ProjectionType":"ALL"},)"
      R"("KeySchema":[{"AttributeName":"group","KeyType":"HASH"}]}]})");
  for (std::size_t i = 0; i < kItems; ++i) {
    client.call("PutItem", put(user(padded(i), 0)));
    client.call("PutItem", put(visit(padded(i), 0)));
  }
  for (std::size_t i = 0; i < kCollection; ++i) {
    client.call("PutItem", put(R"({"pk":{"S":"user#collection"},"sk":{"S":"order#)" + padded(i) +
                               R"("},"total":{"N":"12.5"},"state":{"S":"delivered"},)" +
                               R"("text":{"S":")" + std::string(120, 't') + R"("}})"));
  }
}

// Bodies are made before anything is counted.
void run(Client& client, const Operation& operation, std::size_t times) {
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < kWarmUps + times; ++i) {
    bodies.push_back(operation.body(i * 7 % kItems));
  }
  for (std::size_t i = 0; i < kWarmUps; ++i) {
    client.call(operation.name, std::move(bodies[i]));
  }
  CALLGRIND_ZERO_STATS;
  for (std::size_t i = kWarmUps; i < bodies.size(); ++i) {
    client.call(operation.name, std::move(bodies[i]));
  }
  CALLGRIND_DUMP_STATS_AT(operation.name);
}

int run_all(std::size_t times) {
  Client client;
  load_table(client);
  for (const Operation& operation : kOperations) run(client, operation, times);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace stator::server

int main(int argc, char** argv) {
  std::size_t times = 200;
  if (argc > 1) {
    const std::string_view text = argv[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), times);
    if (error != std::errc() || end != text.data() + text.size() || argc > 2) {
      std::fputs("usage: instructions [TIMES]\n", stderr);
      return 2;
    }
  }
  return stator::server::run_all(times);
}
