// Named snapshots of everything: what they are told by, and what a restore brings back.
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include "api_client.h"
#include "snapshot_helpers.h"

namespace stator::server::testing {
namespace {

TEST(Snapshots, AreToldByName) {
  ApiClient client;
  EXPECT_EQ(list(client), R"({"Snapshots":[]})");
  create(client, "Music");
  put(client, "Music", "k");
  const std::string seed = R"({"Name":"seed","CreationDateTime":1.790000000123E9,"TableCount":1,)"
                           R"("ItemCount":1,"SizeBytes":3})";
  EXPECT_EQ(take(client).body, seed);
  put(client, "Music", "l");
  EXPECT_EQ(take(client, "B-2_x.y").status, 200U);
  EXPECT_EQ(restore(client).body, seed);
  EXPECT_EQ(list(client),
            R"({"Snapshots":[{"Name":"B-2_x.y","CreationDateTime":1.790000000123E9,)"
            R"("TableCount":1,"ItemCount":2,"SizeBytes":6},)" + seed + "]}");
  EXPECT_EQ(remove(client).body, seed);
  client.dispatcher().reset();
  EXPECT_EQ(restore(client, "B-2_x.y").status, 200U);  // a reset does not forget them
  EXPECT_EQ(count(client, "Music"), 2U);
}

TEST(Snapshots, ThatAreNotThereAreRefused) {
  ApiClient client;
  EXPECT_EQ(restore(client).status, 404U);
  EXPECT_EQ(restore(client).body,
            R"({"__type":"SnapshotNotFound",)"
            R"("message":"No snapshot of the name seed; there are none"})");
  take(client, "one");
  take(client, "two");
  EXPECT_EQ(remove(client).body,
            R"({"__type":"SnapshotNotFound",)"
            R"("message":"No snapshot of the name seed; there are: one, two"})");
  EXPECT_EQ(take(client, std::string(255, 'a')).status, 200U);
  for (const std::string& name : {std::string(), std::string("a b"), std::string("a%20b"),
                                  std::string("a/b"), std::string(256, 'a')}) {
    const ApiReply reply = take(client, name);
    EXPECT_EQ(reply.status, 400U) << name;
    EXPECT_EQ(reply.body,
              R"({"__type":"InvalidSnapshotName","message":"Not a name of a snapshot: )" + name +
                  R"(; one has 1 to 255 characters of A-Z, a-z, 0-9, '.', '_' and '-'"})");
  }
}

TEST(Snapshots, AreReplacedByOthersOfTheirName) {
  ApiClient client;
  create(client, "Music");
  take(client);
  put(client, "Music", "k");
  take(client);
  client.call("DeleteTable", R"({"TableName":"Music"})");
  restore(client);
  EXPECT_EQ(count(client, "Music"), 1U);
}

TEST(Snapshots, LeaveTheMeterAlone) {
  ApiClient client;
  create(client, "Music");
  take(client);
  put(client, "Music", "k");
  const std::string report = client.dispatcher().metering_report();
  EXPECT_NE(report.find("PutItem"), std::string::npos);
  restore(client);
  EXPECT_EQ(client.dispatcher().metering_report(), report);
}

// --- Streams ----------------------------------------------------------------------------------

// Whoever reads a stream goes on reading it: records that are written after a restore come behind
// those that are gone.
void check_followers(const DispatcherOptions& options) {
  ApiClient client(options);
  create(client, "Music", kStream);
  put(client, "Music", "a");
  Follower follower(client);
  take(client);
  for (const char* key : {"b", "c", "d", "e", "f", "g"}) put(client, "Music", key);
  EXPECT_EQ(follower.read(), (Keys{"a", "b", "c", "d", "e", "f", "g"}));
  for (const std::string key : {"h", "i"}) {
    restore(client);
    EXPECT_EQ(follower.read(), Keys{});
    put(client, "Music", key);
    EXPECT_EQ(follower.read(), Keys{key});
    EXPECT_EQ(Follower(client).read(), (Keys{"a", key}));
  }
}

TEST(Snapshots, ThoseWhoFollowAStreamGoOn) {
  check_followers({});
  const ScratchDirectory directory(ScratchPlace::kMemory);
  DispatcherOptions options;
  options.data_dir = directory.path().string();
  check_followers(options);
}

TEST(Snapshots, AStreamThatWasOnIsOnAgain) {
  ApiClient client;
  create(client, "Music", kStream);
  for (int i = 0; i < 150; ++i) put(client, "Music", "k" + std::to_string(i));
  take(client);
  for (int i = 150; i < 170; ++i) put(client, "Music", "k" + std::to_string(i));
  client.call("UpdateTable",
              R"({"TableName":"Music","StreamSpecification":{"StreamEnabled":false}})");
  restore(client);
  EXPECT_EQ(Follower(client).read().size(), 150U);
  put(client, "Music", "after");
  restore(client);
  put(client, "Music", "later");
  EXPECT_EQ(Follower(client).read().size(), 151U);
}

