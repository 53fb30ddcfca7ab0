// Replicas of a table in several regions: who has them, and that they come to hold the same items.
#include "engine/replication.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/write.h"
#include "tests/unit/engine/table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using storage::ChangeOrigin;

const Caller kHere = kCaller;
const Caller kThere{"eu-west-1", "000000000000"};
const Caller kElsewhere{"ap-south-1", "000000000000"};

ReplicaUpdate create_in(std::string region) { return {ReplicaAction::kCreate, std::move(region)}; }
ReplicaUpdate delete_in(std::string region) { return {ReplicaAction::kDelete, std::move(region)}; }

class Replication : public TableLifecycle {
 protected:
  Replication() { engine_.namespace_mode = NamespaceMode::kRegion; }

  TableDescription change(std::vector<ReplicaUpdate> updates, const Caller& caller = kHere) {
    TableUpdate request;
    request.name = "T";
    request.replica_updates = std::move(updates);
    return update_table(engine_, request, caller);
  }
  TableDescription change(const std::function<void(TableUpdate&)>& change,
                          const Caller& caller = kHere) {
    TableUpdate request;
    request.name = "T";
    change(request);
    return update_table(engine_, request, caller);
  }
  std::string fault(std::vector<ReplicaUpdate> updates) {
    return error_of([&] { change(std::move(updates)); }).message();
  }
  void create_in_two_regions() {
    create(plain_table());
    change({create_in("eu-west-1")});
  }
  void write(const Caller& caller, const std::string& pk, std::optional<std::string> value,
             ChangeOrigin origin = ChangeOrigin::kUser) {
    const auto table = find_table(engine_, "T", caller);
    std::vector<Attribute> attributes;
    attributes.push_back({"pk", AttributeValue::string(pk)});
    attributes.push_back({"value", AttributeValue::string(value.value_or(""))});
    const ItemRef item = make_item(AttributeMap(std::move(attributes)));
    WriteAction action = DeleteAction{};
    if (value) action = PutAction{item};
    execute_write(engine_,
                  {table, table_key(item->attributes(), table->key()), std::move(action), {}},
                  origin);
  }
  // The deletes in the stream of a region's table that Time to Live made.
  int removals_by_service(const Caller& caller) {
    int removals = 0;
    const StreamList streams = list_streams(engine_, caller, "T", std::nullopt, 10);
    const std::string& arn = streams.streams.at(0)->arn;
    for (const auto& shard : describe_stream(engine_, caller, arn, {100, {}, {}}).shards) {
      IteratorRequest from_the_start;
      from_the_start.stream_arn = arn;
      from_the_start.shard_id = shard.id;
      const auto iterator = get_shard_iterator(engine_, caller, from_the_start);
      for (const auto& record : get_records(engine_, caller, iterator, 1000).records) {
        removals += record.origin == ChangeOrigin::kTimeToLive ? 1 : 0;
      }
    }
    return removals;
  }
  std::map<std::string, std::string> items(const Caller& caller) {
    std::map<std::string, std::string> items;
    const storage::Trees trees = find_table(engine_, "T", caller)->snapshot();
    trees.items.ascend({}, [&](std::string_view key, const ItemRef& item) {
      items.emplace(key, std::string(item->find("value")->get_if<Text>()->view()));
      return true;
    });
    return items;
  }
};

TEST_F(Replication, AStrongWriteIsEverywhereBeforeItsAnswer) {
  create(plain_table());
  change([](TableUpdate& update) {
    update.consistency = RegionConsistency::kStrong;
    update.replica_updates = {create_in("eu-west-1"), create_in("ap-south-1")};
  });
  write(kThere, "a", "1");
  deliver_strong_writes();
  EXPECT_EQ(items(kHere), items(kThere));
  EXPECT_EQ(items(kElsewhere), items(kThere));
  EXPECT_EQ(items(kThere).size(), 1U);
}

