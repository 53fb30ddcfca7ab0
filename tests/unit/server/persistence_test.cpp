// A data directory as its users see it: what is there after a restart, and what a damaged one says.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "api_client.h"
#include "everything.h"
#include "model/file.h"
#include "storage/journal/crc32c.h"
#include "storage/journal/disk.h"
#include "storage/journal/frame.h"

namespace stator::server::testing {
namespace {

using storage::kFileHeaderBytes;

constexpr const char* kTable =
    R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
                                {"AttributeName":"year","AttributeType":"N"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"ByYear",
            "KeySchema":[{"AttributeName":"year","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"KEYS_ONLY"}}],
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}})";

std::string put(int key, int year) {
  return R"({"TableName":"Music","Item":{"pk":{"S":"k)" + std::to_string(key) +
         R"("},"year":{"N":")" + std::to_string(year) + R"("}}})";
}

// A server with a data directory, and the directory.
struct Kept {
  Kept() {
    options.data_dir = directory.path().string();
    client = std::make_unique<ApiClient>(options);
    EXPECT_EQ(client->call("CreateTable", kTable).status, 200U);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(client->call("PutItem", put(i, i % 3)).status, 200U);
  }
  // Ends the server and gives the bytes of its newest log.
  std::string end() {
    client.reset();
    return read_file(log()).value_or("");
  }
  std::string log() const { return (directory.path() / "stator-00000001.log").string(); }
  std::string snapshot() const { return (directory.path() / "stator-00000002.snapshot").string(); }

  // What starting a server says is wrong; empty if nothing is.
  std::string fault() const {
    try {
      ApiClient starting(options);
      return "";
    } catch (const storage::PersistenceError& fault) {
      return fault.what();
    }
  }

  ScratchDirectory directory{ScratchPlace::kMemory};
  DispatcherOptions options;
  std::unique_ptr<ApiClient> client;
};

std::string scan(ApiClient& client) {
  return client.call("Scan", R"({"TableName":"Music"})").body;
}

TEST(Persistence, ADirectoryInUseIsRefused) {
  const Kept kept;
  EXPECT_EQ(kept.fault(), "cannot use the data directory " + kept.directory.path().string() +
                              ": another server is using it");
}

TEST(Persistence, ATornEndIsLeftOutAndNothingElse) {
  Kept kept;
  const std::string before = scan(*kept.client);
  kept.end();
  ASSERT_TRUE(write_file(kept.log(), "half a record", FileMode::kAppend));
  ::testing::internal::CaptureStderr();
  {
    ApiClient client(kept.options);
    EXPECT_EQ(scan(client), before);
    EXPECT_EQ(client.call("PutItem", put(100, 1)).status, 200U);
  }
  const std::string told = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("the last 13 bytes of " + kept.log()), std::string::npos) << told;
  ApiClient client(kept.options);
  EXPECT_NE(scan(client).find("k100"), std::string::npos);
}

// Wherever the log is cut, a server starts and has the writes up to there.
TEST(Persistence, AnyEndIsAStart) {
  Kept kept;
  const std::string log = kept.end();
  std::size_t last_items = 0;
  for (std::size_t size = log.size() / 3; size <= log.size(); size += 7) {
    ASSERT_TRUE(write_file(kept.log(), log.substr(0, size), FileMode::kReplace));
    ::testing::internal::CaptureStderr();
    ApiClient client(kept.options);
    ::testing::internal::GetCapturedStderr();
    const std::string body = scan(client);
    const auto items = static_cast<std::size_t>(std::count(body.begin(), body.end(), 'k'));
    EXPECT_GE(items, last_items) << size;
    last_items = items;
  }
}

// Every byte of the part that the disk is known to have.
TEST(Persistence, ChangedBytesAreRefusedByFileAndOffset) {
  Kept kept;
  const std::string log = kept.end();
  for (std::size_t at = 0; at < log.size() - 40; at += 3) {
    std::string changed = log;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    ASSERT_TRUE(write_file(kept.log(), changed, FileMode::kReplace));
    const std::string fault = kept.fault();
    EXPECT_EQ(fault.find("cannot read " + kept.log() + " at offset "), 0U) << at << ": " << fault;
    EXPECT_EQ(read_file(kept.log()), changed);  // nothing was overwritten
  }
}

TEST(Persistence, AServerThatEndedAtItsFirstFileIsNoFault) {
  Kept kept;
  const std::string log = kept.end();
  for (std::size_t size = 0; size < kFileHeaderBytes; ++size) {
    ASSERT_TRUE(write_file(kept.log(), log.substr(0, size), FileMode::kReplace));
    ApiClient client(kept.options);
    EXPECT_EQ(client.call("CreateTable", kTable).status, 200U);
    client.restart();
    EXPECT_EQ(client.call("DescribeTable", R"({"TableName":"Music"})").status, 200U);
  }
}