// --- What takes its time ----------------------------------------------------------------------

TEST(Snapshots, ItemsThatExpireMeanwhileGo) {
  ApiClient client;
  create(client, "Music");
  client.call("UpdateTimeToLive", R"({"TableName":"Music","TimeToLiveSpecification":)"
                                  R"({"Enabled":true,"AttributeName":"ttl"}})");
  put(client, "Music", "soon", R"(,"ttl":{"N":"1790000060"})");
  put(client, "Music", "late", R"(,"ttl":{"N":"1790009999"})");
  take(client);
  for (int i = 0; i < 2; ++i) {
    client.clock().advance(std::chrono::minutes(2));
    client.dispatcher().run_background();
    EXPECT_EQ(count(client, "Music"), 1U);
    restore(client);
    EXPECT_EQ(count(client, "Music"), 2U);
    client.clock().advance(std::chrono::seconds(2));
    client.dispatcher().run_background();
    EXPECT_EQ(count(client, "Music"), 1U);
    EXPECT_NE(scan(client, "Music").find("late"), std::string::npos);
  }
}

constexpr const char* kAddIndex =
    R"({"TableName":"Music","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)"
    R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"byG",)"
    R"("KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
    R"("Projection":{"ProjectionType":"ALL"}}}]})";

std::string index_status(ApiClient& client) {
  Document answer;
  answer.Parse(client.call("DescribeTable", R"({"TableName":"Music"})").body.c_str());
  if (!answer["Table"].HasMember("GlobalSecondaryIndexes")) return "none";
  return answer["Table"]["GlobalSecondaryIndexes"][0]["IndexStatus"].GetString();
}

TEST(Snapshots, AnIndexThatIsFilledGoesOn) {
  constexpr int kItems = 3000;  // more than are filled at once
  ApiClient client;
  create(client, "Music");
  for (int i = 0; i < kItems; ++i) {
    put(client, "Music", "k" + std::to_string(i), R"(,"g":{"S":"x"})");
  }
  EXPECT_EQ(client.call("UpdateTable", kAddIndex).status, 200U);
  client.dispatcher().run_background(5);
  EXPECT_EQ(index_status(client), "CREATING");
  take(client);
  client.dispatcher().run_background();
  EXPECT_EQ(index_status(client), "ACTIVE");
  client.call("UpdateTable", R"({"TableName":"Music","GlobalSecondaryIndexUpdates":)"
                             R"([{"Delete":{"IndexName":"byG"}}]})");
  client.dispatcher().run_background();
  EXPECT_EQ(index_status(client), "none");
  restore(client);
  EXPECT_EQ(index_status(client), "CREATING");
  client.dispatcher().run_background();
  EXPECT_EQ(index_status(client), "ACTIVE");
  const ApiReply counted = client.call(
      "Scan", R"({"TableName":"Music","IndexName":"byG","Select":"COUNT"})");
  EXPECT_NE(counted.body.find(R"("Count":3000)"), std::string::npos) << counted.body;
}

TEST(Snapshots, StatesOnTheirWayComeToTheirEnd) {
  DispatcherOptions options;
  options.durations.set_table(std::chrono::seconds(10));
  ApiClient client(options);
  const auto status = [&] {
    Document answer;
    answer.Parse(client.call("DescribeTable", R"({"TableName":"Music"})").body.c_str());
    return std::string(answer.HasMember("Table") ? answer["Table"]["TableStatus"].GetString()
                                                 : "none");
  };
  const auto pass = [&](int seconds) {
    client.clock().advance(std::chrono::seconds(seconds));
    client.dispatcher().run_background();
    return status();
  };
  create(client, "Music");
  take(client, "creating");
  EXPECT_EQ(pass(11), "ACTIVE");
  client.call("DeleteTable", R"({"TableName":"Music"})");
  take(client, "deleting");
  EXPECT_EQ(pass(11), "none");
  restore(client, "creating");
  EXPECT_EQ(status(), "CREATING");
  EXPECT_EQ(put(client, "Music", "k").status, 400U);
  EXPECT_EQ(pass(11), "ACTIVE");
  restore(client, "deleting");
  EXPECT_EQ(status(), "DELETING");
  EXPECT_EQ(pass(11), "none");
}

// --- Backups, tokens, replicas, namespaces ----------------------------------------------------

