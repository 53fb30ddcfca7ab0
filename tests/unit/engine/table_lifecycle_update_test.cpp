// UpdateTable: the rules on settings and capacity of the table, and what answers show.
// table_lifecycle_update_indexes_test.cpp has those on indexes.
#include <thread>

#include "table_lifecycle_fixtures.h"

namespace stator::engine::testing {
namespace {

using Change = std::function<void(TableUpdate&)>;

TableUpdate update_of(const Change& change) {
  TableUpdate update;
  update.name = "T";
  change(update);
  return update;
}

class TableLifecycleUpdate : public TableLifecycle {
 protected:
  TableDescription change(const Change& change) { return update(update_of(change)); }
  Error fault(const Change& change) {
    return error_of([&] { this->change(change); });
  }
  void create_on_demand() { create(plain_table()); }
  void create_provisioned() {
    TableDefinition definition = plain_table();
    definition.billing_mode = BillingMode::kProvisioned;
    definition.throughput = Throughput{10, 10};
    create(definition);
  }
};

TEST_F(TableLifecycleUpdate, AcceptsWhatMayBeCombined) {
  create(rich_table());
  change([](auto& u) {  // billing mode, units and index units
    provision(u);
    u.throughput = Throughput{7, 7};
    u.index_updates = {throughput_of("first", {4, 4}), throughput_of("second", {4, 4})};
  });
  change([](auto& u) {  // to PAY_PER_REQUEST, with a stream
    pay_per_request(u);
    set_stream(u);
  });
  change([](auto& u) {  // PAY_PER_REQUEST again, with maxima
    pay_per_request(u);
    set_maximum(u);
  });
  change([](auto& u) {  // PAY_PER_REQUEST again, with an index
    pay_per_request(u);
    u.attribute_definitions = strings({"a"});
    u.index_updates = {creation_of("third", {hash("a")})};
  });
  const auto described = describe();
  EXPECT_TRUE(described.settings.stream->enabled);
  EXPECT_EQ(described.settings.on_demand.max_read_request_units, 5);
  EXPECT_EQ(described.schema->indexes.size(), 4U);
}

TEST_F(TableLifecycleUpdate, ChangesThroughputAndAnswersTheOld) {
  create_provisioned();
  clock_.advance(std::chrono::seconds(5));
  const auto raised = change([](auto& u) { u.throughput = Throughput{12, 10}; });
  EXPECT_EQ(raised.status, TableStatus::kUpdating);
  EXPECT_EQ(raised.settings.throughput.units, (Throughput{10, 10}));
  EXPECT_EQ(raised.settings.throughput.last_increase, clock_.now());
  EXPECT_EQ(raised.warm->units, (WarmThroughput{10, 10}));
  auto described = describe();
  EXPECT_EQ(described.status, TableStatus::kActive);
  EXPECT_EQ(described.settings.throughput.units, (Throughput{12, 10}));
  EXPECT_FALSE(described.settings.throughput.last_decrease);
  EXPECT_EQ(described.warm->units, (WarmThroughput{12, 10}));

  clock_.advance(std::chrono::seconds(5));
  const auto mixed = change([](auto& u) { u.throughput = Throughput{1, 11}; });
  EXPECT_EQ(mixed.settings.throughput.decreases_today, 0);
  EXPECT_EQ(mixed.settings.throughput.last_decrease, clock_.now());
  described = describe();
  EXPECT_EQ(described.settings.throughput.decreases_today, 1);
  EXPECT_EQ(described.settings.throughput.last_increase, clock_.now());
  EXPECT_EQ(described.settings.throughput.last_decrease, clock_.now());
  EXPECT_EQ(described.warm->units, (WarmThroughput{12, 11}));  // never falls
  EXPECT_FALSE(described.billing);
}

TEST_F(TableLifecycleUpdate, RefusesThroughputThatDoesNotChange) {
  create_provisioned();
  const std::string expected =
      "The provisioned throughput for the table will not change. The requested value equals the "
      "current value. Current ReadCapacityUnits provisioned for the table: 10. Requested "
      "ReadCapacityUnits: 10. Current WriteCapacityUnits provisioned for the table: 10. Requested "
      "WriteCapacityUnits: 10. Refer to the Amazon DynamoDB Developer Guide for current limits "
      "and how to request higher limits.";
  const Error alone = fault([](auto& u) { u.throughput = Throughput{10, 10}; });
  EXPECT_EQ(alone.message(), expected);
  EXPECT_EQ(alone.code(), ErrorCode::kValidation);
  const Error with_mode = fault([](auto& u) {
    provision(u);
    u.throughput = Throughput{10, 10};
  });
  EXPECT_EQ(with_mode.message(), expected);
}

TEST_F(TableLifecycleUpdate, LimitsDecreasesOfADay) {
  create_provisioned();
  const auto decrease = [&](std::int64_t units) {
    change([units](auto& u) { u.throughput = Throughput{units, 10}; });
  };
  for (std::int64_t units = 9; units >= 6; --units) decrease(units);
  const Error error = fault([](auto& u) { u.throughput = Throughput{5, 11}; });
  EXPECT_EQ(error.code(), ErrorCode::kLimitExceeded);
  EXPECT_EQ(error.message(),
            "Subscriber limit exceeded: Provisioned throughput decreases are limited within a "
            "given UTC day. After the first 4 decreases, each subsequent decrease in the same UTC "
            "day can be performed at most once every 3600 seconds. Number of decreases today: 4. "
            "Last decrease at Friday, October 9, 2026 at 12:21:34 AM Coordinated Universal Time. "
            "Next decrease can be made at Friday, October 9, 2026 at 1:21:34 AM Coordinated "
            "Universal Time");
  EXPECT_EQ(describe().settings.throughput.decreases_today, 4);

  clock_.advance(std::chrono::seconds(3599));
  EXPECT_EQ(fault([](auto& u) { u.throughput = Throughput{5, 10}; }).code(),
            ErrorCode::kLimitExceeded);
  clock_.advance(std::chrono::seconds(1));
  decrease(5);
  EXPECT_EQ(describe().settings.throughput.decreases_today, 5);
  EXPECT_EQ(fault([](auto& u) { u.throughput = Throughput{4, 10}; }).code(),
            ErrorCode::kLimitExceeded);
  change([](auto& u) { u.throughput = Throughput{50, 50}; });  // increases are free
}

TEST_F(TableLifecycleUpdate, MidnightFreesDecreases) {
  // 2026-10-09T23:20:48.000Z
  clock_.set(Timestamp(std::chrono::milliseconds(1'791'588'048'000)));
  create_provisioned();
  for (std::int64_t units = 9; units >= 6; --units) {
    change([units](auto& u) { u.throughput = Throughput{units, units}; });
  }
  const Error error = fault([](auto& u) { u.throughput = Throughput{5, 5}; });
  EXPECT_TRUE(error.message().ends_with("Next decrease can be made at Saturday, October 10, 2026 "
                                        "at 12:00:00 AM Coordinated Universal Time"))
      << error.message();
  clock_.advance(std::chrono::minutes(40));
  const auto described = describe();
  EXPECT_EQ(described.settings.throughput.decreases_today, 0);
  EXPECT_TRUE(described.settings.throughput.last_decrease);
  for (std::int64_t units = 5; units >= 2; --units) {
    change([units](auto& u) { u.throughput = Throughput{units, units}; });
  }
  EXPECT_EQ(fault([](auto& u) { u.throughput = Throughput{1, 1}; }).code(),
            ErrorCode::kLimitExceeded);
}

TEST_F(TableLifecycleUpdate, RefusesCapacityOfTheOtherMode) {
  create_on_demand();
  EXPECT_EQ(fault(set_units).message(),
            invalid("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                    "BillingMode is PAY_PER_REQUEST"));
  delete_table(engine_, "T", kCaller);
  create_provisioned();
  EXPECT_EQ(fault(set_maximum).message(),
            invalid("MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table "
                    "BillingMode is PROVISIONED"));
}

TEST_F(TableLifecycleUpdate, RefusesCapacityAboveQuotas) {
  create_provisioned();
  const Error units = fault([](auto& u) { u.throughput = Throughput{10, 40001}; });
  EXPECT_EQ(units.code(), ErrorCode::kLimitExceeded);
  EXPECT_TRUE(units.message().starts_with("The requested WriteCapacityUnits, 40001, is above the "
                                          "per table maximum for the account in us-east-1."));
  const Error warm = fault([](auto& u) { u.warm.write_units_per_second = 40001; });
  EXPECT_EQ(warm.message(),
            "Subscriber limit exceeded: Requested WriteUnitsPerSecond for WarmThroughput for "
            "table exceeds TableMaxWriteCapacityUnits of the account in region us-east-1");
}

TEST_F(TableLifecycleUpdate, SwitchesToPayPerRequest) {
  create_provisioned();
  clock_.advance(std::chrono::seconds(5));
  const auto answer = change(pay_per_request);
  EXPECT_EQ(answer.status, TableStatus::kUpdating);
  EXPECT_EQ(answer.billing->mode, BillingMode::kPayPerRequest);
  EXPECT_FALSE(answer.billing->last_update_to_pay_per_request);
  EXPECT_EQ(answer.settings.throughput.units, Throughput{});
  EXPECT_EQ(answer.warm->units, (WarmThroughput{10, 10}));
  const auto described = describe();
  EXPECT_EQ(described.billing->last_update_to_pay_per_request, clock_.now());
  EXPECT_EQ(described.settings.throughput.decreases_today, 0);
  EXPECT_EQ(described.warm->units, (WarmThroughput{12000, 4000}));

  // Again: no change, though the answer says UPDATING.
  clock_.advance(std::chrono::seconds(5));
  EXPECT_EQ(change(pay_per_request).status, TableStatus::kUpdating);
  EXPECT_EQ(describe().billing->last_update_to_pay_per_request,
            described.billing->last_update_to_pay_per_request);
}

TEST_F(TableLifecycleUpdate, SwitchesToProvisioned) {
  create_on_demand();
  change([](auto& u) {
    pay_per_request(u);
    set_maximum(u);
  });
  const auto created = clock_.now();
  clock_.advance(std::chrono::seconds(5));
  const auto answer = change([](auto& u) {
    provision(u);
    u.throughput = Throughput{5, 5};
  });
  EXPECT_EQ(answer.status, TableStatus::kUpdating);
  EXPECT_EQ(answer.settings.throughput.units, (Throughput{5, 5}));
  const auto described = describe();
  EXPECT_EQ(described.billing->mode, BillingMode::kProvisioned);
  EXPECT_EQ(described.billing->last_update_to_pay_per_request, created);
  EXPECT_EQ(described.settings.throughput.units, (Throughput{5, 5}));
  EXPECT_FALSE(described.settings.throughput.last_increase);
  EXPECT_EQ(described.settings.on_demand, OnDemandThroughput{});
  EXPECT_EQ(described.warm->units, (WarmThroughput{12000, 4000}));
}

TEST_F(TableLifecycleUpdate, MergesOnDemandMaxima) {
  create_on_demand();
  struct Step {
    OnDemandThroughput requested;
    OnDemandThroughput answered;
    OnDemandThroughput described;
  };
  const std::vector<Step> steps = {
      {{1000, 500}, {1000, 500}, {1000, 500}},
      {{2000, {}}, {2000, 500}, {2000, 500}},
      {{-1, {}}, {-1, 500}, {{}, 500}},
      {{{}, -1}, {{}, -1}, {}},
      {{-1, -1}, {-1, -1}, {}},
      {{{}, 700}, {{}, 700}, {{}, 700}},
      {{{}, 700}, {{}, 700}, {{}, 700}},
  };
  for (const Step& step : steps) {
    const auto answer = change([&](auto& u) { u.on_demand = step.requested; });
    EXPECT_EQ(answer.status, TableStatus::kActive);
    EXPECT_EQ(answer.settings.on_demand, step.answered);
    EXPECT_EQ(describe().settings.on_demand, step.described);
  }
}

TEST_F(TableLifecycleUpdate, GrowsWarmThroughput) {
  create_on_demand();
  const auto answer = change(set_warm);
  EXPECT_EQ(answer.status, TableStatus::kActive);
  EXPECT_EQ(answer.warm->units, (WarmThroughput{12000, 4000}));
  EXPECT_EQ(answer.warm->status, BackgroundStatus::kUpdating);
  EXPECT_EQ(describe().warm->units, (WarmThroughput{13000, 4000}));
  change(set_warm);  // the same again
  const Error error = fault([](auto& u) { u.warm.read_units_per_second = 12999; });
  EXPECT_EQ(error.message(),
            invalid("Requested ReadUnitsPerSecond for WarmThroughput for table is lower than "
                    "current WarmThroughput, decreasing WarmThroughput is not supported"));
}

TEST_F(TableLifecycleUpdate, SwitchesStreams) {
  create_on_demand();
  const Change disable = [](auto& u) { u.stream = StreamDefinition{false, {}}; };
  EXPECT_EQ(fault(disable).message(), "Table has no stream to disable: TableName: T");

  const auto enabled = change(set_stream);
  EXPECT_EQ(enabled.status, TableStatus::kUpdating);
  EXPECT_TRUE(enabled.settings.stream->enabled);
  EXPECT_EQ(fault(set_stream).message(), "Table already has an enabled stream: TableName: T");

  const auto disabled = change(disable);
  EXPECT_EQ(disabled.status, TableStatus::kUpdating);
  EXPECT_FALSE(disabled.settings.stream->enabled);
  EXPECT_EQ(disabled.settings.stream->label, enabled.settings.stream->label);
  EXPECT_EQ(fault(disable).message(), "Table has no stream to disable: TableName: T");

  change(set_stream);  // within one millisecond: still another label
  EXPECT_GT(describe().settings.stream->label, enabled.settings.stream->label);
}

TEST_F(TableLifecycleUpdate, SwitchesEncryption) {
  create_on_demand();
  const Change disable = [](auto& u) { u.encryption = EncryptionDefinition{false, {}, {}}; };
  EXPECT_EQ(fault(disable).message(), invalid("Table is already encrypted by default"));
  EXPECT_EQ(fault([](auto& u) { u.encryption.emplace(); }).message(),
            invalid("Table is already encrypted by default"));

  const auto enabled = change(set_encryption);
  EXPECT_EQ(enabled.status, TableStatus::kActive);
  EXPECT_EQ(enabled.encryption->status, BackgroundStatus::kUpdating);
  EXPECT_FALSE(enabled.encryption->kms_key_arn);
  const auto managed = describe().encryption->kms_key_arn;
  ASSERT_TRUE(managed);

  const auto with_key = [](std::string id) {
    return [id](TableUpdate& u) {
      u.encryption = EncryptionDefinition{true, EncryptionType::kKms, id};
    };
  };
  EXPECT_EQ(fault(with_key(*managed)).message(),
            invalid("Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId "
                    "parameter if you want to change Master Key"));
  change(with_key("alias/aws/dynamodb"));  // the same key by another name is a change
  EXPECT_EQ(describe().encryption->kms_key_arn, managed);

  const auto changed = change(with_key("1234"));
  EXPECT_EQ(changed.encryption->kms_key_arn, managed);  // the old one
  EXPECT_EQ(describe().encryption->kms_key_arn, "arn:aws:kms:us-east-1:000000000000:key/1234");

  const auto disabled = change(disable);
  EXPECT_EQ(disabled.encryption->status, BackgroundStatus::kUpdating);
  EXPECT_FALSE(describe().encryption);
}

TEST_F(TableLifecycleUpdate, LimitsEncryptionChanges) {
  create_on_demand();
  const Change disable = [](auto& u) { u.encryption = EncryptionDefinition{false, {}, {}}; };
  for (const Change& each : {Change(set_encryption), disable, Change(set_encryption), disable}) {
    change(each);
    clock_.advance(std::chrono::seconds(1));
  }
  const Error error = fault(set_encryption);
  EXPECT_EQ(error.code(), ErrorCode::kLimitExceeded);
  EXPECT_EQ(error.message(),
            "Subscriber limit exceeded: Encryption mode changes are limited in the 24h window "
            "ending at 2026-10-10T00:21:34.123Z. After the first 4 change, each subsequent change "
            "in the same window can be performed at most once every 21600 seconds. Number of "
            "updates today: 4. Last change at 2026-10-09T00:21:37.123Z. Next changes can be made "
            "at 2026-10-09T06:21:37.123Z.");
  clock_.advance(std::chrono::seconds(21599));
  change(set_encryption);
  EXPECT_EQ(fault(disable).code(), ErrorCode::kLimitExceeded);
  clock_.advance(std::chrono::hours(24));
  change(disable);
}

TEST_F(TableLifecycleUpdate, SwitchesTableClasses) {
  create_on_demand();
  const Change infrequent = [](auto& u) {
    u.table_class = TableClass::kStandardInfrequentAccess;
  };
  for (int i = 0; i < 3; ++i) change(set_class);  // what it always was: free
  EXPECT_TRUE(describe().settings.table_class_changes.empty());

  const auto answer = change(infrequent);
  EXPECT_EQ(answer.status, TableStatus::kUpdating);
  EXPECT_EQ(answer.settings.table_class, TableClass::kStandard);
  EXPECT_TRUE(answer.settings.table_class_changes.empty());
  EXPECT_EQ(describe().settings.table_class, TableClass::kStandardInfrequentAccess);
  EXPECT_EQ(describe().settings.table_class_changes.back(), clock_.now());
  change(infrequent);  // no change, but UPDATING
  change(set_class);
  for (const Change& each : {infrequent, Change(set_class)}) {
    const Error error = fault(each);
    EXPECT_EQ(error.code(), ErrorCode::kLimitExceeded);
    EXPECT_EQ(error.message(),
              "Subscriber limit exceeded: Updates to TableClass are limited to 2 times in 30 "
              "day(s).");
  }
  clock_.advance(std::chrono::hours(30 * 24));
  change(infrequent);
}

TEST_F(TableLifecycleUpdate, ProtectsAtOnce) {
  create_on_demand();
  const auto answer = change(set_protection);
  EXPECT_EQ(answer.status, TableStatus::kActive);
  EXPECT_TRUE(answer.settings.deletion_protection);
  EXPECT_TRUE(change(set_protection).settings.deletion_protection);  // the same again
}

// A refused request changes nothing, not even the part that would be fine by itself.
TEST_F(TableLifecycleUpdate, RefusedRequestsApplyNothing) {
  create(rich_table());
  const auto before = describe();
  fault([](auto& u) {
    u.throughput = Throughput{50, 50};
    u.index_updates = {throughput_of("first", {9, 9}), throughput_of("ghost", {9, 9})};
  });
  const auto after = describe();
  EXPECT_EQ(after.settings.revision, before.settings.revision);
  EXPECT_EQ(after.settings.throughput.units, before.settings.throughput.units);
}

// Every change is applied once, whoever else changes the table at the same time.
TEST_F(TableLifecycleUpdate, ChangesAtOnceAreAllApplied) {
  create_provisioned();
  constexpr int kRounds = 50;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        update(update_of(set_warm));
        update(update_of([&](TableUpdate& u) { u.deletion_protection = round % 2 == 0; }));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(describe().settings.revision, 2U * 3U * kRounds);
}

}  // namespace
}  // namespace stator::engine::testing