TEST(Persistence, ForeignFilesAreRefused) {
  Kept kept;
  kept.end();
  const std::string foreign = "SQLite format 3";
  ASSERT_TRUE(write_file(kept.log(), foreign, FileMode::kReplace));
  EXPECT_EQ(kept.fault(), "cannot read " + kept.log() +
                              " at offset 0: it is not a file of Stator's. Nothing was changed");
  EXPECT_EQ(read_file(kept.log()), foreign);
}

TEST(Persistence, LogsOfAnotherDirectoryAreRefused) {
  Kept kept;
  kept.client->dispatcher().compact();
  kept.end();
  const std::string log = (kept.directory.path() / "stator-00000002.log").string();
  Kept other;
  other.client->dispatcher().compact();
  other.end();
  const std::string others = (other.directory.path() / "stator-00000002.log").string();
  std::string bytes = read_file(others).value_or("");
  bytes[20] ^= 1;  // the same entropy gave both the same id
  const std::uint32_t crc = storage::crc32c(bytes.substr(0, kFileHeaderBytes - 4));
  bytes.replace(kFileHeaderBytes - 4, 4, reinterpret_cast<const char*>(&crc), 4);
  ASSERT_TRUE(write_file(log, bytes, FileMode::kReplace));
  EXPECT_EQ(kept.fault(), "cannot read " + log +
                              " at offset 0: it belongs to another data directory. Nothing was "
                              "changed");
}

TEST(Persistence, ADamagedSnapshotIsRefused) {
  Kept kept;
  kept.client->dispatcher().compact();
  kept.end();
  const std::string good = read_file(kept.snapshot()).value_or("");
  ASSERT_GT(good.size(), kFileHeaderBytes);
  for (std::size_t at = 0; at < good.size(); at += 5) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    ASSERT_TRUE(write_file(kept.snapshot(), changed, FileMode::kReplace));
    EXPECT_EQ(kept.fault().find("cannot read " + kept.snapshot() + " at offset "), 0U)
        << at << ": " << kept.fault();
  }
  // A snapshot that is cut between two records is not whole, either.
  ASSERT_TRUE(write_file(kept.snapshot(), good.substr(0, good.size() / 2), FileMode::kReplace));
  EXPECT_NE(kept.fault(), "");
  ASSERT_TRUE(write_file(kept.snapshot(), good, FileMode::kReplace));
  EXPECT_EQ(kept.fault(), "");
}

TEST(Persistence, ResetEmptiesTheDirectoryToo) {
  Kept kept;
  kept.client->dispatcher().reset();
  kept.client->restart();
  EXPECT_EQ(kept.client->call("ListTables", "{}").body, R"({"TableNames":[]})");
  EXPECT_EQ(kept.client->call("DynamoDBStreams_20120810.ListStreams", "{}").body,
            R"({"Streams":[]})");
}