TEST(Snapshots, HaveBackupsAndRecovery) {
  ApiClient client;
  create(client, "Music");
  put(client, "Music", "k");
  client.call("UpdateContinuousBackups",
              R"({"TableName":"Music","PointInTimeRecoverySpecification":)"
              R"({"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":7}})");
  const std::string create_backup = R"({"TableName":"Music","BackupName":"kept"})";
  Document made;
  made.Parse(client.call("CreateBackup", create_backup).body.c_str());
  const std::string arn = made["BackupDetails"]["BackupArn"].GetString();
  take(client);
  client.call("DeleteBackup", R"({"BackupArn":")" + arn + "\"}");
  client.call("CreateBackup", R"({"TableName":"Music","BackupName":"other"})");
  client.call("DeleteTable", R"({"TableName":"Music"})");
  restore(client);
  const std::string backups = client.call("ListBackups", "{}").body;
  EXPECT_NE(backups.find(arn), std::string::npos) << backups;
  EXPECT_EQ(backups.find("other"), std::string::npos) << backups;
  EXPECT_EQ(backups.find("SYSTEM"), std::string::npos) << backups;
  EXPECT_EQ(client.call("RestoreTableFromBackup", R"({"TargetTableName":"Again","BackupArn":")" +
                                                      arn + "\"}").status, 200U);
  EXPECT_EQ(count(client, "Again"), 1U);
  // The window begins with the restore.
  client.clock().advance(std::chrono::hours(1));
  restore(client);
  Document described;
  described.Parse(
      client.call("DescribeContinuousBackups", R"({"TableName":"Music"})").body.c_str());
  const auto& recovery =
      described["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"];
  EXPECT_EQ(recovery["RecoveryPeriodInDays"].GetInt(), 7);
  EXPECT_EQ(recovery["EarliestRestorableDateTime"].GetDouble(), 1'790'003'600.0);
  client.clock().advance(std::chrono::seconds(5));
  put(client, "Music", "l");
  client.call("RestoreTableToPointInTime",
              R"({"SourceTableName":"Music","TargetTableName":"Past",)"
              R"("RestoreDateTime":1790003602})");
  EXPECT_EQ(count(client, "Past"), 1U);
}

TEST(Snapshots, HaveTheTokensOfTransactions) {
  ApiClient client;
  create(client, "Music");
  const auto transact = [&](const std::string& token) {
    return client.call("TransactWriteItems",
                       R"({"ClientRequestToken":")" + token +
                           R"(","TransactItems":[{"Update":{"TableName":"Music",)"
                           R"("Key":{"pk":{"S":"n"}},"UpdateExpression":"ADD n :one",)"
                           R"("ExpressionAttributeValues":{":one":{"N":"1"}}}}]})").status;
  };
  EXPECT_EQ(transact("first"), 200U);
  take(client);
  EXPECT_EQ(transact("second"), 200U);
  restore(client);
  EXPECT_EQ(transact("first"), 200U);  // was done then
  EXPECT_NE(scan(client, "Music").find(R"("n":{"N":"1"})"), std::string::npos);
  EXPECT_EQ(transact("second"), 200U);  // was not
  EXPECT_NE(scan(client, "Music").find(R"("n":{"N":"2"})"), std::string::npos);
}

TEST(Snapshots, WhatIsOnItsWayBetweenReplicasArrives) {
  DispatcherOptions options;
  options.namespaces = engine::NamespaceMode::kRegion;
  options.durations.replication = std::chrono::seconds(5);
  ApiClient client(options);
  create(client, "Music",
         R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})");
  client.call("UpdateTable", R"({"TableName":"Music","ReplicaUpdates":)"
                             R"([{"Create":{"RegionName":"eu-west-1"}}]})");
  client.dispatcher().run_background();
  const auto items = [&](const char* region) {
    client.set_region(region);
    const std::size_t found = count(client, "Music");
    client.set_region("us-east-1");
    return found;
  };
  put(client, "Music", "k");
  EXPECT_EQ(items("eu-west-1"), 0U);
  take(client);
  client.dispatcher().reset();
  EXPECT_EQ(items("us-east-1"), 0U);
  restore(client);
  EXPECT_EQ(items("us-east-1"), 1U);
  EXPECT_EQ(items("eu-west-1"), 0U);
  client.clock().advance(std::chrono::seconds(6));
  client.dispatcher().run_background();
  EXPECT_EQ(items("eu-west-1"), 1U);
  // And they are replicas of each other as before.
  client.set_region("eu-west-1");
  put(client, "Music", "l");
  client.clock().advance(std::chrono::seconds(6));
  client.dispatcher().run_background();
  EXPECT_EQ(items("us-east-1"), 2U);
}

}  // namespace
}  // namespace stator::server::testing
