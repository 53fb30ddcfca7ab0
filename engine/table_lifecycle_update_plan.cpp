// UpdateTable: the rules that need the table, and what the answer shows. Texts and answers are
// measured (2026).
//
// Errors win in this order:
//
//   0  another change that still goes on               table_lifecycle_conflicts.cpp
//   1  throughput against the billing mode, of the table, then of each index
//   2  index updates                                    table_lifecycle_update_indexes.cpp
//   3  provisioned throughput: no change; warm throughput: no growth
//   4  stream, encryption
//   5  quotas: decreases, capacity, encryption, table class
//
// Replicas, which must be the only change, have rules of their own: table_lifecycle_replicas.cpp
//
// What the answer shows of each change ("old" is what DescribeTable showed before the call):
//
//   change                  table       shows
//   provisioned throughput  UPDATING    old units and old count of decreases, new moments
//   billing mode            UPDATING    the new mode (without a moment) and units; old warm
//                                       throughput; also when the mode stays PAY_PER_REQUEST
//   stream                  UPDATING    the new stream
//   table class             UPDATING    the old class; also when the class stays
//   index created           UPDATING    the index CREATING, not yet backfilling; its definitions
//   index deleted           UPDATING    the index DELETING
//   vector index            UPDATING    likewise
//   index throughput        ACTIVE      the index UPDATING with old units
//   index on-demand         ACTIVE      the index UPDATING with new maxima
//   warm throughput         ACTIVE      old units, UPDATING
//   encryption              ACTIVE      the old key, if any, UPDATING
//   on-demand throughput    ACTIVE      the new maxima, a removed one as -1
//   deletion protection     ACTIVE      the new value
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/table_lifecycle_capacity.h"
#include "engine/table_lifecycle_describe.h"
#include "engine/table_lifecycle_settings.h"
#include "engine/table_lifecycle_update.h"
#include "engine/table_lifecycle_vector.h"
#include "model/error.h"

