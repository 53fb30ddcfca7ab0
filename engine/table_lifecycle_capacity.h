// The rules on billing, provisioned, on-demand and warm throughput.
//
// Private to table_lifecycle*.cpp. Checks throw ValidationException, or LimitExceededException
// where they say so. An empty index name stands for the table itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/table_lifecycle.h"
#include "model/clock.h"
#include "model/table_settings.h"

namespace stator::engine {

// CreateTable: the table's own throughput against the billing mode. Comes before all other rules.
void check_billing(const TableDefinition& definition);

// CreateTable: throughput of global indexes, then on-demand and warm throughput of all.
void check_index_throughput(const TableDefinition& definition);
void check_on_demand(const TableDefinition& definition);
void check_warm(const TableDefinition& definition);

// CreateTable: LimitExceededException for what the account may not have.
void check_quotas(const TableDefinition& definition, std::string_view region);

// Capacity beyond what any account can ask for.
void check_throughput_bounds(const Throughput& units, std::string_view index);

// "Given maxima are possible." CreateTable refuses -1, UpdateTable reads it as "no maximum".
enum class RemovalMarker { kRefused, kAccepted };
void check_on_demand_range(const OnDemandThroughput& maxima, std::string_view index,
                           RemovalMarker marker);

// LimitExceededException for values above the quota of a table or index.
void check_throughput_quota(const Throughput& units, std::string_view index,
                            std::string_view region);
void check_on_demand_quota(const OnDemandThroughput& maxima, std::string_view index,
                           std::string_view region);
void check_warm_quota(const WarmThroughputDefinition& warm, std::string_view index,
                      std::string_view region);

// Warm throughput of a new table or index.
void check_initial_warm(const WarmThroughputDefinition& warm, BillingMode mode,
                        const std::optional<Throughput>& units, std::string_view index);
WarmThroughput initial_warm(const WarmThroughputDefinition& warm, BillingMode mode,
                            const std::optional<Throughput>& units);

// The settings of a new global index. REQUIRES: the definition passed its checks.
IndexSettings make_index_settings(const IndexDefinition& index, BillingMode mode);

// UpdateTable: warm throughput never falls.
void check_warm_growth(const WarmThroughputDefinition& warm, const WarmThroughput& current,
                       std::string_view index);
// REQUIRES: check_warm_growth passed.
void grow_warm(WarmThroughput& current, const WarmThroughputDefinition& warm);
// The units that are provisioned can be served at once.
void raise_warm(WarmThroughput& current, const Throughput& units);

// Sets the given maxima, removes those given as -1.
void merge_on_demand(OnDemandThroughput& current, const OnDemandThroughput& maxima);

// UpdateTable: "will not change", then LimitExceededException for one decrease too many.
void check_throughput_change(const ProvisionedThroughput& current, const Throughput& requested,
                             std::string_view index, Timestamp now);

// Takes over the units and notes that they grew or fell.
void change_throughput(ProvisionedThroughput& current, const Throughput& requested, Timestamp now);

// The decreases on the UTC day of `now`: the count starts anew at midnight.
std::int64_t decreases_today(const ProvisionedThroughput& throughput, Timestamp now);

}  // namespace stator::engine
