// What the tests of the table lifecycle share: an engine with a clock to move, and short ways to
// write definitions.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/table_lifecycle.h"
#include "model/clock.h"
#include "model/entropy.h"
#include "model/error.h"

namespace stator::engine::testing {

class MovedClock final : public Clock {
 public:
  Timestamp now() const override { return now_; }
  void set(Timestamp now) { now_ = now; }
  void advance(std::chrono::milliseconds by) { now_ += by; }

 private:
  // 2026-10-09T00:21:34.123Z, a Friday.
  Timestamp now_{std::chrono::milliseconds(1'791'505'294'123)};
};

class CountedEntropy final : public Entropy {
 public:
  std::uint64_t next() override { return state_.fetch_add(0x9E3779B97F4A7C15U); }

 private:
  std::atomic<std::uint64_t> state_ = 1;
};

inline const Caller kCaller{"us-east-1", "000000000000"};

inline KeyElement hash(std::string name) { return {std::move(name), KeyRole::kHash}; }
inline KeyElement range(std::string name) { return {std::move(name), KeyRole::kRange}; }

inline std::vector<KeyAttribute> strings(const std::vector<std::string>& names) {
  std::vector<KeyAttribute> definitions;
  for (const std::string& name : names) definitions.push_back({name, ScalarType::kS});
  return definitions;
}

inline IndexDefinition index(std::string name, std::vector<KeyElement> key) {
  IndexDefinition definition;
  definition.name = std::move(name);
  definition.key = std::move(key);
  definition.projection.type = ProjectionType::kAll;
  return definition;
}

// Single changes of an UpdateTable.
inline void set_class(TableUpdate& u) { u.table_class = TableClass::kStandard; }
inline void set_protection(TableUpdate& u) { u.deletion_protection = true; }
inline void set_encryption(TableUpdate& u) { u.encryption = EncryptionDefinition{true, {}, {}}; }
inline void set_units(TableUpdate& u) { u.throughput = Throughput{9, 9}; }
inline void set_maximum(TableUpdate& u) { u.on_demand.max_read_request_units = 5; }
inline void set_warm(TableUpdate& u) { u.warm.read_units_per_second = 13000; }
inline void set_stream(TableUpdate& u) {
  u.stream = StreamDefinition{true, StreamViewType::kKeysOnly};
}
inline void pay_per_request(TableUpdate& u) { u.billing_mode = BillingMode::kPayPerRequest; }
inline void provision(TableUpdate& u) { u.billing_mode = BillingMode::kProvisioned; }

inline void provision_with_units(TableUpdate& u) {
  provision(u);
  u.throughput = Throughput{1, 1};
}

// Elements of GlobalSecondaryIndexUpdates.
inline GlobalIndexUpdate creation_of(std::string name, std::vector<KeyElement> key) {
  GlobalIndexUpdate update;
  update.creation = index(std::move(name), std::move(key));
  return update;
}
inline GlobalIndexUpdate change_of(std::string name) {
  GlobalIndexUpdate update;
  update.update.emplace();
  update.update->name = std::move(name);
  return update;
}
inline GlobalIndexUpdate throughput_of(std::string name, Throughput units) {
  GlobalIndexUpdate update = change_of(std::move(name));
  update.update->throughput = units;
  return update;
}
inline GlobalIndexUpdate deletion_of(std::string name) {
  GlobalIndexUpdate update;
  update.deletion = IndexDeletion{std::move(name)};
  return update;
}

// A table "T" with the key pk, paid per request.
inline TableDefinition plain_table() {
  TableDefinition definition;
  definition.name = "T";
  definition.attribute_definitions = strings({"pk"});
  definition.key = {hash("pk")};
  definition.billing_mode = BillingMode::kPayPerRequest;
  return definition;
}

// The same with a range key, provisioned, one local and two global indexes.
inline TableDefinition rich_table() {
  TableDefinition definition = plain_table();
  definition.attribute_definitions = strings({"pk", "sk", "l", "g", "h"});
  definition.key = {hash("pk"), range("sk")};
  definition.local_indexes = {index("local", {hash("pk"), range("l")})};
  definition.global_indexes = {index("first", {hash("g")}), index("second", {hash("h")})};
  definition.billing_mode = BillingMode::kProvisioned;
  definition.throughput = Throughput{5, 6};
  for (IndexDefinition& each : *definition.global_indexes) each.throughput = Throughput{2, 3};
  return definition;
}

class TableLifecycle : public ::testing::Test {
 protected:
  TableDescription create(const TableDefinition& definition) {
    return create_table(engine_, definition, kCaller);
  }
  TableDescription update(const TableUpdate& update) {
    return update_table(engine_, update, kCaller);
  }
  TableDescription describe(std::string_view name = "T") {
    return describe_table(engine_, name, kCaller);
  }

  MovedClock clock_;
  CountedEntropy entropy_;
  Engine engine_{clock_, entropy_};
};

// The error that a call throws; a test failure when it throws none.
inline Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return validation_error("");
}

inline std::string invalid(std::string_view what) {
  return "One or more parameter values were invalid: " + std::string(what);
}

}  // namespace stator::engine::testing
