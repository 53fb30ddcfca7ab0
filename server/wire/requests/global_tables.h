// The operations on global tables of version 2017.11.29.
#pragma once

#include "server/wire/requests/table_settings.h"

namespace stator::wire {

// A bare name, never an ARN.
inline constexpr Constraint kGlobalTableName{
    .required = true, .length_min = 3, .length_max = 255, .name = NameRule::kPattern};

struct LegacyReplica {
  std::optional<std::string> region_name;

  static constexpr std::string_view kShapeName = "Replica";
  static constexpr auto fields() {
    return std::array{field<&LegacyReplica::region_name>("RegionName")};
  }
};

struct CreateGlobalTableRequest {
  std::optional<std::string> global_table_name;
  std::optional<std::vector<LegacyReplica>> replication_group;

  static constexpr auto fields() {
    using R = CreateGlobalTableRequest;
    return std::array{
        field<&R::global_table_name>("GlobalTableName", kGlobalTableName),
        field<&R::replication_group>("ReplicationGroup", kRequired),
    };
  }
};

struct DescribeGlobalTableRequest {
  std::optional<std::string> global_table_name;

  static constexpr auto fields() {
    return std::array{field<&DescribeGlobalTableRequest::global_table_name>("GlobalTableName",
                                                                            kGlobalTableName)};
  }
};

struct DescribeGlobalTableSettingsRequest {
  std::optional<std::string> global_table_name;

  static constexpr auto fields() {
    return std::array{field<&DescribeGlobalTableSettingsRequest::global_table_name>(
        "GlobalTableName", kGlobalTableName)};
  }
};

struct ListGlobalTablesRequest {
  std::optional<std::string> exclusive_start_global_table_name;
  std::optional<std::int32_t> limit;
  std::optional<std::string> region_name;

  static constexpr auto fields() {
    using R = ListGlobalTablesRequest;
    return std::array{
        field<&R::exclusive_start_global_table_name>(
            "ExclusiveStartGlobalTableName",
            {.length_min = 3, .length_max = 255, .name = NameRule::kPattern}),
        field<&R::limit>("Limit", {.least = 1}),
        field<&R::region_name>("RegionName"),
    };
  }
};

struct CreateReplicaAction {
  std::optional<std::string> region_name;

  static constexpr std::string_view kShapeName = "CreateReplicaAction";
  static constexpr auto fields() {
    return std::array{field<&CreateReplicaAction::region_name>("RegionName", kRequired)};
  }
};

struct DeleteReplicaAction {
  std::optional<std::string> region_name;

  static constexpr std::string_view kShapeName = "DeleteReplicaAction";
  static constexpr auto fields() {
    return std::array{field<&DeleteReplicaAction::region_name>("RegionName", kRequired)};
  }
};

struct LegacyReplicaUpdate {
  std::optional<CreateReplicaAction> create;
  std::optional<DeleteReplicaAction> delete_;

  static constexpr std::string_view kShapeName = "ReplicaUpdate";
  static constexpr auto fields() {
    using R = LegacyReplicaUpdate;
    return std::array{
        field<&R::create>("Create"),
        field<&R::delete_>("Delete"),
    };
  }
};

struct UpdateGlobalTableRequest {
  std::optional<std::string> global_table_name;
  std::optional<std::vector<LegacyReplicaUpdate>> replica_updates;

  static constexpr auto fields() {
    using R = UpdateGlobalTableRequest;
    return std::array{
        field<&R::global_table_name>("GlobalTableName", kGlobalTableName),
        field<&R::replica_updates>("ReplicaUpdates", kRequired),
    };
  }
};

}  // namespace stator::wire
