// Every operation, one a line, in alphabetical order.

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/operations/batch_execute_statement.h"
#include "server/operations/batch_get_item.h"
#include "server/operations/batch_write_item.h"
#include "server/operations/cancel_bulk_operation.h"
#include "server/operations/create_backup.h"
#include "server/operations/create_global_table.h"
#include "server/operations/create_table.h"
#include "server/operations/delete_backup.h"
#include "server/operations/delete_item.h"
#include "server/operations/delete_resource_policy.h"
#include "server/operations/delete_table.h"
#include "server/operations/describe_backup.h"
#include "server/operations/describe_bulk_operation.h"
#include "server/operations/describe_continuous_backups.h"
#include "server/operations/describe_contributor_insights.h"
#include "server/operations/describe_endpoints.h"
#include "server/operations/describe_export.h"
#include "server/operations/describe_global_table.h"
#include "server/operations/describe_global_table_settings.h"
#include "server/operations/describe_import.h"
#include "server/operations/describe_limits.h"
#include "server/operations/describe_table.h"
#include "server/operations/describe_table_replica_auto_scaling.h"
#include "server/operations/execute_statement.h"
#include "server/operations/execute_transaction.h"
#include "server/operations/export_table_to_point_in_time.h"
#include "server/operations/get_item.h"
#include "server/operations/get_resource_policy.h"
#include "server/operations/import_table.h"
#include "server/operations/kinesis_destinations.h"
#include "server/operations/list_backups.h"
#include "server/operations/list_bulk_operations.h"
#include "server/operations/list_contributor_insights.h"
#include "server/operations/list_exports.h"
#include "server/operations/list_global_tables.h"
#include "server/operations/list_imports.h"
#include "server/operations/list_tables.h"
#include "server/operations/list_tags_of_resource.h"
#include "server/operations/operation.h"
#include "server/operations/put_item.h"
#include "server/operations/put_resource_policy.h"
#include "server/operations/query.h"
#include "server/operations/restore_table_from_backup.h"
#include "server/operations/restore_table_to_point_in_time.h"
#include "server/operations/scan.h"
#include "server/operations/search_vectors.h"
#include "server/operations/start_bulk_put_items.h"
#include "server/operations/streams.h"
#include "server/operations/tag_resource.h"
#include "server/operations/time_to_live.h"
#include "server/operations/transact_get_items.h"
#include "server/operations/transact_write_items.h"
#include "server/operations/untag_resource.h"
#include "server/operations/update_continuous_backups.h"
#include "server/operations/update_contributor_insights.h"
#include "server/operations/update_global_table.h"
#include "server/operations/update_global_table_settings.h"
#include "server/operations/update_item.h"
#include "server/operations/update_table.h"
#include "server/operations/update_table_replica_auto_scaling.h"

namespace stator::server {

namespace {

constexpr std::array kOperations{
    item_operation<BatchExecuteStatement>(),
    item_operation<BatchGetItem>(),
    item_operation<BatchWriteItem>(),
    operation<CancelBulkOperation>(),
    operation<CreateBackup>(),
    operation<CreateGlobalTable>(),
    operation<CreateTable>(),
    operation<DeleteBackup>(),
    item_operation<DeleteItem>(),
    operation<DeleteResourcePolicy>(),
    operation<DeleteTable>(),
    operation<DescribeBackup>(),
    operation<DescribeBulkOperation>(),
    operation<DescribeContinuousBackups>(),
    operation<DescribeContributorInsights>(),
    operation<DescribeEndpoints>(),
    operation<DescribeExport>(),
    operation<DescribeGlobalTable>(),
    operation<DescribeGlobalTableSettings>(),
    operation<DescribeImport>(),
    operation<DescribeKinesisStreamingDestination>(),
    operation<DescribeLimits>(),
    operation<DescribeStream>(),
    operation<DescribeTable>(),
    operation<DescribeTableReplicaAutoScaling>(),
    operation<DescribeTimeToLive>(),
    operation<DisableKinesisStreamingDestination>(),
    operation<EnableKinesisStreamingDestination>(),
    item_operation<ExecuteStatement>(),
    operation<ExecuteTransaction>(),
    operation<ExportTableToPointInTime>(),
    item_operation<GetItem>(),
    operation<GetRecords>(),
    operation<GetResourcePolicy>(),
    operation<GetShardIterator>(),
    operation<ImportTable>(),
    operation<ListBackups>(),
    operation<ListBulkOperations>(),
    operation<ListContributorInsights>(),
    operation<ListExports>(),
    operation<ListGlobalTables>(),
    operation<ListImports>(),
    operation<ListStreams>(),
    operation<ListTables>(),
    operation<ListTagsOfResource>(),
    item_operation<PutItem>(),
    operation<PutResourcePolicy>(),
    item_operation<Query>(),
    operation<RestoreTableFromBackup>(),
    operation<RestoreTableToPointInTime>(),
    item_operation<Scan>(),
    item_operation<SearchVectors>(),
    operation<StartBulkPutItems>(),
    operation<TagResource>(),
    operation<TransactGetItems>(),
    operation<TransactWriteItems>(),
    operation<UntagResource>(),
    operation<UpdateContinuousBackups>(),
    operation<UpdateContributorInsights>(),
    operation<UpdateGlobalTable>(),
    operation<UpdateGlobalTableSettings>(),
    item_operation<UpdateItem>(),
    operation<UpdateKinesisStreamingDestination>(),
    operation<UpdateTable>(),
    operation<UpdateTableReplicaAutoScaling>(),
    operation<UpdateTimeToLive>(),
};

static_assert(std::is_sorted(kOperations.begin(), kOperations.end(),
                             [](const Operation& a, const Operation& b) {
                               return a.name < b.name;
                             }),
              "operations are found by binary search");

constexpr std::string_view target_prefix(Service service) {
  return service == Service::kDynamoDb ? "DynamoDB_20120810" : "DynamoDBStreams_20120810";
}

}  // namespace

std::span<const Operation> operations() { return kOperations; }

const Operation* find_operation(std::string_view target) {
  const std::size_t dot = target.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string_view name = target.substr(dot + 1);
  const auto at = std::lower_bound(
      kOperations.begin(), kOperations.end(), name,
      [](const Operation& operation, std::string_view wanted) { return operation.name < wanted; });
  if (at == kOperations.end() || at->name != name) return nullptr;
  return target.substr(0, dot) == target_prefix(at->service) ? &*at : nullptr;
}

}  // namespace stator::server
