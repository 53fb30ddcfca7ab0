// Every operation, one a line, in alphabetical order.

#include <algorithm>
#include <array>

#include "server/operations/batch_get_item.h"
#include "server/operations/batch_write_item.h"
#include "server/operations/create_backup.h"
#include "server/operations/create_table.h"
#include "server/operations/delete_backup.h"
#include "server/operations/delete_item.h"
#include "server/operations/delete_resource_policy.h"
#include "server/operations/delete_table.h"
#include "server/operations/describe_backup.h"
#include "server/operations/describe_continuous_backups.h"
#include "server/operations/describe_contributor_insights.h"
#include "server/operations/describe_endpoints.h"
#include "server/operations/describe_export.h"
#include "server/operations/describe_import.h"
#include "server/operations/describe_limits.h"
#include "server/operations/describe_table.h"
#include "server/operations/describe_table_replica_auto_scaling.h"
#include "server/operations/export_table_to_point_in_time.h"
#include "server/operations/get_item.h"
#include "server/operations/get_resource_policy.h"
#include "server/operations/import_table.h"
#include "server/operations/list_backups.h"
#include "server/operations/list_contributor_insights.h"
#include "server/operations/list_exports.h"
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
#include "server/operations/tag_resource.h"
#include "server/operations/transact_get_items.h"
#include "server/operations/transact_write_items.h"
#include "server/operations/untag_resource.h"
#include "server/operations/update_continuous_backups.h"
#include "server/operations/update_contributor_insights.h"
#include "server/operations/update_item.h"
#include "server/operations/update_table.h"
#include "server/operations/update_table_replica_auto_scaling.h"

namespace stator::server {

namespace {

constexpr std::array kOperations{
    operation<BatchGetItem>(),
    operation<BatchWriteItem>(),
    operation<CreateBackup>(),
    operation<CreateTable>(),
    operation<DeleteBackup>(),
    operation<DeleteItem>(),
    operation<DeleteResourcePolicy>(),
    operation<DeleteTable>(),
    operation<DescribeBackup>(),
    operation<DescribeContinuousBackups>(),
    operation<DescribeContributorInsights>(),
    operation<DescribeEndpoints>(),
    operation<DescribeExport>(),
    operation<DescribeImport>(),
    operation<DescribeLimits>(),
    operation<DescribeTable>(),
    operation<DescribeTableReplicaAutoScaling>(),
    operation<ExportTableToPointInTime>(),
    operation<GetItem>(),
    operation<GetResourcePolicy>(),
    operation<ImportTable>(),
    operation<ListBackups>(),
    operation<ListContributorInsights>(),
    operation<ListExports>(),
    operation<ListImports>(),
    operation<ListTables>(),
    operation<ListTagsOfResource>(),
    operation<PutItem>(),
    operation<PutResourcePolicy>(),
    operation<Query>(),
    operation<RestoreTableFromBackup>(),
    operation<RestoreTableToPointInTime>(),
    operation<Scan>(),
    operation<SearchVectors>(),
    operation<TagResource>(),
    operation<TransactGetItems>(),
    operation<TransactWriteItems>(),
    operation<UntagResource>(),
    operation<UpdateContinuousBackups>(),
    operation<UpdateContributorInsights>(),
    operation<UpdateItem>(),
    operation<UpdateTable>(),
    operation<UpdateTableReplicaAutoScaling>(),
};

static_assert(std::is_sorted(kOperations.begin(), kOperations.end(),
                             [](const Operation& a, const Operation& b) {
                               return a.name < b.name;
                             }),
              "operations are found by binary search");

}  // namespace

std::span<const Operation> operations() { return kOperations; }

const Operation* find_operation(std::string_view target) {
  constexpr std::string_view kService = "DynamoDB_20120810.";
  if (!target.starts_with(kService)) return nullptr;
  const std::string_view name = target.substr(kService.size());
  const auto at = std::lower_bound(
      kOperations.begin(), kOperations.end(), name,
      [](const Operation& operation, std::string_view wanted) { return operation.name < wanted; });
  return at != kOperations.end() && at->name == name ? &*at : nullptr;
}

}  // namespace stator::server
