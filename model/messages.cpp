#include "model/messages.h"

#include <fmt/format.h>

namespace stator {
namespace {

// "string" or "binary", as messages on empty key values call the types.
std::string_view long_name(ScalarType type) {
  return type == ScalarType::kB ? "binary" : "string";
}

}  // namespace

Error number_error(NumberFault fault, std::string_view text) {
  return validation_error(number_message(fault, text));
}

std::string number_message(NumberFault fault, std::string_view text) {
  switch (fault) {
    case NumberFault::kNotANumber:
      break;
    case NumberFault::kOverflow:
      return "Number overflow. Attempting to store a number with magnitude larger than supported "
             "range";
    case NumberFault::kUnderflow:
      return "Number underflow. Attempting to store a number with magnitude smaller than "
             "supported range";
    case NumberFault::kTooManyDigits:
      return "Attempting to store more than 38 significant digits in a Number";
  }
  constexpr std::string_view kNotNumeric =
      "The parameter cannot be converted to a numeric value";
  return text.empty() ? std::string(kNotNumeric) : fmt::format("{}: {}", kNotNumeric, text);
}

namespace messages {

std::string missing_key(std::string_view attribute) {
  return fmt::format(
      "One or more parameter values were invalid: Missing the key {} in the item", attribute);
}

std::string key_type_mismatch(const KeyAttribute& expected, AttributeType actual) {
  return fmt::format(
      "One or more parameter values were invalid: Type mismatch for key {} expected: {} actual: {}",
      expected.name, scalar_type_name(expected.type), type_name(actual));
}

std::string empty_key_value(const KeyAttribute& key) {
  return fmt::format(
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty {} value. Key: {}",
      long_name(key.type), key.name);
}

std::string update_of_key(std::string_view attribute) {
  return fmt::format(
      "One or more parameter values were invalid: Cannot update attribute {}. This attribute is "
      "part of the key",
      attribute);
}

std::string nested_key_path(std::string_view attribute) {
  return fmt::format(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
      "allowed: Key: {}",
      attribute);
}

std::string index_key_type_mismatch(const KeyAttribute& expected, AttributeType actual,
                                    std::string_view index) {
  return fmt::format(
      "One or more parameter values were invalid: Type mismatch for Index Key {} Expected: {} "
      "Actual: {} IndexName: {}",
      expected.name, scalar_type_name(expected.type), type_name(actual), index);
}

std::string index_key_too_large(std::string_view attribute, std::size_t bytes,
                                std::size_t bytes_max, std::string_view index) {
  return fmt::format(
      "One or more parameter values were invalid: Size limit exceeded for Index Key {} Actual "
      "Size: {} bytes Max Size: {} bytes IndexName: {}",
      attribute, bytes, bytes_max, index);
}

std::string unsound_vector(std::string_view attribute, std::size_t dimensions,
                           std::string_view index) {
  return fmt::format(
      "One or more parameter values were invalid: Vector attribute {} must be a list of {} numbers "
      "that fit in 32-bit IEEE-754 floating point format IndexName: {}",
      attribute, dimensions, index);
}

std::string empty_index_key_put(const KeyAttribute& key, std::string_view index) {
  return fmt::format(
      "One or more parameter values are not valid. A value specified for a secondary index key is "
      "not supported. The AttributeValue for a key attribute cannot contain an empty {} value. "
      "IndexName: {}, IndexKey: {}",
      long_name(key.type), index, key.name);
}

std::string empty_index_key_update(const KeyAttribute& key) {
  return fmt::format(
      "One or more parameter values are not valid. The update expression attempted to update a "
      "secondary index key to a value that is not supported. The AttributeValue for a key "
      "attribute cannot contain an empty {} value.",
      long_name(key.type));
}

std::string nested_index_key_path(std::string_view attribute) {
  return fmt::format(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
      "allowed: IndexKey: {}",
      attribute);
}

std::string stream_not_found(std::string_view arn) {
  return fmt::format("Requested resource not found: Stream: {} not found", arn);
}

std::string iterator_needs(std::string_view member, std::string_view iterator_type) {
  return fmt::format("{} must be specified for ShardIteratorType {}", member, iterator_type);
}

std::string sequence_number_out_of_range(std::string_view number, std::string_view shard_id) {
  return fmt::format("Invalid SequenceNumber: {} is not in the range of shard {}", number,
                     shard_id);
}

std::string other_time_to_live_attribute(std::string_view attribute) {
  return fmt::format(
      "TimeToLive is active on a different AttributeName: current AttributeName is {}", attribute);
}

std::string kinesis_not_updatable(std::string_view stream_arn, std::string_view table) {
  return fmt::format(
      "Table is not in a valid state to enable Kinesis Streaming Destination: Kinesis streaming is "
      "not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: {}, kdsArn: {}",
      table, stream_arn);
}

std::string no_kinesis_destination(std::string_view stream_arn, std::string_view table) {
  return fmt::format(
      "Table is not in a valid state to enable Kinesis Streaming Destination: No streaming "
      "destination with streamArn: {} found for table with tableName: {}",
      stream_arn, table);
}

std::string same_kinesis_precision(std::string_view precision, std::string_view table_id,
                                   std::string_view stream_arn) {
  return fmt::format(
      "Invalid Request: Precision is already set to the desired value of {} for tableId: {}, "
      "kdsArn: {}",
      precision, table_id, stream_arn);
}

std::string duplicate_strings(std::string_view elements) {
  return fmt::format(
      "One or more parameter values were invalid: Input collection [{}] contains duplicates.",
      elements);
}

std::string duplicate_binaries(std::string_view elements) {
  return fmt::format(
      "One or more parameter values were invalid: Input collection [{}]of type BS contains "
      "duplicates.",
      elements);
}

}  // namespace messages
}  // namespace stator
