// Every documented limit, named once. Source unless said otherwise: "Quotas in Amazon DynamoDB"
// in the developer guide. Units are last in the names.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stator::limits {

// Items and attributes.
inline constexpr std::size_t kItemBytesMax = 400 * 1024;
inline constexpr std::size_t kPartitionKeyBytesMax = 2048;
inline constexpr std::size_t kSortKeyBytesMax = 1024;
inline constexpr std::uint64_t kItemCollectionBytesMax = std::uint64_t{10} << 30;
inline constexpr std::size_t kAttributeNameBytesMax = 65535;
inline constexpr std::size_t kKeyAttributeNameBytesMax = 255;
inline constexpr std::size_t kNestingLevelsMax = 32;

// Numbers.
inline constexpr int kNumberDigitsMax = 38;
inline constexpr int kNumberExponentMax = 125;   // of the leading digit
inline constexpr int kNumberExponentMin = -130;  // of the leading digit

// Expressions.
inline constexpr std::size_t kExpressionBytesMax = 4096;
inline constexpr std::size_t kExpressionOperatorsMax = 300;
inline constexpr std::size_t kInOperandsMax = 100;
inline constexpr std::size_t kPlaceholderCharactersMax = 255;
inline constexpr std::size_t kSubstitutionBytesMax = 2 * 1024 * 1024;

// Tables and indexes.
inline constexpr std::size_t kTableNameCharactersMin = 3;
inline constexpr std::size_t kTableNameCharactersMax = 255;
inline constexpr std::size_t kTableArnCharactersMax = 1024;
inline constexpr std::size_t kGlobalIndexesMax = 20;
inline constexpr std::size_t kLocalIndexesMax = 5;
inline constexpr std::size_t kGlobalIndexHashAttributesMax = 4;
inline constexpr std::size_t kGlobalIndexRangeAttributesMax = 4;
inline constexpr std::size_t kVectorDimensionsMax = 4096;
inline constexpr std::size_t kProjectedAttributesMax = 100;  // over all indexes of a table

// Tags and policies of a table.
inline constexpr std::size_t kTagsMax = 50;
inline constexpr std::size_t kTagKeyCharactersMax = 128;
inline constexpr std::size_t kTagValueCharactersMax = 256;
inline constexpr std::size_t kTagSetBytesMax = 10 * 1024;  // keys and values of all tags
inline constexpr std::size_t kResourcePolicyBytesMax = 20 * 1024;

// Backups and point-in-time recovery.
inline constexpr int kRecoveryPeriodDaysMin = 1;
inline constexpr int kRecoveryPeriodDaysMax = 35;  // also the default, and a system backup's life

// Requests.
inline constexpr std::size_t kRequestBytesMax = 16 * 1024 * 1024;
inline constexpr std::size_t kBatchGetKeysMax = 100;
inline constexpr std::size_t kBatchGetResponseBytesMax = 16 * 1024 * 1024;
inline constexpr std::size_t kBatchWriteItemsMax = 25;
inline constexpr std::size_t kTransactionActionsMax = 100;
inline constexpr std::size_t kTransactionBytesMax = 4 * 1024 * 1024;
inline constexpr std::size_t kPageBytesMax = 1024 * 1024;
inline constexpr std::size_t kListContributorInsightsMax = 100;
inline constexpr std::size_t kTotalSegmentsMax = 1'000'000;
inline constexpr std::size_t kListTablesLimitMax = 100;
inline constexpr std::int64_t kClientRequestTokenMinutes = 10;

// PartiQL (developer guide, "PartiQL operators"; the API's model).
inline constexpr std::size_t kStatementCharactersMax = 8192;
inline constexpr std::size_t kBatchStatementsMax = 25;
inline constexpr std::size_t kStatementPartitionsMax = 50;  // values of a partition key with IN
inline constexpr std::size_t kStatementPageItemsMax = 10;   // when several partitions are read

// Capacity.
inline constexpr std::size_t kReadUnitBytes = 4096;
inline constexpr std::size_t kWriteUnitBytes = 1024;
inline constexpr std::int64_t kTableCapacityUnitsMax = 40'000;
inline constexpr std::int64_t kAccountCapacityUnitsMax = 80'000;
inline constexpr std::int64_t kOnDemandReadUnitsPerSecond = 12'000;
inline constexpr std::int64_t kOnDemandWriteUnitsPerSecond = 4'000;

}  // namespace stator::limits