TEST_F(Replication, OneReplicaSweepsAndTheOthersFollow) {
  create_in_two_regions();
  update_time_to_live(engine_, kHere, "T", {.enabled = true, .attribute = "until"});
  const auto expire = [&](const Caller& caller, const std::string& pk) {
    const auto table = find_table(engine_, "T", caller);
    std::vector<Attribute> attributes;
    attributes.push_back({"pk", AttributeValue::string(pk)});
    attributes.push_back({"until", AttributeValue(Number(std::int64_t{1'789'999'000}))});
    attributes.push_back({"value", AttributeValue::string("x")});
    const ItemRef item = make_item(AttributeMap(std::move(attributes)));
    execute_write(engine_, {table, table_key(item->attributes(), table->key()), PutAction{item},
                            {}});
  };
  expire(kHere, "a");
  expire(kThere, "b");
  for (int round = 0; round < 4; ++round) {
    clock_.advance(std::chrono::seconds(1));
    engine_.background.run_due();
  }
  EXPECT_EQ(items(kHere).size(), 0U);
  EXPECT_EQ(items(kThere).size(), 0U);
  // By region: eu-west-1 is the first, and sweeps; its stream alone says that nobody asked for it.
  EXPECT_EQ(removals_by_service(kThere), 2);
  EXPECT_EQ(removals_by_service(kHere), 0);
}

TEST_F(Replication, AReplicaBeginsWithWhatItsSourceHolds) {
  create(plain_table());
  for (int i = 0; i < 100; ++i) write(kHere, std::to_string(i), "old");
  const auto answer = change({create_in("eu-west-1")});
  ASSERT_EQ(answer.global_table->replicas.size(), 1U);
  EXPECT_EQ(answer.global_table->replicas[0].region, "eu-west-1");
  EXPECT_EQ(answer.global_table->replicas[0].status, ReplicaStatus::kCreating);
  EXPECT_EQ(items(kThere), items(kHere));

  const auto here = describe();
  EXPECT_EQ(here.global_table->replicas[0].status, ReplicaStatus::kActive);
  EXPECT_TRUE(here.settings.stream->enabled);
  EXPECT_EQ(here.settings.stream->view_type, StreamViewType::kNewAndOldImages);
  const auto there = describe_table(engine_, "T", kThere);
  EXPECT_EQ(there.item_count, 100U);
  EXPECT_EQ(there.size_bytes, here.size_bytes);
  EXPECT_EQ(there.settings.arn, "arn:aws:dynamodb:eu-west-1:000000000000:table/T");
  EXPECT_NE(there.settings.id, here.settings.id);
  EXPECT_EQ(there.global_table->replicas[0].region, "us-east-1");  // never itself
}

TEST_F(Replication, AWriteAppearsInTheOtherRegions) {
  create_in_two_regions();
  change({create_in("ap-south-1")});
  write(kThere, "a", "1");
  EXPECT_TRUE(items(kHere).empty());
  engine_.background.run_due();
  EXPECT_EQ(items(kHere), items(kThere));
  EXPECT_EQ(items(kElsewhere), items(kThere));
  EXPECT_EQ(items(kHere).size(), 1U);

  write(kHere, "a", std::nullopt, ChangeOrigin::kTimeToLive);
  engine_.background.run_due();
  EXPECT_TRUE(items(kThere).empty());
  EXPECT_TRUE(items(kElsewhere).empty());
  EXPECT_EQ(engine_.background.run_due(), 0U);  // what arrives is not sent back
}

TEST_F(Replication, TakesAsLongAsItIsTold) {
  engine_.durations.replication = milliseconds(500);
  create_in_two_regions();
  write(kHere, "a", "1");
  clock_.advance(milliseconds(300));
  write(kHere, "b", "1");
  clock_.advance(milliseconds(200));
  engine_.background.run_due();
  EXPECT_EQ(items(kThere).size(), 1U);
  clock_.advance(milliseconds(300));
  engine_.background.run_due();
  EXPECT_EQ(items(kThere).size(), 2U);
}

TEST_F(Replication, TheLastWriterWins) {
  engine_.durations.replication = milliseconds(500);
  create_in_two_regions();
  write(kHere, "a", "first");
  clock_.advance(milliseconds(1));
  write(kThere, "a", "second");
  clock_.advance(milliseconds(500));
  engine_.background.run_due();
  EXPECT_EQ(items(kHere), items(kThere));
  EXPECT_EQ(items(kHere).begin()->second, "second");

  write(kThere, "a", std::nullopt);
  write(kHere, "a", "later in the same millisecond");
  clock_.advance(milliseconds(500));
  engine_.background.run_due();
  EXPECT_EQ(items(kHere), items(kThere));
  EXPECT_EQ(items(kHere).size(), 1U);
}

TEST_F(Replication, ReplicatedWritesAreMetered) {
  create_in_two_regions();
  write(kHere, "a", std::string(2000, 'x'));
  engine_.background.run_due();
  const auto entries = engine_.ledger.entries();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].operation, "Replication");
  EXPECT_EQ(entries[0].arm.write, 4U);  // halves: two units
}

TEST_F(Replication, ConvergesWhoeverWritesWhere) {
  create_in_two_regions();
  change({create_in("ap-south-1")});
  engine_.background.start();
  const auto write_on = [&](unsigned seed, const Caller& caller) {
    std::mt19937 random(seed);
    for (int i = 0; i < 2000; ++i) {
      const std::string pk = std::to_string(random() % 50);
      const std::string value = std::string(caller.region) + std::to_string(i);
      write(caller, pk, random() % 4 == 0 ? std::nullopt : std::optional(value));
    }
  };
  std::vector<std::thread> writers;
  writers.emplace_back(write_on, 1U, kHere);
  writers.emplace_back(write_on, 2U, kThere);
  writers.emplace_back(write_on, 3U, kElsewhere);
  for (std::thread& writer : writers) writer.join();
  engine_.background.run_due();
  while (engine_.background.run_due() > 0) {
  }
  EXPECT_EQ(items(kHere), items(kThere));
  EXPECT_EQ(items(kHere), items(kElsewhere));
}

TEST_F(Replication, AReplicaCanBeDeleted) {
  create_in_two_regions();
  write(kHere, "a", "1");
  const auto answer = change({delete_in("eu-west-1")});
  EXPECT_EQ(answer.global_table->replicas[0].status, ReplicaStatus::kDeleting);
  EXPECT_FALSE(describe().global_table);
  EXPECT_EQ(error_of([&] { find_table(engine_, "T", kThere); }).code(),
            ErrorCode::kResourceNotFound);
  engine_.background.run_due();
  write(kHere, "b", "1");  // reaches nobody
  EXPECT_EQ(engine_.background.run_due(), 0U);
  change({create_in("eu-west-1")});
  EXPECT_EQ(items(kThere).size(), 2U);
}

TEST_F(Replication, ASourceIsProtectedForADay) {
  create_in_two_regions();
  EXPECT_EQ(error_of([&] { delete_table(engine_, "T", kHere); }).message(),
            "Replica cannot be deleted because it has acted as a source region for new "
            "replica(s) being added to the table in the last 24 hours.");
  clock_.advance(hours(24));
  delete_table(engine_, "T", kHere);
  EXPECT_FALSE(describe_table(engine_, "T", kThere).global_table);
  delete_table(engine_, "T", kThere);
}

TEST_F(Replication, ReplicasShareSomeSettings) {
  create_in_two_regions();
  change([](TableUpdate& u) {
    u.attribute_definitions = strings({"value"});
    u.index_updates = {creation_of("new", {hash("value")})};
  });
  write(kHere, "a", "1");
  engine_.background.run_due();
  EXPECT_EQ(describe_table(engine_, "T", kThere).indexes[0].item_count, 1U);
  change(set_protection);
  EXPECT_FALSE(describe_table(engine_, "T", kThere).settings.deletion_protection);
  change([](TableUpdate& u) {
    u.billing_mode = BillingMode::kProvisioned;
    u.throughput = Throughput{5, 5};
    u.index_updates = {throughput_of("new", {5, 5})};
  });
  change([](TableUpdate& u) { u.throughput = Throughput{7, 9}; });
  const auto there = describe_table(engine_, "T", kThere);
  EXPECT_EQ(there.settings.throughput.units, (Throughput{5, 9}));
  EXPECT_EQ(there.indexes[0].throughput.units, (Throughput{5, 5}));
  EXPECT_EQ(error_of([&] { change([](auto& u) { u.stream = StreamDefinition{}; }); }).message(),
            invalid("Disabling Stream is not allowed for a Global Table replica."));
}

TEST_F(Replication, ReplicasHaveSettingsOfTheirOwn) {
  create(plain_table());
  ReplicaUpdate creation = create_in("eu-west-1");
  creation.overrides.table_class = TableClass::kStandardInfrequentAccess;
  creation.overrides.kms_key_id = "alias/mine";
  change({creation});
  const auto there = describe_table(engine_, "T", kThere);
  EXPECT_EQ(there.settings.table_class, TableClass::kStandardInfrequentAccess);
  EXPECT_EQ(there.encryption->kms_key_arn, "arn:aws:kms:eu-west-1:000000000000:alias/mine");
  EXPECT_EQ(describe().global_table->replicas[0].overrides.kms_key_id, "alias/mine");

  ReplicaUpdate update{ReplicaAction::kUpdate, "eu-west-1", {}};
  update.overrides.max_read_request_units = 77;
  EXPECT_EQ(change({update}).global_table->replicas[0].status, ReplicaStatus::kUpdating);
  EXPECT_EQ(describe_table(engine_, "T", kThere).settings.on_demand.max_read_request_units, 77);
  EXPECT_EQ(describe().global_table->replicas[0].overrides.kms_key_id, "alias/mine");
}

TEST_F(Replication, RefusesWhatCannotBe) {
  create(plain_table());
  EXPECT_EQ(fault({}),
            "There are no actions specified in the Replica Update Action of the request.");
  EXPECT_EQ(fault({create_in("eu-west-1"), create_in("eu-west-2")}),
            "Update table operation with more than one create or delete replica actions not "
            "allowed");
  EXPECT_EQ(fault({create_in("us-east-1")}),
            "Cannot add or delete the local region through ReplicaUpdates.");
  EXPECT_TRUE(fault({create_in("moon-1")})
                  .starts_with("Region moon-1 is not supported. The latest version of global "
                               "tables are only supported in the following regions: [af-south"));
  EXPECT_EQ(fault({delete_in("eu-west-1")}),
            "Update global table operation failed because one or more replicas were not part of "
            "the global table. Please retry the request without these replicas: [eu-west-1].");
  create_table(engine_, plain_table(), kThere);
  const std::string exists =
      "Failed to create a the new replica of table with name: \u2018T\u2019 because one or more "
      "replicas already existed as tables.";
  EXPECT_EQ(fault({create_in("eu-west-1")}), exists);
  change({create_in("ap-south-1")});
  EXPECT_EQ(fault({create_in("ap-south-1")}), exists);
}

TEST_F(Replication, RefusesProvisionedTables) {
  create(rich_table());
  EXPECT_EQ(fault({create_in("eu-west-1")}),
            "Table write capacity should either be Pay-Per-Request or AutoScaled.");
}

TEST_F(Replication, StrongConsistencyNeedsThreeRegions) {
  create(plain_table());
  const auto with = [](std::vector<ReplicaUpdate> updates, std::optional<std::string> witness) {
    return [updates, witness](TableUpdate& u) {
      u.replica_updates = updates;
      u.consistency = RegionConsistency::kStrong;
      if (witness) u.witness = WitnessUpdate{ReplicaAction::kCreate, *witness};
    };
  };
  EXPECT_EQ(error_of([&] { change(with({create_in("us-east-2")}, {})); }).message(),
            invalid("A global table with MultiRegionConsistency STRONG must have three replicas, "
                    "or two replicas and a witness"));
  write(kHere, "a", "1");
  EXPECT_EQ(
      error_of([&] { change(with({create_in("us-east-2")}, "us-west-2")); }).message(),
      invalid("The table must be empty to make it a global table with MultiRegionConsistency "
              "STRONG"));
  write(kHere, "a", std::nullopt);
  engine_.durations.replication = hours(1);
  change(with({create_in("us-east-2")}, "us-west-2"));
  EXPECT_EQ(describe().global_table->witness_region, "us-west-2");
  EXPECT_EQ(describe().global_table->consistency, RegionConsistency::kStrong);
  write(kHere, "a", "1");
  engine_.background.run_due();
  EXPECT_EQ(items({"us-east-2", "000000000000"}), items(kHere));  // at once, whatever the delay
}

TEST_F(Replication, RegionsThatShareTheirTablesSeeOneTable) {
  engine_.namespace_mode = NamespaceMode::kShared;
  create_in_two_regions();
  write(kThere, "a", "1");
  EXPECT_EQ(engine_.background.run_due(), 0U);
  EXPECT_EQ(items(kHere), items(kThere));
  EXPECT_EQ(describe().global_table->replicas[0].region, "eu-west-1");
  EXPECT_EQ(describe_table(engine_, "T", kThere).global_table->replicas[0].region, "us-east-1");
  change({delete_in("eu-west-1")});
  EXPECT_FALSE(describe().global_table);
  EXPECT_EQ(items(kThere).size(), 1U);
  delete_table(engine_, "T", kHere);
}

}  // namespace
}  // namespace stator::engine::testing
