// Tables by the thousand: what making, finding and dropping one costs among many others, and what
// it takes to forget them all. Without HTTP; a reset leaves the freeing to the background.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "bench/hot_operations.h"

namespace stator::micro {
namespace {

constexpr std::string_view kAuthorization =
    "AWS4-HMAC-SHA256 Credential=key/20261130/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0";

std::string name_of(std::size_t number) { return "table-" + std::to_string(number); }

std::string named(std::size_t number) { return R"({"TableName":")" + name_of(number) + R"("})"; }

// With an index, as most have.
std::string definition(std::size_t number) {
  return R"({"TableName":")" + name_of(number) + R"(",)" +
         R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
         R"({"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"x","AttributeType":"S"}],)"
         R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
         R"({"AttributeName":"sk","KeyType":"RANGE"}],"BillingMode":"PAY_PER_REQUEST",)"
         R"("GlobalSecondaryIndexes":[{"IndexName":"by-x","KeySchema":[{"AttributeName":"x",)"
         R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]})";
}

class Tables {
 public:
  void call(std::string_view target, std::string body) {
    server::ApiRequest request;
    request.target = target;
    request.authorization = kAuthorization;
    request.has_date = true;
    request.body = std::move(body);
    if (dispatcher_.handle(request).status != 200) std::abort();
  }
  void create(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      call("DynamoDB_20120810.CreateTable", definition(i));
    }
  }
  void reset() { dispatcher_.reset(); }

 private:
  bench::StandingClock clock_;
  bench::CountingEntropy entropy_;
  server::Dispatcher dispatcher_{clock_, entropy_};
};

std::unique_ptr<Tables> with_tables(const benchmark::State& state) {
  auto tables = std::make_unique<Tables>();
  tables->create(static_cast<std::size_t>(state.range(0)));
  return tables;
}

void create_and_delete(benchmark::State& state) {
  const auto tables = with_tables(state);
  for (auto _ : state) {
    tables->call("DynamoDB_20120810.CreateTable", definition(9'999'999));
    tables->call("DynamoDB_20120810.DeleteTable", named(9'999'999));
  }
}

void describe(benchmark::State& state) {
  const auto tables = with_tables(state);
  const auto count = static_cast<std::size_t>(state.range(0));
  std::size_t next = 0;
  for (auto _ : state) tables->call("DynamoDB_20120810.DescribeTable", named(next++ % count));
}

void list(benchmark::State& state) {
  const auto tables = with_tables(state);
  const std::string from = R"({"ExclusiveStartTableName":")" + name_of(5) + R"("})";
  for (auto _ : state) tables->call("DynamoDB_20120810.ListTables", from);
}

void reset(benchmark::State& state) {
  Tables tables;
  for (auto _ : state) {
    tables.create(static_cast<std::size_t>(state.range(0)));
    const auto start = std::chrono::steady_clock::now();
    tables.reset();
    state.SetIterationTime(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
}

BENCHMARK(create_and_delete)->Name("tables_create_and_delete")->Arg(10)->Arg(10'000)->UseRealTime();
BENCHMARK(describe)->Name("tables_describe")->Arg(10)->Arg(10'000);
BENCHMARK(list)->Name("tables_list")->Arg(10)->Arg(10'000);
BENCHMARK(reset)->Name("tables_reset")->Arg(10)->Arg(10'000)->UseManualTime()->Iterations(20);

}  // namespace
}  // namespace stator::micro
