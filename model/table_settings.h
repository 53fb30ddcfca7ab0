// The settings of a table that its descriptions show and that do not shape its keys: billing,
// throughput, stream, protection, identity. Values only; engine/ holds the rules.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/auto_scaling.h"
#include "model/clock.h"
#include "model/schema.h"

namespace stator {

enum class BillingMode { kProvisioned, kPayPerRequest };

// Provisioned capacity and its history (ProvisionedThroughputDescription).
struct ProvisionedThroughput {
  Throughput units;                   // 0 and 0 while the table pays per request
  std::int64_t decreases_today = 0;   // on the UTC day of `last_decrease`
  std::optional<Timestamp> last_increase;
  std::optional<Timestamp> last_decrease;
};

// Units that can be served at once (WarmThroughput); only ever grows.
struct WarmThroughput {
  std::int64_t read_units_per_second = 0;
  std::int64_t write_units_per_second = 0;
  friend bool operator==(const WarmThroughput&, const WarmThroughput&) = default;
};

struct IndexSettings {
  ProvisionedThroughput throughput;
  OnDemandThroughput on_demand;
  WarmThroughput warm;
};

// What a stream's records hold beside the keys.
enum class StreamViewType { kNewImage, kOldImage, kNewAndOldImages, kKeysOnly };

struct StreamSettings {
  bool enabled = false;
  StreamViewType view_type = StreamViewType::kKeysOnly;
  std::string label;  // of the latest stream, kept after it is disabled
};

// Time to Live, as it was last changed.
struct TimeToLiveSettings {
  bool enabled = false;
  std::string attribute;  // that says when an item expires
  Timestamp changed{};
};

// How fine the times of records are that a Kinesis data stream gets.
enum class KinesisPrecision { kMillisecond, kMicrosecond };

// A Kinesis data stream that gets the table's changes, or did.
struct KinesisDestination {
  std::string stream_arn;
  bool is_active = false;
  std::optional<KinesisPrecision> precision;  // absent: never asked for, milliseconds
};

struct EncryptionSettings {
  std::string kms_key_arn;
};

enum class TableClass { kStandard, kStandardInfrequentAccess };

using Tags = std::map<std::string, std::string>;

// A policy document and which version of it this is.
struct ResourcePolicy {
  std::string document;
  std::string revision_id;  // milliseconds of its time; differs from every earlier one
};

// Which events contributor insights count.
enum class InsightsMode { kAccessedAndThrottledKeys, kThrottledKeys };

struct InsightsSettings {
  bool is_enabled = false;
  InsightsMode mode = InsightsMode::kAccessedAndThrottledKeys;
  Timestamp last_update{};
  Timestamp enabled_since{};
};

enum class TableStatus { kCreating, kActive, kUpdating, kDeleting };

struct TableSettings;

// A change by UpdateTable that is made, but that descriptions show as being made for a while.
struct OngoingChange {
  enum class Kind : std::uint8_t {
    kBillingMode,
    kThroughput,
    kStream,
    kTableClass,
    kEncryption,
    kWarmThroughput,
    kIndexThroughput,
  };
  Kind kind = Kind::kThroughput;
  std::string index;                            // kIndexThroughput: which
  std::shared_ptr<const TableSettings> before;  // what is shown meanwhile of what changes
  std::uint64_t revision = 0;                   // that the change led to; names it
};

struct TableSettings {
  // Counts changes. Whoever changes settings of a table adds one, so that a change that was
  // planned without the lock notices that it was overtaken.
  std::uint64_t revision = 0;

  // kUpdating is never stored: it follows from what goes on.
  TableStatus status = TableStatus::kActive;
  std::vector<OngoingChange> ongoing;

  std::string id;   // a UUID, new for every incarnation of a name
  std::string arn;  // the same for every incarnation
  Timestamp created{};
  std::vector<KeyAttribute> attribute_definitions;  // in the order that descriptions show
  BillingMode billing_mode = BillingMode::kProvisioned;
  std::optional<Timestamp> last_update_to_pay_per_request;  // absent: never paid per request
  ProvisionedThroughput throughput;
  OnDemandThroughput on_demand;
  WarmThroughput warm;
  std::map<std::string, IndexSettings> index_settings;  // global indexes, by name
  std::optional<StreamSettings> stream;                 // absent: never had one
  std::optional<TimeToLiveSettings> time_to_live;       // absent: never changed
  std::vector<KinesisDestination> kinesis_destinations;  // in the order in which they were enabled
  std::optional<EncryptionSettings> encryption;         // absent: the service's own key
  std::vector<Timestamp> encryption_changes;            // of the last 24 hours, ascending
  TableClass table_class = TableClass::kStandard;
  std::vector<Timestamp> table_class_changes;  // of the last 30 days and the latest, ascending
  bool deletion_protection = false;
  // By global index, "" is the table itself; absent: never enabled.
  std::map<std::string, InsightsSettings> insights;
  TableAutoScaling auto_scaling;
  Tags tags;
  std::map<std::string, ResourcePolicy> policies;  // by label of a stream; "" is the table's own
  std::int64_t last_policy_revision = 0;           // also of a policy that is gone
};

}  // namespace stator
