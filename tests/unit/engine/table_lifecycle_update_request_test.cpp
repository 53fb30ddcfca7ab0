// UpdateTable: what is refused without looking at the table, and in which order.
#include "table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using Change = std::function<void(TableUpdate&)>;

struct Fault {
  std::string title;
  Change change;  // of an update of nothing
  std::string message;
  ErrorCode code = ErrorCode::kValidation;
};

TableUpdate update_of(const Change& change, std::string name) {
  TableUpdate update;
  update.name = std::move(name);
  change(update);
  return update;
}

constexpr const char* kNothing =
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
    "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
    "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
    "OnDemandThroughput, WarmThroughput or TableClass is required";

std::string lonely(std::string_view what) {
  return invalid(std::string(what) + " modification must be the only operation in the request");
}

// Faults that are found without the table, in the order in which they win.
const std::vector<Fault> kRequestFaults = {
    {"nothing", [](auto&) {}, kNothing},
    {"only definitions", [](auto& u) { u.attribute_definitions = strings({"a"}); }, kNothing},
    {"no index update", [](auto& u) { u.index_updates.emplace(); }, kNothing},
    {"no index update beside a change",
     [](auto& u) {
       set_protection(u);
       set_class(u);
       u.index_updates.emplace();
     },
     invalid("List of GlobalSecondaryIndexUpdates is empty")},
    {"no action",
     [](auto& u) {
       set_class(u);
       u.index_updates.emplace(1);
     },
     invalid("One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
             "GlobalSecondaryIndexUpdate.Delete must not be null")},
    {"two actions",
     [](auto& u) {
       set_class(u);
       auto both = throughput_of("first", {1, 1});
       both.deletion = IndexDeletion{"first"};
       u.index_updates = {both};
     },
     invalid("Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate "
             "object")},
    {"an empty WarmThroughput",
     [](auto& u) {
       set_class(u);
       auto empty = throughput_of("ghost", {1, 1});
       empty.update->warm.emplace();
       u.index_updates = {empty};
     },
     invalid("WarmThroughput must have at least one of ReadUnitsPerSecond or "
             "WriteUnitsPerSecond specified for index: ghost")},
    {"an index named twice",
     [](auto& u) {
       set_class(u);
       u.index_updates = {deletion_of("first"), creation_of("first", {hash("a")})};
     },
     invalid("Only one global secondary index update per index is allowed simultaneously. "
             "Index: first")},
    {"replicas and more",
     [](auto& u) {
       u.replica_updates = {{ReplicaAction::kCreate, "eu-west-1"}};
       set_encryption(u);
       set_class(u);
     },
     lonely("Replica")},
    {"encryption and more",
     [](auto& u) {
       set_encryption(u);
       set_class(u);
       set_protection(u);
     },
     lonely("Server-Side Encryption")},
    {"table class and more",
     [](auto& u) {
       set_class(u);
       set_protection(u);
     },
     lonely("TableClass")},
    {"protection and more",
     [](auto& u) {
       set_protection(u);
       set_maximum(u);
     },
     lonely("DeletionProtection")},
    {"maxima and more",
     [](auto& u) {
       set_maximum(u);
       set_warm(u);
     },
     invalid("OnDemandThroughput can only be combined with BillingMode in an UpdateTable "
             "request")},
    {"an index created beside warm throughput",
     [](auto& u) {
       set_warm(u);
       u.index_updates = {creation_of("third", {hash("a")})};
     },
     invalid("Create global secondary index cannot be specified when updating WarmThroughput")},
    {"warm throughput and more",
     [](auto& u) {
       set_warm(u);
       set_stream(u);
     },
     invalid("WarmThroughput must be the only operation in the request")},
    {"stream and throughput",
     [](auto& u) {
       set_stream(u);
       set_units(u);
     },
     invalid("You cannot modify stream status while updating table IOPS")},
    {"stream and provisioned mode",
     [](auto& u) {
       set_stream(u);
       provision(u);
     },
     invalid("You cannot modify stream status while updating table IOPS")},
    {"index created and throughput",
     [](auto& u) {
       u.index_updates = {creation_of("third", {hash("a")})};
       set_units(u);
     },
     invalid("You cannot create or delete index while updating table IOPS")},
    {"index deleted and throughput",
     [](auto& u) {
       u.index_updates = {deletion_of("first")};
       set_units(u);
     },
     invalid("You cannot create or delete index while updating table IOPS")},
    {"index created and stream",
     [](auto& u) {
       u.index_updates = {creation_of("third", {hash("a")})};
       set_stream(u);
     },
     invalid("You cannot create or delete index while changing stream status")},
    {"provisioned without units", provision,
     invalid("ProvisionedThroughput must be specified when BillingMode is PROVISIONED")},
    {"units though paid per request",
     [](auto& u) {
       pay_per_request(u);
       set_units(u);
     },
     invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
             "BillingMode is PAY_PER_REQUEST")},
    {"index units though paid per request",
     [](auto& u) {
       pay_per_request(u);
       u.index_updates = {throughput_of("first", {1, 1})};
     },
     invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
             "first when BillingMode is PAY_PER_REQUEST")},
    {"units out of bounds",
     [](auto& u) {
       u.throughput = Throughput{1, 1'000'000'000'001};
     },
     "Given value 1000000000001 for WriteCapacityUnits is out of bounds"},
    {"a maximum of nothing", [](auto& u) { u.on_demand.max_write_request_units = 0; },
     invalid("Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of "
             "valid range")},
    {"a maximum below none", [](auto& u) { u.on_demand.max_read_request_units = -2; },
     invalid("Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of "
             "valid range")},
    {"stream without view type", [](auto& u) { u.stream = StreamDefinition{true, {}}; },
     invalid("If stream is being enabled then UpdateViewType is required")},
    {"view type without stream",
     [](auto& u) { u.stream = StreamDefinition{false, StreamViewType::kNewImage}; },
     invalid("If stream is being disabled, then UpdateViewType must not be specified")},
    {"SSEType though disabled",
     [](auto& u) { u.encryption = EncryptionDefinition{false, EncryptionType::kKms, {}}; },
     invalid("SSEType can not be specified if Enabled is false")},
};

using TableLifecycleUpdateRequest = TableLifecycle;

// Also on a missing table: these come before the table is looked for.
TEST_F(TableLifecycleUpdateRequest, RefusesRequestsWithoutLookingAtTheTable) {
  for (const Fault& each : kRequestFaults) {
    SCOPED_TRACE(each.title);
    const Error error = error_of([&] { update(update_of(each.change, "Missing")); });
    EXPECT_EQ(error.message(), each.message);
    EXPECT_EQ(error.code(), each.code);
  }
  EXPECT_EQ(error_of([&] { update(update_of(set_protection, "Missing")); }).code(),
            ErrorCode::kResourceNotFound);
}

TEST_F(TableLifecycleUpdateRequest, LeavesTheGivenMemberOutOfTheList) {
  std::string expected = kNothing;
  expected.erase(expected.find("MultiRegionConsistency, "), 24);
  const Change change = [](auto& u) { u.consistency = RegionConsistency::kEventual; };
  const Error error = error_of([&] { update(update_of(change, "Missing")); });
  EXPECT_EQ(error.message(), expected);
}

}  // namespace
}  // namespace stator::engine::testing
