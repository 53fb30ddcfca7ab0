// Restores of named snapshots with a data directory: what a restart finds, wherever the server
// ended. And properties of restores, with a directory and without.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include "api_client.h"
#include "everything.h"
#include "model/file.h"
#include "snapshot_helpers.h"
#include "storage/journal/disk.h"

namespace stator::server::testing {
namespace {

struct Kept {
  Kept() {
    options.data_dir = directory.path().string();
    client = std::make_unique<ApiClient>(options);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(directory.path())) {
      names.push_back(each.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  std::string path(const std::string& name) const { return (directory.path() / name).string(); }

  ScratchDirectory directory{ScratchPlace::kMemory};
  DispatcherOptions options;
  std::unique_ptr<ApiClient> client;
};

TEST(KeptSnapshots, StreamsKeepTheirNumbersAcrossRestarts) {
  Kept kept;
  ApiClient& client = *kept.client;
  create(client, "Music", kStream);
  put(client, "Music", "a");
  take(client);
  for (int i = 0; i < 200; ++i) put(client, "Music", "x" + std::to_string(i));
  Follower follower(client);
  EXPECT_EQ(follower.read().size(), 201U);
  restore(client);
  client.restart();
  put(client, "Music", "b");
  EXPECT_EQ(follower.read(), Keys{"b"});
  EXPECT_EQ(Follower(client).read(), (Keys{"a", "b"}));
}

// Wherever the log ends, there is the state before or the state after, and what followed it.
TEST(KeptSnapshots, ALogThatIsCutHasTheOldStateOrTheNewOne) {
  Kept kept;
  create(*kept.client, "Music", kStream);
  put(*kept.client, "Music", "old");
  take(*kept.client);
  put(*kept.client, "Music", "newer");
  create(*kept.client, "Other");
  const std::string before = scan(*kept.client, "Music");
  const std::size_t from = read_file(kept.path("stator-00000001.log")).value_or("").size();
  restore(*kept.client);
  const std::string after = scan(*kept.client, "Music");
  ASSERT_NE(before, after);
  put(*kept.client, "Music", "last");
  const std::string last = scan(*kept.client, "Music");
  kept.client.reset();
  const std::string log = read_file(kept.path("stator-00000001.log")).value_or("");
  const std::string restored = read_file(kept.path("stator-00000001.restore")).value_or("");
  ASSERT_GT(log.size(), from);
  std::map<std::string, std::size_t> seen;
  for (std::size_t size = from; size <= log.size(); ++size) {
    ASSERT_TRUE(write_file(kept.path("stator-00000001.log"), log.substr(0, size),
                           FileMode::kReplace));
    ASSERT_TRUE(write_file(kept.path("stator-00000001.restore"), restored, FileMode::kReplace));
    ::testing::internal::CaptureStderr();
    ApiClient client(kept.options);
    ::testing::internal::GetCapturedStderr();
    const std::string now = scan(client, "Music");
    ++seen[now];
    const bool has_other = client.call("DescribeTable", R"({"TableName":"Other"})").status == 200U;
    EXPECT_EQ(has_other, now == before) << size;
  }
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_TRUE(seen.contains(before) && seen.contains(after) && seen.contains(last));
}

TEST(KeptSnapshots, FilesStayAsLongAsALogOrARestoreNeedsThem) {
  using Names = std::vector<std::string>;
  Kept kept;
  ApiClient& client = *kept.client;
  create(client, "Music");
  put(client, "Music", "k");
  take(client);
  EXPECT_EQ(kept.files(), (Names{"stator-00000001.log", "stator.lock"}));
  for (int i = 0; i < 3; ++i) restore(client);  // one file for all of them
  const Names with_file{"stator-00000001.log", "stator-00000001.restore", "stator.lock"};
  EXPECT_EQ(kept.files(), with_file);
  take(client);  // in its place; the log still refers to the other one
  EXPECT_EQ(kept.files(), with_file);
  client.restart();
  EXPECT_EQ(count(client, "Music"), 1U);
  EXPECT_EQ(kept.files(), with_file);
  client.dispatcher().compact();
  EXPECT_EQ(kept.files(),
            (Names{"stator-00000002.log", "stator-00000002.snapshot", "stator.lock"}));
  take(client);
  restore(client);
  client.dispatcher().compact();
  restore(client);
  EXPECT_EQ(kept.files(), (Names{"stator-00000002.restore", "stator-00000003.log",
                                 "stator-00000003.snapshot", "stator.lock"}));
  // What a server that was killed had not finished.
  ASSERT_TRUE(write_file(kept.path("stator-00000007.restore"), "x", FileMode::kReplace));
  ASSERT_TRUE(write_file(kept.path("stator-unfinished-restore"), "x", FileMode::kReplace));
  client.restart();
  EXPECT_EQ(count(client, "Music"), 1U);
  EXPECT_EQ(kept.files(), (Names{"stator-00000002.restore", "stator-00000003.log",
                                 "stator-00000003.snapshot", "stator.lock"}));
}

TEST(KeptSnapshots, AFileThatIsDamagedOrMissingIsTold) {
  Kept kept;
  create(*kept.client, "Music");
  take(*kept.client);
  restore(*kept.client);
  kept.client.reset();
  const auto fault = [&]() -> std::string {
    try {
      ApiClient starting(kept.options);
      return "";
    } catch (const storage::PersistenceError& error) {
      return error.what();
    }
  };
  const std::string path = kept.path("stator-00000001.restore");
  const std::string good = read_file(path).value_or("");
  for (std::size_t at = 0; at < good.size(); at += 5) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    ASSERT_TRUE(write_file(path, changed, FileMode::kReplace));
    EXPECT_EQ(fault().find("cannot read " + path + " at offset "), 0U) << at << ": " << fault();
  }
  std::filesystem::remove(path);
  EXPECT_NE(fault().find(path), std::string::npos) << fault();
  ASSERT_TRUE(write_file(path, good, FileMode::kReplace));
  EXPECT_EQ(fault(), "");
}

// --- Properties -------------------------------------------------------------------------------

// Whatever happens after a snapshot, a restore brings back all of it, again and again.
void check_random_restores(const DispatcherOptions& options, std::uint64_t seed) {
  const std::vector<std::string> tables = {"table0", "table1", "table2"};
  ApiClient client(options);
  Requests requests(seed);
  const auto change = [&](int operations) {
    for (int i = 0; i < operations; ++i) {
      const Requests::Call call = requests.next();
      client.call(call.operation, call.body);
    }
  };
  for (int round = 0; round < 6; ++round) {
    change(200);
    client.clock().advance(std::chrono::minutes(requests.below(300)));
    client.dispatcher().run_background();
    const auto before = everything(client, tables);
    ASSERT_EQ(take(client).status, 200U);
    for (int again = 0; again < 3; ++again) {
      change(100);
      if (again == 1) client.dispatcher().reset();
      if (requests.below(3) == 0) client.dispatcher().compact();
      ASSERT_EQ(restore(client).status, 200U);
      ASSERT_EQ(everything(client, tables), before) << "round " << round << ", " << again;
    }
    if (options.data_dir.empty()) continue;
    client.restart();
    ASSERT_EQ(everything(client, tables), before) << "restarted in round " << round;
  }
}

TEST(KeptSnapshots, RestoresBringBackEverything) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    DispatcherOptions options;
    options.ttl_interval = std::chrono::hours(1);
    check_random_restores(options, seed);
    const ScratchDirectory directory(ScratchPlace::kMemory);
    options.data_dir = directory.path().string();
    check_random_restores(options, seed);
  }
}

std::string account(const std::string& table, int amount) {
  return R"({"Update":{"TableName":")" + table +
         R"(","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :d",)"
         R"("ExpressionAttributeValues":{":d":{"N":")" + std::to_string(amount) + R"("}}}})";
}

