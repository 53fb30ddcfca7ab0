// Texts and limits are measured (2026) unless a comment says otherwise. The spelling of "for index"
// differs from text to text; so it does on the service.
#include "engine/table_lifecycle_capacity.h"

#include <algorithm>
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "engine/table_lifecycle_time.h"
#include "model/error.h"
#include "model/limits.h"

namespace stator::engine {
namespace {

// Captured (2013 to 2021): the largest number that is not "out of bounds".
constexpr std::int64_t kThroughputUnitsMax = 1'000'000'000'000;

constexpr std::int64_t kNoMaximum = -1;
constexpr std::int64_t kFreeDecreasesPerDay = 4;
constexpr std::chrono::seconds kDecreaseInterval{3600};

constexpr std::string_view kGuide =
    "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
    "limits.";
constexpr std::string_view kInitialThroughputPage =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
    "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";

Error limit_exceeded(std::string message) {
  return Error(ErrorCode::kLimitExceeded, std::move(message));
}

// " for index gsi1", or nothing for the table.
std::string for_index(std::string_view index) {
  return index.empty() ? std::string() : fmt::format(" for index {}", index);
}

// "table" or "index : gsi1", as texts on on-demand throughput have it.
std::string on_demand_target(std::string_view index) {
  return index.empty() ? "table" : fmt::format("index : {}", index);
}

// "table" or "index gsi1", as texts on warm and changed throughput have it.
std::string plain_target(std::string_view index) {
  return index.empty() ? "table" : fmt::format("index {}", index);
}

void check_bound(std::int64_t units, std::string_view member, std::string_view index) {
  if (units > kThroughputUnitsMax) {
    throw validation_error(
        fmt::format("Given value {} for {} is out of bounds{}", units, member, for_index(index)));
  }
}

void check_unit_quota(std::int64_t units, std::string_view member, std::string_view index,
                      std::string_view region) {
  if (units <= limits::kTableCapacityUnitsMax) return;
  throw limit_exceeded(fmt::format(
      "The requested {}{}, {}, is above the per {} maximum for the account in {}. Per table "
      "maximum: {}. {}",
      member, for_index(index), units, index.empty() ? "table" : "index", region,
      limits::kTableCapacityUnitsMax, kGuide));
}

// "Subscriber limit exceeded: Requested <member> for <what> for <target> exceeds ..."
void check_requested_quota(std::optional<std::int64_t> units, std::string_view requested,
                           std::string_view quota, std::string_view region) {
  if (!units || *units <= limits::kTableCapacityUnitsMax) return;
  throw limit_exceeded(
      fmt::format("Subscriber limit exceeded: Requested {} exceeds {} of the account in region {}",
                  requested, quota, region));
}

void check_maximum(std::optional<std::int64_t> units, std::string_view member,
                   std::string_view index, RemovalMarker marker) {
  if (!units || *units > 0) return;
  if (*units == kNoMaximum && marker == RemovalMarker::kAccepted) return;
  throw invalid_parameter(
      fmt::format("Requested {} for OnDemandThroughput for {} is outside of valid range", member,
                  on_demand_target(index)));
}

// CreateTable: on-demand maxima of a provisioned table.
void check_no_maxima(const OnDemandThroughput& maxima, std::string_view index) {
  if (!maxima.max_read_request_units && !maxima.max_write_request_units) return;
  const std::string_view member =
      maxima.max_read_request_units ? "MaxReadRequestUnits" : "MaxWriteRequestUnits";
  const std::string target = index.empty() ? "" : fmt::format(" for index: {}", index);
  throw invalid_parameter(fmt::format(
      "{} for OnDemandThroughput{} cannot be specified when table BillingMode is PROVISIONED.",
      member, target));
}

void check_initial_warm_units(std::optional<std::int64_t> requested, std::int64_t least,
                              std::string_view member, std::string_view index, std::string why) {
  if (!requested || *requested >= least) return;
  throw invalid_parameter(fmt::format("Requested {} for WarmThroughput for {} is lower than {}",
                                      member, plain_target(index), why));
}

void check_warm_units_growth(std::optional<std::int64_t> requested, std::int64_t current,
                             std::string_view member, std::string_view index) {
  if (!requested || *requested >= current) return;
  throw invalid_parameter(fmt::format(
      "Requested {} for WarmThroughput for {} is lower than current WarmThroughput, decreasing "
      "WarmThroughput is not supported",
      member, plain_target(index)));
}

bool falls(const Throughput& current, const Throughput& requested) {
  return requested.read_capacity_units < current.read_capacity_units ||
         requested.write_capacity_units < current.write_capacity_units;
}

bool grows(const Throughput& current, const Throughput& requested) {
  return falls(requested, current);
}

// Four decreases a UTC day are free; each further one must be an hour after the last. Midnight
// frees four again, so the announced moment is the earlier of the two.
void check_decrease_budget(const ProvisionedThroughput& current, Timestamp now) {
  const std::int64_t count = decreases_today(current, now);
  if (count < kFreeDecreasesPerDay) return;
  const Timestamp next = std::min(*current.last_decrease + kDecreaseInterval,
                                  next_midnight(*current.last_decrease));
  if (now >= next) return;
  throw limit_exceeded(fmt::format(
      "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC "
      "day. After the first {} decreases, each subsequent decrease in the same UTC day can be "
      "performed at most once every {} seconds. Number of decreases today: {}. Last decrease at "
      "{}. Next decrease can be made at {}",
      kFreeDecreasesPerDay, kDecreaseInterval.count(), count, long_time(*current.last_decrease),
      long_time(next)));
}

void merge_maximum(std::optional<std::int64_t>& current, std::optional<std::int64_t> requested) {
  if (!requested) return;
  if (*requested == kNoMaximum) {
    current.reset();
  } else {
    current = requested;
  }
}

}  // namespace

void check_billing(const TableDefinition& definition) {
  if (definition.billing_mode == BillingMode::kPayPerRequest && definition.throughput) {
    throw invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  if (definition.billing_mode == BillingMode::kProvisioned && !definition.throughput) {
    throw invalid_parameter(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
        "PROVISIONED");
  }
  if (definition.throughput) check_throughput_bounds(*definition.throughput, {});
}

void check_index_throughput(const TableDefinition& definition) {
  if (!definition.global_indexes) return;
  for (const IndexDefinition& index : *definition.global_indexes) {
    if (definition.billing_mode == BillingMode::kProvisioned && !index.throughput) {
      throw invalid_parameter(
          fmt::format("ProvisionedThroughput is not specified for index: {}", index.name));
    }
    if (definition.billing_mode == BillingMode::kPayPerRequest && index.throughput) {
      throw invalid_parameter(fmt::format(
          "ProvisionedThroughput should not be specified for index: {} when BillingMode is "
          "PAY_PER_REQUEST",
          index.name));
    }
    if (index.throughput) check_throughput_bounds(*index.throughput, index.name);
  }
}

void check_on_demand(const TableDefinition& definition) {
  const auto check = [&](const OnDemandThroughput& maxima, std::string_view index) {
    if (definition.billing_mode == BillingMode::kProvisioned) check_no_maxima(maxima, index);
    check_on_demand_range(maxima, index, RemovalMarker::kRefused);
  };
  check(definition.on_demand, {});
  if (!definition.global_indexes) return;
  for (const IndexDefinition& index : *definition.global_indexes) {
    check(index.on_demand, index.name);
  }
}

void check_warm(const TableDefinition& definition) {
  check_initial_warm(definition.warm, definition.billing_mode, definition.throughput, {});
  if (!definition.global_indexes) return;
  for (const IndexDefinition& index : *definition.global_indexes) {
    check_initial_warm(index.warm, definition.billing_mode, index.throughput, index.name);
  }
}

// The quota of the account (80,000 units over all tables) is described but not enforced: test
// suites leave tables behind that cost nothing here.
void check_quotas(const TableDefinition& definition, std::string_view region) {
  const auto check = [&](const std::optional<Throughput>& units, const OnDemandThroughput& maxima,
                         const WarmThroughputDefinition& warm, std::string_view index) {
    if (units) check_throughput_quota(*units, index, region);
    check_on_demand_quota(maxima, index, region);
    check_warm_quota(warm, index, region);
  };
  check(definition.throughput, definition.on_demand, definition.warm, {});
  if (!definition.global_indexes) return;
  for (const IndexDefinition& index : *definition.global_indexes) {
    check(index.throughput, index.on_demand, index.warm, index.name);
  }
}

void check_throughput_bounds(const Throughput& units, std::string_view index) {
  check_bound(units.read_capacity_units, "ReadCapacityUnits", index);
  check_bound(units.write_capacity_units, "WriteCapacityUnits", index);
}

void check_on_demand_range(const OnDemandThroughput& maxima, std::string_view index,
                           RemovalMarker marker) {
  check_maximum(maxima.max_read_request_units, "MaxReadRequestUnits", index, marker);
  check_maximum(maxima.max_write_request_units, "MaxWriteRequestUnits", index, marker);
}

void check_throughput_quota(const Throughput& units, std::string_view index,
                            std::string_view region) {
  check_unit_quota(units.read_capacity_units, "ReadCapacityUnits", index, region);
  check_unit_quota(units.write_capacity_units, "WriteCapacityUnits", index, region);
}

void check_on_demand_quota(const OnDemandThroughput& maxima, std::string_view index,
                           std::string_view region) {
  const std::string suffix = fmt::format(" for OnDemandThroughput for {}", on_demand_target(index));
  check_requested_quota(maxima.max_read_request_units, "MaxReadRequestUnits" + suffix,
                        "TableMaxReadCapacityUnits", region);
  check_requested_quota(maxima.max_write_request_units, "MaxWriteRequestUnits" + suffix,
                        "TableMaxWriteCapacityUnits", region);
}

void check_warm_quota(const WarmThroughputDefinition& warm, std::string_view index,
                      std::string_view region) {
  const std::string suffix = fmt::format(" for WarmThroughput for {}", plain_target(index));
  check_requested_quota(warm.read_units_per_second, "ReadUnitsPerSecond" + suffix,
                        "TableMaxReadCapacityUnits", region);
  check_requested_quota(warm.write_units_per_second, "WriteUnitsPerSecond" + suffix,
                        "TableMaxWriteCapacityUnits", region);
}

void check_initial_warm(const WarmThroughputDefinition& warm, BillingMode mode,
                        const std::optional<Throughput>& units, std::string_view index) {
  const WarmThroughput least = initial_warm({}, mode, units);
  const auto why = [&](std::string_view member) {
    return mode == BillingMode::kProvisioned
               ? fmt::format("{} of ProvisionedThroughput", member)
               : fmt::format("initial throughput for OnDemand. See: {}", kInitialThroughputPage);
  };
  check_initial_warm_units(warm.read_units_per_second, least.read_units_per_second,
                           "ReadUnitsPerSecond", index, why("ReadCapacityUnits"));
  check_initial_warm_units(warm.write_units_per_second, least.write_units_per_second,
                           "WriteUnitsPerSecond", index, why("WriteCapacityUnits"));
}

WarmThroughput initial_warm(const WarmThroughputDefinition& warm, BillingMode mode,
                            const std::optional<Throughput>& units) {
  WarmThroughput initial{limits::kOnDemandReadUnitsPerSecond,
                         limits::kOnDemandWriteUnitsPerSecond};
  if (mode == BillingMode::kProvisioned) {
    const Throughput provisioned = units.value_or(Throughput{});
    initial = {provisioned.read_capacity_units, provisioned.write_capacity_units};
  }
  grow_warm(initial, warm);
  return initial;
}

IndexSettings make_index_settings(const IndexDefinition& index, BillingMode mode) {
  IndexSettings settings;
  settings.throughput.units = index.throughput.value_or(Throughput{});
  settings.on_demand = index.on_demand;
  settings.warm = initial_warm(index.warm, mode, index.throughput);
  return settings;
}

void check_warm_growth(const WarmThroughputDefinition& warm, const WarmThroughput& current,
                       std::string_view index) {
  check_warm_units_growth(warm.read_units_per_second, current.read_units_per_second,
                          "ReadUnitsPerSecond", index);
  check_warm_units_growth(warm.write_units_per_second, current.write_units_per_second,
                          "WriteUnitsPerSecond", index);
}

void grow_warm(WarmThroughput& current, const WarmThroughputDefinition& warm) {
  current.read_units_per_second =
      warm.read_units_per_second.value_or(current.read_units_per_second);
  current.write_units_per_second =
      warm.write_units_per_second.value_or(current.write_units_per_second);
}

void raise_warm(WarmThroughput& current, const Throughput& units) {
  current.read_units_per_second =
      std::max(current.read_units_per_second, units.read_capacity_units);
  current.write_units_per_second =
      std::max(current.write_units_per_second, units.write_capacity_units);
}

void merge_on_demand(OnDemandThroughput& current, const OnDemandThroughput& maxima) {
  merge_maximum(current.max_read_request_units, maxima.max_read_request_units);
  merge_maximum(current.max_write_request_units, maxima.max_write_request_units);
}

void check_throughput_change(const ProvisionedThroughput& current, const Throughput& requested,
                             std::string_view index, Timestamp now) {
  if (current.units == requested) {
    const std::string_view article = index.empty() ? "the " : "";
    const std::string target = plain_target(index);
    throw validation_error(fmt::format(
        "The provisioned throughput for the {0} will not change. The requested value equals the "
        "current value. Current ReadCapacityUnits provisioned for {1}{0}: {2}. Requested "
        "ReadCapacityUnits: {2}. Current WriteCapacityUnits provisioned for {1}{0}: {3}. Requested "
        "WriteCapacityUnits: {3}. {4}",
        target, article, requested.read_capacity_units, requested.write_capacity_units, kGuide));
  }
  if (falls(current.units, requested)) check_decrease_budget(current, now);
}

void change_throughput(ProvisionedThroughput& current, const Throughput& requested,
                       Timestamp now) {
  if (grows(current.units, requested)) current.last_increase = now;
  if (falls(current.units, requested)) {
    current.decreases_today = decreases_today(current, now) + 1;
    current.last_decrease = now;
  }
  current.units = requested;
}

std::int64_t decreases_today(const ProvisionedThroughput& throughput, Timestamp now) {
  const bool is_of_today =
      throughput.last_decrease && is_same_day(*throughput.last_decrease, now);
  return is_of_today ? throughput.decreases_today : 0;
}

}  // namespace stator::engine
