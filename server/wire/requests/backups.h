// CreateBackup, DescribeBackup, ListBackups, DeleteBackup, RestoreTableFromBackup,
// DescribeContinuousBackups, UpdateContinuousBackups and RestoreTableToPointInTime.
#pragma once

#include "model/limits.h"
#include "server/wire/requests/create_table.h"

namespace stator::wire {

// The order in which the service prints it is not known: the model's.
inline constexpr std::array<std::string_view, 4> kBackupTypes{"USER", "SYSTEM", "AWS_BACKUP",
                                                              "ALL"};

inline constexpr Constraint kBackupArn{.required = true, .length_min = 37, .length_max = 1024};
inline constexpr Constraint kBackupName{
    .required = true, .length_min = 3, .length_max = 255, .name = NameRule::kPattern};
// A name, never an ARN.
inline constexpr Constraint kTargetTableName{
    .required = true, .length_min = 3, .length_max = 255, .name = NameRule::kPattern};

struct CreateBackupRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> backup_name;

  static constexpr auto fields() {
    using R = CreateBackupRequest;
    return std::array{
        field<&R::table_name>("TableName", kTableName),
        field<&R::backup_name>("BackupName", kBackupName),
    };
  }
};

struct DescribeBackupRequest {
  std::optional<std::string> backup_arn;

  static constexpr auto fields() {
    return std::array{field<&DescribeBackupRequest::backup_arn>("BackupArn", kBackupArn)};
  }
};

struct DeleteBackupRequest {
  std::optional<std::string> backup_arn;

  static constexpr auto fields() {
    return std::array{field<&DeleteBackupRequest::backup_arn>("BackupArn", kBackupArn)};
  }
};

struct ListBackupsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int32_t> limit;
  std::optional<Timestamp> time_range_lower_bound;
  std::optional<Timestamp> time_range_upper_bound;
  std::optional<std::string> exclusive_start_backup_arn;
  std::optional<std::string> backup_type;

  static constexpr auto fields() {
    using R = ListBackupsRequest;
    return std::array{
        field<&R::table_name>("TableName", {.name = NameRule::kTable}),
        field<&R::limit>("Limit", {.least = 1, .most = 100}),
        field<&R::time_range_lower_bound>("TimeRangeLowerBound"),
        field<&R::time_range_upper_bound>("TimeRangeUpperBound"),
        field<&R::exclusive_start_backup_arn>("ExclusiveStartBackupArn",
                                              {.length_min = 37, .length_max = 1024}),
        field<&R::backup_type>("BackupType", {.choices = kBackupTypes}),
    };
  }
};

struct RestoreTableFromBackupRequest {
  std::optional<std::string> target_table_name;
  std::optional<std::string> backup_arn;
  std::optional<std::string> billing_mode_override;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_index_override;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_index_override;
  std::optional<ProvisionedThroughput> provisioned_throughput_override;
  std::optional<OnDemandThroughput> on_demand_throughput_override;
  std::optional<SseSpecification> sse_specification_override;
  std::optional<std::vector<VectorIndex>> vector_index_override;

  static constexpr auto fields() {
    using R = RestoreTableFromBackupRequest;
    return std::array{
        field<&R::target_table_name>("TargetTableName", kTargetTableName),
        field<&R::backup_arn>("BackupArn", kBackupArn),
        field<&R::billing_mode_override>("BillingModeOverride", kBillingMode),
        field<&R::global_secondary_index_override>("GlobalSecondaryIndexOverride"),
        field<&R::local_secondary_index_override>("LocalSecondaryIndexOverride"),
        field<&R::provisioned_throughput_override>("ProvisionedThroughputOverride"),
        field<&R::on_demand_throughput_override>("OnDemandThroughputOverride"),
        field<&R::sse_specification_override>("SSESpecificationOverride"),
        field<&R::vector_index_override>("VectorIndexOverride"),
    };
  }
};

struct DescribeContinuousBackupsRequest {
  std::optional<std::string> table_name;

  static constexpr auto fields() {
    return std::array{field<&DescribeContinuousBackupsRequest::table_name>("TableName",
                                                                           kTableName)};
  }
};

struct PointInTimeRecoverySpecification {
  std::optional<bool> point_in_time_recovery_enabled;
  std::optional<std::int32_t> recovery_period_in_days;

  static constexpr std::string_view kShapeName = "PointInTimeRecoverySpecification";
  static constexpr auto fields() {
    using R = PointInTimeRecoverySpecification;
    return std::array{
        field<&R::point_in_time_recovery_enabled>("PointInTimeRecoveryEnabled", kRequired),
        field<&R::recovery_period_in_days>("RecoveryPeriodInDays",
                                           {.least = limits::kRecoveryPeriodDaysMin,
                                            .most = limits::kRecoveryPeriodDaysMax}),
    };
  }
};

struct UpdateContinuousBackupsRequest {
  std::optional<std::string> table_name;
  std::optional<PointInTimeRecoverySpecification> point_in_time_recovery_specification;

  static constexpr auto fields() {
    using R = UpdateContinuousBackupsRequest;
    return std::array{
        field<&R::table_name>("TableName", kTableName),
        field<&R::point_in_time_recovery_specification>("PointInTimeRecoverySpecification",
                                                        kRequired),
    };
  }
};

struct RestoreTableToPointInTimeRequest {
  std::optional<std::string> source_table_arn;
  std::optional<std::string> source_table_name;
  std::optional<std::string> target_table_name;
  std::optional<bool> use_latest_restorable_time;
  std::optional<Timestamp> restore_date_time;
  std::optional<std::string> billing_mode_override;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_index_override;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_index_override;
  std::optional<ProvisionedThroughput> provisioned_throughput_override;
  std::optional<OnDemandThroughput> on_demand_throughput_override;
  std::optional<SseSpecification> sse_specification_override;
  std::optional<std::vector<VectorIndex>> vector_index_override;

  static constexpr auto fields() {
    using R = RestoreTableToPointInTimeRequest;
    return std::array{
        field<&R::source_table_arn>("SourceTableArn", {.length_min = 1, .length_max = 1024}),
        field<&R::source_table_name>(
            "SourceTableName",
            {.length_min = 3, .length_max = 255, .name = NameRule::kPattern}),
        field<&R::target_table_name>("TargetTableName", kTargetTableName),
        field<&R::use_latest_restorable_time>("UseLatestRestorableTime"),
        field<&R::restore_date_time>("RestoreDateTime"),
        field<&R::billing_mode_override>("BillingModeOverride", kBillingMode),
        field<&R::global_secondary_index_override>("GlobalSecondaryIndexOverride"),
        field<&R::local_secondary_index_override>("LocalSecondaryIndexOverride"),
        field<&R::provisioned_throughput_override>("ProvisionedThroughputOverride"),
        field<&R::on_demand_throughput_override>("OnDemandThroughputOverride"),
        field<&R::sse_specification_override>("SSESpecificationOverride"),
        field<&R::vector_index_override>("VectorIndexOverride"),
    };
  }
};

}  // namespace stator::wire