// Transactions over two tables, tables that come and go, and restores: no transaction is half done,
// in memory or after a restart, and nothing fails that should not.
void check_writers(ApiClient& client) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 200;
  create(client, "Left", kStream);
  create(client, "Right");
  take(client);
  std::atomic<int> running = kThreads;
  std::atomic<int> faults = 0;
  std::vector<std::thread> writers;
  for (int t = 0; t < kThreads; ++t) {
    writers.emplace_back([&, t] {
      const std::string own = "Table" + std::to_string(t);
      for (int i = 0; i < kRounds; ++i) {
        const ApiReply moved =
            client.call("TransactWriteItems", R"({"TransactItems":[)" + account("Left", -1) + "," +
                                                  account("Right", 1) + "]}");
        if (moved.status == 500U) ++faults;
        if (put(client, "Left", "b" + std::to_string(i)).status != 200U) ++faults;
        if (i % 10 == t) client.call("CreateTable", table(own));
        if (i % 10 == t + 5) client.call("DeleteTable", R"({"TableName":")" + own + "\"}");
      }
      --running;
    });
  }
  int restores = 0;
  while (running > 0) {
    if (++restores % 3 == 0) take(client);
    if (restore(client).status != 200U) ++faults;
  }
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(faults, 0);
  EXPECT_GT(restores, 0);
}

int sum(ApiClient& client) {
  int sum = 0;
  for (const char* name : {"Left", "Right"}) {
    Document answer;
    answer.Parse(client.call("GetItem", R"({"TableName":")" + std::string(name) +
                                            R"(","Key":{"pk":{"S":"a"}}})").body.c_str());
    if (answer.HasMember("Item")) sum += std::stoi(answer["Item"]["n"]["N"].GetString());
  }
  return sum;
}

TEST(KeptSnapshots, RestoresMeetWriters) {
  ApiClient client;
  check_writers(client);
  EXPECT_EQ(sum(client), 0);
  restore(client);
  EXPECT_EQ(sum(client), 0);
}

TEST(KeptSnapshots, RestoresMeetWritersAndTheLogHasIt) {
  Kept kept;
  check_writers(*kept.client);
  const std::vector<std::string> tables = {"Left",   "Right",  "Table0",
                                           "Table1", "Table2", "Table3"};
  const auto before = everything(*kept.client, tables);
  EXPECT_EQ(sum(*kept.client), 0);
  kept.client->restart();
  EXPECT_EQ(everything(*kept.client, tables), before);
}

}  // namespace
}  // namespace stator::server::testing
