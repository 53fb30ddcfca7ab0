// Every request struct that has a field table, for code that goes through all of them.
#pragma once

#include "server/wire/requests/auto_scaling.h"
#include "server/wire/requests/backups.h"
#include "server/wire/requests/batch_get_item.h"
#include "server/wire/requests/batch_write_item.h"
#include "server/wire/requests/bulk_operations.h"
#include "server/wire/requests/contributor_insights.h"
#include "server/wire/requests/create_table.h"
#include "server/wire/requests/delete_item.h"
#include "server/wire/requests/exports.h"
#include "server/wire/requests/get_item.h"
#include "server/wire/requests/global_table_settings.h"
#include "server/wire/requests/global_tables.h"
#include "server/wire/requests/imports.h"
#include "server/wire/requests/kinesis_destinations.h"
#include "server/wire/requests/put_item.h"
#include "server/wire/requests/query.h"
#include "server/wire/requests/resource_policies.h"
#include "server/wire/requests/scan.h"
#include "server/wire/requests/statements.h"
#include "server/wire/requests/streams.h"
#include "server/wire/requests/table_operations.h"
#include "server/wire/requests/tags.h"
#include "server/wire/requests/time_to_live.h"
#include "server/wire/requests/transact_get_items.h"
#include "server/wire/requests/transact_write_items.h"
#include "server/wire/requests/update_item.h"
#include "server/wire/requests/update_table.h"
#include "server/wire/requests/vector_indexes.h"

namespace stator::wire {

// The first half of the alphabet.
template <class Visit>
void for_each_request_before_g(Visit& visit) {
  visit.template operator()<BatchExecuteStatementRequest>("BatchExecuteStatement");
  visit.template operator()<BatchGetItemRequest>("BatchGetItem");
  visit.template operator()<BatchWriteItemRequest>("BatchWriteItem");
  visit.template operator()<CancelBulkOperationRequest>("CancelBulkOperation");
  visit.template operator()<CreateBackupRequest>("CreateBackup");
  visit.template operator()<CreateGlobalTableRequest>("CreateGlobalTable");
  visit.template operator()<CreateTableRequest>("CreateTable");
  visit.template operator()<DeleteBackupRequest>("DeleteBackup");
  visit.template operator()<DeleteItemRequest>("DeleteItem");
  visit.template operator()<DeleteResourcePolicyRequest>("DeleteResourcePolicy");
  visit.template operator()<DeleteTableRequest>("DeleteTable");
  visit.template operator()<DescribeBackupRequest>("DescribeBackup");
  visit.template operator()<DescribeBulkOperationRequest>("DescribeBulkOperation");
  visit.template operator()<DescribeContinuousBackupsRequest>("DescribeContinuousBackups");
  visit.template operator()<DescribeContributorInsightsRequest>("DescribeContributorInsights");
  visit.template operator()<DescribeEndpointsRequest>("DescribeEndpoints");
  visit.template operator()<DescribeExportRequest>("DescribeExport");
  visit.template operator()<DescribeGlobalTableRequest>("DescribeGlobalTable");
  visit.template operator()<DescribeGlobalTableSettingsRequest>("DescribeGlobalTableSettings");
  visit.template operator()<DescribeImportRequest>("DescribeImport");
  visit.template operator()<DescribeKinesisStreamingDestinationRequest>(
      "DescribeKinesisStreamingDestination");
  visit.template operator()<DescribeLimitsRequest>("DescribeLimits");
  visit.template operator()<DescribeStreamRequest>("DescribeStream");
  visit.template operator()<DescribeTableRequest>("DescribeTable");
  visit.template operator()<DescribeTableReplicaAutoScalingRequest>(
      "DescribeTableReplicaAutoScaling");
  visit.template operator()<DescribeTimeToLiveRequest>("DescribeTimeToLive");
  visit.template operator()<DisableKinesisStreamingDestinationRequest>(
      "DisableKinesisStreamingDestination");
  visit.template operator()<EnableKinesisStreamingDestinationRequest>(
      "EnableKinesisStreamingDestination");
  visit.template operator()<ExecuteStatementRequest>("ExecuteStatement");
  visit.template operator()<ExecuteTransactionRequest>("ExecuteTransaction");
  visit.template operator()<ExportTableToPointInTimeRequest>("ExportTableToPointInTime");
}

// Calls visit.template operator()<R>("GetItem") for each request, in alphabetical order.
template <class Visit>
void for_each_request(Visit visit) {
  for_each_request_before_g(visit);
  visit.template operator()<GetItemRequest>("GetItem");
  visit.template operator()<GetRecordsRequest>("GetRecords");
  visit.template operator()<GetResourcePolicyRequest>("GetResourcePolicy");
  visit.template operator()<GetShardIteratorRequest>("GetShardIterator");
  visit.template operator()<ImportTableRequest>("ImportTable");
  visit.template operator()<ListBackupsRequest>("ListBackups");
  visit.template operator()<ListBulkOperationsRequest>("ListBulkOperations");
  visit.template operator()<ListContributorInsightsRequest>("ListContributorInsights");
  visit.template operator()<ListExportsRequest>("ListExports");
  visit.template operator()<ListGlobalTablesRequest>("ListGlobalTables");
  visit.template operator()<ListImportsRequest>("ListImports");
  visit.template operator()<ListStreamsRequest>("ListStreams");
  visit.template operator()<ListTablesRequest>("ListTables");
  visit.template operator()<ListTagsOfResourceRequest>("ListTagsOfResource");
  visit.template operator()<PutItemRequest>("PutItem");
  visit.template operator()<PutResourcePolicyRequest>("PutResourcePolicy");
  visit.template operator()<QueryRequest>("Query");
  visit.template operator()<RestoreTableFromBackupRequest>("RestoreTableFromBackup");
  visit.template operator()<RestoreTableToPointInTimeRequest>("RestoreTableToPointInTime");
  visit.template operator()<ScanRequest>("Scan");
  visit.template operator()<SearchVectorsRequest>("SearchVectors");
  visit.template operator()<StartBulkPutItemsRequest>("StartBulkPutItems");
  visit.template operator()<TagResourceRequest>("TagResource");
  visit.template operator()<TransactGetItemsRequest>("TransactGetItems");
  visit.template operator()<TransactWriteItemsRequest>("TransactWriteItems");
  visit.template operator()<UntagResourceRequest>("UntagResource");
  visit.template operator()<UpdateContinuousBackupsRequest>("UpdateContinuousBackups");
  visit.template operator()<UpdateContributorInsightsRequest>("UpdateContributorInsights");
  visit.template operator()<UpdateGlobalTableRequest>("UpdateGlobalTable");
  visit.template operator()<UpdateGlobalTableSettingsRequest>("UpdateGlobalTableSettings");
  visit.template operator()<UpdateItemRequest>("UpdateItem");
  visit.template operator()<UpdateKinesisStreamingDestinationRequest>(
      "UpdateKinesisStreamingDestination");
  visit.template operator()<UpdateTableRequest>("UpdateTable");
  visit.template operator()<UpdateTableReplicaAutoScalingRequest>("UpdateTableReplicaAutoScaling");
  visit.template operator()<UpdateTimeToLiveRequest>("UpdateTimeToLive");
}

}  // namespace stator::wire
