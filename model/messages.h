// The exact texts that more than one layer says. A text that one file alone uses stays there.
//
// Evidence is given per group: "measured" means seen on the service between 2021 and 2026,
// "captured" means seen on it between 2013 and 2021 and not again since. Odd spelling and blanks
// are the service's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/error.h"
#include "model/number.h"
#include "model/schema.h"

namespace stator {

// Why `text` is no number, as a ValidationException. Arithmetic, which has no text, passes "".
// Measured. Number faults are never prefixed by "1 validation error detected: " nor by the place
// they were found in, so their class is kOther.
Error number_error(NumberFault fault, std::string_view text);
// The message alone, for outcomes that are returned instead of thrown.
std::string number_message(NumberFault fault, std::string_view text);

namespace messages {

// Outcomes that errors and cancellation reasons share (measured).
inline constexpr std::string_view kCollectionTooLarge = "Collection size exceeded.";
inline constexpr std::string_view kConditionalRequestFailed = "The conditional request failed";
inline constexpr std::string_view kResourceNotFound = "Requested resource not found";
inline constexpr std::string_view kTransactionInProgress =
    "Transaction from previous request is still in progress";
inline constexpr std::string_view kInternalServerError = "Internal server error";

// PartiQL statements (measured).
inline constexpr std::string_view kDuplicateItem = "Duplicate primary key exists in table";
inline constexpr std::string_view kStatementWithoutKey =
    "Where clause does not contain a mandatory equality on all key attributes";

// Size of an item: puts of every kind, and updates (measured).
inline constexpr std::string_view kItemTooLarge =
    "Item size has exceeded the maximum allowed size";
inline constexpr std::string_view kUpdatedItemTooLarge =
    "Item size to update has exceeded the maximum allowed size";

// Keys (measured).
//
// The key of a request, by count, name or type of its attributes; also a BatchWriteItem put.
inline constexpr std::string_view kKeyElementMismatch =
    "The provided key element does not match the schema";
inline constexpr std::string_view kPartitionKeyTooLarge =
    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
    "limit of2048 bytes";
inline constexpr std::string_view kSortKeyTooLarge =
    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
    "size limit of 1024 bytes";
std::string missing_key(std::string_view attribute);
std::string key_type_mismatch(const KeyAttribute& expected, AttributeType actual);
// REQUIRES: the type of the key is S or B, the only ones that can be empty.
std::string empty_key_value(const KeyAttribute& key);
std::string update_of_key(std::string_view attribute);
std::string nested_key_path(std::string_view attribute);

// Keys of indexes (measured). Puts and updates differ on empty values.
std::string index_key_type_mismatch(const KeyAttribute& expected, AttributeType actual,
                                    std::string_view index);
// Our own: nobody has seen the service's.
std::string unsound_vector(std::string_view attribute, std::size_t dimensions,
                           std::string_view index);
// Captured (2015, 2018); a part of a key that is made of several attributes has the table's texts.
std::string index_key_too_large(std::string_view attribute, std::size_t bytes,
                                std::size_t bytes_max, std::string_view index);
std::string empty_index_key_put(const KeyAttribute& key, std::string_view index);
std::string empty_index_key_update(const KeyAttribute& key);
std::string nested_index_key_path(std::string_view attribute);

// Streams. The first two are measured, the third captured, the fourth is the documentation's; the
// rest are our own, because nobody has told the service's.
std::string stream_not_found(std::string_view arn);
inline constexpr std::string_view kShardNotFound =
    "Requested resource not found: Shard does not exist";
inline constexpr std::string_view kTrimmedDataAccess =
    "The data you are trying to access has been trimmed";
inline constexpr std::string_view kExpiredIterator =
    "The provided iterator exceeds the maximum age allowed.";
inline constexpr std::string_view kInvalidShardIterator = "Invalid ShardIterator";
// `member`: SequenceNumber or Timestamp.
std::string iterator_needs(std::string_view member, std::string_view iterator_type);
inline constexpr std::string_view kTimestampInFuture = "Timestamp must not be in the future";
std::string sequence_number_out_of_range(std::string_view number, std::string_view shard_id);
inline constexpr std::string_view kShardFilterNeedsShard =
    "ShardFilter of type CHILD_SHARDS must specify a ShardId";

// Time to Live (measured).
inline constexpr std::string_view kTimeToLiveEnabled = "TimeToLive is already enabled";
inline constexpr std::string_view kTimeToLiveDisabled = "TimeToLive is already disabled";
inline constexpr std::string_view kTimeToLiveChangedTooOften =
    "Time to live has been modified multiple times within a fixed interval";
std::string other_time_to_live_attribute(std::string_view attribute);

// Kinesis streaming destinations (measured).
inline constexpr std::string_view kKinesisNotDisabled =
    "Table is not in a valid state to enable Kinesis Streaming Destination: "
    "EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE "
    "operation.";
inline constexpr std::string_view kKinesisNotActive =
    "Table is not in a valid state to enable Kinesis Streaming Destination: "
    "KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.";
std::string kinesis_not_updatable(std::string_view stream_arn, std::string_view table);
std::string no_kinesis_destination(std::string_view stream_arn, std::string_view table);
inline constexpr std::string_view kKinesisDisableConfigured =
    "Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters";
inline constexpr std::string_view kKinesisEnableFailed =
    "User does not have a permission to use kinesis stream";
inline constexpr std::string_view kKinesisUpdateIsEmpty =
    "Streaming destination cannot be updated with given parameters: "
    "UpdateKinesisStreamingConfiguration cannot be null or contain only null values";
std::string same_kinesis_precision(std::string_view precision, std::string_view table_id,
                                   std::string_view stream_arn);

// Attribute values that the types of JSON cannot exclude. The service has begun to prefix those
// marked (a) with "1 validation error detected: " on some operations: their class is
// FaultClass::kAttributeValue. Measured but for the duplicates in NS and BS, which are captured.
inline constexpr std::string_view kEmptyAttributeValue =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
inline constexpr std::string_view kManyTypedAttributeValue =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
    "supported datatypes";
inline constexpr std::string_view kNullMustBeTrue =  // (a)
    "One or more parameter values were invalid: Null attribute value types must have the value of "
    "true";
inline constexpr std::string_view kEmptyStringSet =  // (a)
    "One or more parameter values were invalid: An string set  may not be empty";
inline constexpr std::string_view kEmptyNumberSet =  // (a)
    "One or more parameter values were invalid: An number set  may not be empty";
inline constexpr std::string_view kEmptyBinarySet =  // (a)
    "One or more parameter values were invalid: Binary sets should not be empty";
inline constexpr std::string_view kDuplicateNumbers =  // (a)
    "Input collection contains duplicates";
// `elements` is the set as sent, joined by ", ": binaries in base64. Both (a).
std::string duplicate_strings(std::string_view elements);
std::string duplicate_binaries(std::string_view elements);
inline constexpr std::string_view kAttributeNameTooLarge =  // (a), also behind "#name"
    "Attribute name is too large, must be less than 65536 bytes";
inline constexpr std::string_view kNestedTooDeeply =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

}  // namespace messages
}  // namespace stator
