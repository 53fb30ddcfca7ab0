// The members of the model's structs, for codec.h.
#pragma once

#include "model/auto_scaling.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/journal/codec.h"

namespace stator::storage {

// What is derived from the rest is written, too: that is shorter than deriving it.
STATOR_MEMBERS(KeyAttribute, name, type);
STATOR_MEMBERS(KeySchema, hash, range);
STATOR_MEMBERS(IndexProjection, type, non_key_attributes);
STATOR_MEMBERS(VectorSettings, attribute, dimensions, distance, inline_filters);
STATOR_MEMBERS(IndexSchema, name, kind, key, projection, projected_attributes, vector, phase);
STATOR_MEMBERS(TableSchema, name, key, indexes);

STATOR_MEMBERS(Throughput, read_capacity_units, write_capacity_units);
STATOR_MEMBERS(OnDemandThroughput, max_read_request_units, max_write_request_units);
STATOR_MEMBERS(ProvisionedThroughput, units, decreases_today, last_increase, last_decrease);
STATOR_MEMBERS(WarmThroughput, read_units_per_second, write_units_per_second);
STATOR_MEMBERS(IndexSettings, throughput, on_demand, warm);
STATOR_MEMBERS(StreamSettings, enabled, view_type, label);
STATOR_MEMBERS(TimeToLiveSettings, enabled, attribute, changed);
STATOR_MEMBERS(KinesisDestination, stream_arn, is_active, precision);
STATOR_MEMBERS(EncryptionSettings, kms_key_arn);
STATOR_MEMBERS(ResourcePolicy, document, revision_id);
STATOR_MEMBERS(InsightsSettings, is_enabled, mode, last_update, enabled_since);
STATOR_MEMBERS(OngoingChange, kind, index, before, revision);

STATOR_MEMBERS(ScalingPolicy, name, disable_scale_in, scale_in_cooldown_seconds,
               scale_out_cooldown_seconds, target_value);
STATOR_MEMBERS(AutoScaling, minimum_units, maximum_units, is_disabled, role_arn, policy);
STATOR_MEMBERS(CapacityAutoScaling, read, write);
STATOR_MEMBERS(TableAutoScaling, table, indexes);

STATOR_MEMBERS(TableSettings, revision, status, ongoing, id, arn, created, attribute_definitions,
               billing_mode, last_update_to_pay_per_request, throughput, on_demand, warm,
               index_settings, stream, time_to_live, kinesis_destinations, encryption,
               encryption_changes, table_class, table_class_changes, deletion_protection, insights,
               auto_scaling, tags, policies, last_policy_revision);

}  // namespace stator::storage