TEST(Persistence, RecoveryStaysEnabledAndItsWindowBeginsAnew) {
  Kept kept;
  kept.client->call("UpdateContinuousBackups",
                    R"({"TableName":"Music","PointInTimeRecoverySpecification":)"
                    R"({"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":7}})");
  const std::string ask = R"({"TableName":"Music"})";
  const std::string before = kept.client->call("DescribeContinuousBackups", ask).body;
  EXPECT_NE(before.find(R"("RecoveryPeriodInDays":7)"), std::string::npos) << before;
  for (const bool has_snapshot : {false, true}) {
    if (has_snapshot) kept.client->dispatcher().compact();
    kept.client->restart();
    // The clock stands still, so that the new window is the old one.
    EXPECT_EQ(kept.client->call("DescribeContinuousBackups", ask).body, before);
  }
  kept.client->clock().advance(std::chrono::hours(1));
  kept.client->restart();
  const std::string later = kept.client->call("DescribeContinuousBackups", ask).body;
  rapidjson::Document answer;
  answer.Parse(later.c_str());
  const auto& window =
      answer["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"];
  EXPECT_EQ(window["EarliestRestorableDateTime"].GetDouble(), 1'790'003'600.0) << later;
}

// The status of the table, and of its index if it has one.
std::string status_of(ApiClient& client) {
  rapidjson::Document answer;
  answer.Parse(client.call("DescribeTable", R"({"TableName":"Slow"})").body.c_str());
  if (!answer.HasMember("Table")) return "none";
  const auto& table = answer["Table"];
  std::string status = table["TableStatus"].GetString();
  if (table.HasMember("GlobalSecondaryIndexes")) {
    status += std::string(" ") + table["GlobalSecondaryIndexes"][0]["IndexStatus"].GetString();
  }
  return status;
}

// What takes its time begins it again with a restart, and comes to its end.
TEST(Persistence, StatesGoOn) {
  const ScratchDirectory directory(ScratchPlace::kMemory);
  DispatcherOptions options;
  options.data_dir = directory.path().string();
  options.durations.set_table(std::chrono::seconds(10));
  options.durations.index = std::chrono::seconds(10);
  ApiClient client(options);
  const auto pass = [&](int seconds) {
    client.clock().advance(std::chrono::seconds(seconds));
    client.dispatcher().run_background();
    client.restart();
    return status_of(client);
  };
  client.call("CreateTable", R"({"TableName":"Slow","BillingMode":"PAY_PER_REQUEST",)"
                             R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":)"
                             R"("S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  EXPECT_EQ(pass(6), "CREATING");
  EXPECT_EQ(pass(6), "CREATING");
  EXPECT_EQ(pass(11), "ACTIVE");
  const std::string item = R"({"TableName":"Slow","Item":{"pk":{"S":"a"},"g":{"S":"b"}}})";
  EXPECT_EQ(client.call("PutItem", item).status, 200U);
  client.call("UpdateTable", R"({"TableName":"Slow","AttributeDefinitions":[{"AttributeName":"pk",)"
                             R"("AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],)"
                             R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"byG",)"
                             R"("KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
                             R"("Projection":{"ProjectionType":"ALL"}}}]})");
  EXPECT_EQ(pass(1), "UPDATING CREATING");
  EXPECT_EQ(pass(6), "UPDATING CREATING");   // it is being filled
  EXPECT_EQ(pass(11), "ACTIVE ACTIVE");
  EXPECT_NE(client.call("Scan", R"({"TableName":"Slow","IndexName":"byG"})").body.find("\"b\""),
            std::string::npos);
  client.call("DeleteTable", R"({"TableName":"Slow"})");
  EXPECT_EQ(pass(6), "DELETING ACTIVE");
  EXPECT_EQ(pass(11), "none");
}

// Snapshots see each table at another moment than the next one, and what is written meanwhile is in
// the log: together they are everything.
TEST(Persistence, SnapshotsMeetWritersAndMissNothing) {
  constexpr int kThreads = 4;
  constexpr int kWrites = 1500;
  Kept kept;
  std::atomic<int> left = kThreads;
  std::vector<std::thread> writers;
  for (int t = 0; t < kThreads; ++t) {
    writers.emplace_back([&, t] {
      for (int i = 0; i < kWrites; ++i) {
        EXPECT_EQ(kept.client->call("PutItem", put(i % 50, t * kWrites + i)).status, 200U);
        if (i % 100 != 0) continue;
        const std::string name = "Table" + std::to_string(t);
        std::string table = kTable;
        table.replace(table.find("Music"), 5, name);
        kept.client->call(i % 200 == 0 ? "CreateTable" : "DeleteTable",
                          i % 200 == 0 ? table : R"({"TableName":")" + name + "\"}");
      }
      --left;
    });
  }
  while (left > 0) kept.client->dispatcher().compact();
  for (auto& writer : writers) writer.join();
  const auto before = everything(*kept.client, {"Music", "Table0", "Table1", "Table2", "Table3"});
  kept.client->restart();
  const auto after = everything(*kept.client, {"Music", "Table0", "Table1", "Table2", "Table3"});
  EXPECT_EQ(before, after);
}

// --- Two servers, one of which is restarted ---------------------------------------------------

TEST(Persistence, ARestartedServerAnswersAsOneThatWasNot) {
  constexpr int kOperations = 2400;
  for (const std::uint64_t seed : {1U, 2U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const ScratchDirectory directory(ScratchPlace::kMemory);
    DispatcherOptions kept_options;
    kept_options.data_dir = directory.path().string();
    kept_options.ttl_interval = std::chrono::hours(1);
    DispatcherOptions options = kept_options;
    options.data_dir.clear();
    ApiClient plain(options);
    ApiClient kept(kept_options);
    kept.skip_entropy(-2);  // what the directory's id took
    Requests requests(seed);
    for (int i = 0; i < kOperations; ++i) {
      const Requests::Call call = requests.next();
      const auto step = std::chrono::milliseconds(requests.below(60'000));
      for (ApiClient* client : {&plain, &kept}) client->clock().advance(step);
      ASSERT_EQ(kept.call(call.operation, call.body).body,
                plain.call(call.operation, call.body).body)
          << call.operation << " " << call.body;
      if (i % 300 != 299) continue;
      if (i % 900 == 899) kept.dispatcher().compact();
      kept.restart();
      const std::vector<std::string> tables = {"table0", "table1", "table2"};
      ASSERT_EQ(everything(kept, tables), everything(plain, tables)) << "after " << i;
    }
  }
}

}  // namespace
}  // namespace stator::server::testing