namespace stator::engine {
namespace {

bool has_maxima(const OnDemandThroughput& maxima) {
  return maxima.max_read_request_units || maxima.max_write_request_units;
}

bool switches_mode(const TableState& before, const TableUpdate& update) {
  return mode_after(before, update) != before.settings.billing_mode;
}

void check_mode(const TableState& before, const TableUpdate& update) {
  const BillingMode mode = mode_after(before, update);
  if (mode == BillingMode::kPayPerRequest && update.throughput) {
    throw invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  if (mode == BillingMode::kProvisioned && has_maxima(update.on_demand)) {
    throw invalid_parameter(
        fmt::format("{} for OnDemandThroughput cannot be specified when the table BillingMode is "
                    "PROVISIONED",
                    update.on_demand.max_read_request_units ? "MaxReadRequestUnits"
                                                            : "MaxWriteRequestUnits"));
  }
  if (mode != BillingMode::kProvisioned || !switches_mode(before, update)) return;
  for (const IndexSchema& index : before.schema->indexes) {
    if (index.kind == IndexKind::kGlobal && !requested_throughput(update, index.name)) {
      throw invalid_parameter(
          fmt::format("ProvisionedThroughput must be specified for index: {}", index.name));
    }
  }
}

void check_table_changes(const TableState& before, const TableUpdate& update,
                         const Caller& caller, Timestamp now) {
  const TableSettings& settings = before.settings;
  if (update.throughput && !switches_mode(before, update)) {
    check_throughput_change(settings.throughput, *update.throughput, {}, now);
  }
  check_warm_growth(update.warm, settings.warm, {});
  if (update.stream) check_stream_change(*update.stream, settings, before.schema->name);
  if (update.encryption) check_encryption_change(*update.encryption, settings, now);
  if (update.throughput) check_throughput_quota(*update.throughput, {}, caller.region);
  check_on_demand_quota(update.on_demand, {}, caller.region);
  check_warm_quota(update.warm, {}, caller.region);
  if (update.table_class) check_table_class_change(settings, *update.table_class, now);
}

// A switch forgets on-demand maxima, and provisioned units with them; it is no increase. To
// PAY_PER_REQUEST it counts as a decrease of each index, but not of the table.
void switch_mode(TableSettings& settings, const TableUpdate& update, Timestamp now) {
  settings.billing_mode = *update.billing_mode;
  settings.on_demand = {};
  settings.throughput.units = update.throughput.value_or(Throughput{});
  const bool is_on_demand = settings.billing_mode == BillingMode::kPayPerRequest;
  if (is_on_demand) settings.last_update_to_pay_per_request = now;
  const WarmThroughput initial = initial_warm({}, settings.billing_mode, update.throughput);
  raise_warm(settings.warm, {initial.read_units_per_second, initial.write_units_per_second});
  for (auto& [name, index] : settings.index_settings) {
    index.on_demand = {};
    if (is_on_demand) {
      change_throughput(index.throughput, {}, now);
      raise_warm(index.warm, {initial.read_units_per_second, initial.write_units_per_second});
    } else if (const auto units = requested_throughput(update, name)) {
      index.throughput.units = *units;
      raise_warm(index.warm, *units);
    }
  }
}

void change_encryption(TableSettings& settings, const EncryptionDefinition& encryption,
                       const Caller& caller, Timestamp now) {
  note_encryption_change(settings, now);
  settings.encryption.reset();
  if (asks_for_kms(encryption)) {
    settings.encryption = EncryptionSettings{kms_key_arn(encryption, caller)};
  }
}

void change_stream(TableSettings& settings, const StreamDefinition& stream, Timestamp now) {
  if (stream.enabled) {
    enable_stream(settings, stream, now);
  } else {
    settings.stream->enabled = false;
  }
}

TableState state_after(const TableState& before, const TableUpdate& update,
                       const UpdateContext& context) {
  const Timestamp now = context.now;
  TableState after = before;
  TableSettings& settings = after.settings;
  ++settings.revision;
  if (switches_mode(before, update)) {
    switch_mode(settings, update, now);
  } else if (update.throughput) {
    change_throughput(settings.throughput, *update.throughput, now);
    raise_warm(settings.warm, *update.throughput);
  }
  merge_on_demand(settings.on_demand, update.on_demand);
  grow_warm(settings.warm, update.warm);
  if (update.stream) change_stream(settings, *update.stream, now);
  if (update.encryption) change_encryption(settings, *update.encryption, context.caller, now);
  if (update.table_class) change_table_class(settings, *update.table_class, now);
  if (update.deletion_protection) settings.deletion_protection = *update.deletion_protection;
  return apply_vector_updates(apply_index_updates(std::move(after), update, context), update,
                              context);
}

// New moments, but the units and the count of before.
ProvisionedThroughput shown_throughput(const ProvisionedThroughput& before,
                                       ProvisionedThroughput after, Timestamp now) {
  after.units = before.units;
  after.decreases_today = decreases_today(before, now);
  return after;
}

// The maxima of before with those of the request over them, -1 included.
OnDemandThroughput shown_maxima(OnDemandThroughput maxima, const OnDemandThroughput& requested) {
  if (requested.max_read_request_units) {
    maxima.max_read_request_units = requested.max_read_request_units;
  }
  if (requested.max_write_request_units) {
    maxima.max_write_request_units = requested.max_write_request_units;
  }
  return maxima;
}

void show_index_update(IndexDescription& shown, const IndexUpdate& update,
                       const IndexSettings& before, const TableState& after, Timestamp now) {
  const IndexSettings& settings = after.settings.index_settings.at(update.name);
  if (update.throughput) {
    shown.status = IndexStatus::kUpdating;
    shown.throughput = shown_throughput(before.throughput, settings.throughput, now);
  }
  if (has_maxima(update.on_demand)) {
    shown.status = IndexStatus::kUpdating;
    shown.on_demand = shown_maxima(before.on_demand, update.on_demand);
  }
  shown.warm = WarmThroughputDescription{
      before.warm, update.warm ? BackgroundStatus::kUpdating : BackgroundStatus::kSettled};
}

IndexDescription& description_of(TableDescription& answer, std::string_view index) {
  const auto& indexes = answer.schema->indexes;
  const auto at = std::find_if(indexes.begin(), indexes.end(),
                               [&](const IndexSchema& each) { return each.name == index; });
  return answer.indexes[static_cast<std::size_t>(at - indexes.begin())];
}

void show_index_updates(TableDescription& answer, const TableUpdate& update,
                        const TableState& before, const TableState& after, Timestamp now) {
  if (!update.index_updates) return;
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (each.creation) {
      IndexDescription& shown = description_of(answer, each.creation->name);
      shown.status = IndexStatus::kCreating;
      shown.is_backfilling = false;
    }
    if (each.deletion) {
      description_of(answer, each.deletion->name).status = IndexStatus::kDeleting;
    }
    if (each.update && !switches_mode(before, update)) {
      show_index_update(description_of(answer, each.update->name), *each.update,
                        before.settings.index_settings.at(each.update->name), after, now);
    }
  }
}

void show_vector_updates(TableDescription& answer, const TableUpdate& update) {
  if (!update.vector_updates) return;
  for (const VectorIndexUpdate& each : *update.vector_updates) {
    IndexDescription& shown =
        description_of(answer, each.creation ? each.creation->name : each.deletion->name);
    shown.status = each.creation ? IndexStatus::kCreating : IndexStatus::kDeleting;
    if (each.creation) shown.is_backfilling = false;
  }
}

void show_mode_switch(TableDescription& answer, const TableState& before) {
  answer.billing =
      BillingModeDescription{answer.settings.billing_mode, std::nullopt};
  answer.warm->units = before.settings.warm;
  for (std::size_t i = 0; i < answer.indexes.size(); ++i) {
    const IndexSchema& index = answer.schema->indexes[i];
    const auto old = before.settings.index_settings.find(index.name);
    if (old == before.settings.index_settings.end()) continue;
    answer.indexes[i].status = IndexStatus::kUpdating;
    answer.indexes[i].warm->units = old->second.warm;
  }
}

// Everything that the request changes and that takes its time.
void note_ongoing(TableSettings& settings, const TableState& before, const TableUpdate& update) {
  using Kind = OngoingChange::Kind;
  auto shown = std::make_shared<TableSettings>(before.settings);
  shown->ongoing.clear();
  const auto note = [&](bool is_changed, Kind kind, const std::string& index = {}) {
    if (is_changed) settings.ongoing.push_back({kind, index, shown, settings.revision});
  };
  note(update.billing_mode.has_value(), Kind::kBillingMode);
  note(update.throughput && !update.billing_mode, Kind::kThroughput);
  note(update.stream.has_value(), Kind::kStream);
  note(update.table_class.has_value(), Kind::kTableClass);
  note(update.encryption.has_value(), Kind::kEncryption);
  note(!update.warm.empty(), Kind::kWarmThroughput);
  if (!update.index_updates || switches_mode(before, update)) return;
  for (const GlobalIndexUpdate& each : *update.index_updates) {
    if (!each.update) continue;
    note(each.update->throughput || has_maxima(each.update->on_demand), Kind::kIndexThroughput,
         each.update->name);
  }
}

bool deletes_an_index(const TableState& before, const TableState& after) {
  return after.schema->indexes.size() < before.schema->indexes.size();
}

bool shows_updating(const TableState& before, const TableState& after, const TableUpdate& update) {
  return update.throughput || update.billing_mode || update.stream || update.table_class ||
         before.schema != after.schema;
}

// Starts from what will be, and puts back what is still shown as it was.
TableDescription answer_to(const TableUpdate& update, const TableState& before,
                           const TableState& after, Timestamp now) {
  TableSettings shown = after.settings;
  shown.table_class = before.settings.table_class;
  shown.table_class_changes = before.settings.table_class_changes;
  const bool keeps_index = deletes_an_index(before, after);
  if (keeps_index) {
    shown.index_settings = before.settings.index_settings;
    shown.attribute_definitions = before.settings.attribute_definitions;
  }
  const auto& schema = keeps_index ? before.schema : after.schema;
  TableDescription answer = make_description(schema, std::move(shown), now);
  if (shows_updating(before, after, update)) answer.status = TableStatus::kUpdating;
  if (switches_mode(before, update)) {
    show_mode_switch(answer, before);
  } else {
    answer.settings.throughput =
        shown_throughput(before.settings.throughput, after.settings.throughput, now);
    answer.warm->units = before.settings.warm;
  }
  if (!update.warm.empty()) answer.warm->status = BackgroundStatus::kUpdating;
  if (has_maxima(update.on_demand)) {
    const bool is_new = switches_mode(before, update);
    answer.settings.on_demand = shown_maxima(
        is_new ? OnDemandThroughput{} : before.settings.on_demand, update.on_demand);
  }
  if (update.encryption) {
    answer.encryption = EncryptionDescription{BackgroundStatus::kUpdating, std::nullopt};
    if (before.settings.encryption) {
      answer.encryption->kms_key_arn = before.settings.encryption->kms_key_arn;
    }
  }
  show_index_updates(answer, update, before, after, now);
  show_vector_updates(answer, update);
  return answer;
}

}  // namespace

BillingMode mode_after(const TableState& before, const TableUpdate& update) {
  return update.billing_mode.value_or(before.settings.billing_mode);
}

PlannedUpdate plan_update(const TableState& before, const TableUpdate& update,
                          const UpdateContext& context) {
  check_table_conflicts(before, update);
  check_mode(before, update);
  check_index_updates(before, update, context.caller.region, context.now);
  check_vector_updates(before, update);
  check_table_changes(before, update, context.caller, context.now);
  TableState after = state_after(before, update, context);
  TableDescription answer = answer_to(update, before, after, context.now);
  if (context.durations.update.count() > 0) note_ongoing(after.settings, before, update);
  return {std::move(after), std::move(answer)};
}

}  // namespace stator::engine
