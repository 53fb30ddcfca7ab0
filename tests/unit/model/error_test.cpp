#include "model/error.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "model/messages.h"

namespace stator {
namespace {

struct Spelled {
  ErrorCode code;
  std::string_view type;
  std::string_view message_key;
  unsigned status;
};

TEST(Error, CodesAreSpelledAsOnTheWire) {
  const std::vector<Spelled> cases = {
      {ErrorCode::kValidation, "com.amazon.coral.validate#ValidationException", "message", 400},
      {ErrorCode::kSerialization, "com.amazon.coral.service#SerializationException", "Message",
       400},
      {ErrorCode::kUnknownOperation, "com.amazon.coral.service#UnknownOperationException",
       "message", 400},
      {ErrorCode::kMissingAuthenticationToken,
       "com.amazon.coral.service#MissingAuthenticationTokenException", "message", 400},
      {ErrorCode::kIncompleteSignature, "com.amazon.coral.service#IncompleteSignatureException",
       "message", 400},
      {ErrorCode::kInvalidSignature, "com.amazon.coral.service#InvalidSignatureException",
       "message", 400},
      {ErrorCode::kAccessDenied, "com.amazon.coral.service#AccessDeniedException", "Message", 400},
      {ErrorCode::kConditionalCheckFailed,
       "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", "message", 400},
      {ErrorCode::kDuplicateItem, "com.amazonaws.dynamodb.v20120810#DuplicateItemException",
       "message", 400},
      {ErrorCode::kTransactionCanceled,
       "com.amazonaws.dynamodb.v20120810#TransactionCanceledException", "Message", 400},
      {ErrorCode::kTransactionInProgress,
       "com.amazonaws.dynamodb.v20120810#TransactionInProgressException", "Message", 400},
      {ErrorCode::kIdempotentParameterMismatch,
       "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", "Message", 400},
      {ErrorCode::kResourceNotFound, "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
       "message", 400},
      {ErrorCode::kResourceInUse, "com.amazonaws.dynamodb.v20120810#ResourceInUseException",
       "message", 400},
      {ErrorCode::kPolicyNotFound, "com.amazonaws.dynamodb.v20120810#PolicyNotFoundException",
       "message", 400},
      {ErrorCode::kLimitExceeded, "com.amazonaws.dynamodb.v20120810#LimitExceededException",
       "message", 400},
      {ErrorCode::kExpiredIterator, "com.amazonaws.dynamodb.v20120810#ExpiredIteratorException",
       "message", 400},
      {ErrorCode::kTrimmedDataAccess,
       "com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException", "message", 400},
      {ErrorCode::kTableNotFound, "com.amazonaws.dynamodb.v20120810#TableNotFoundException",
       "message", 400},
      {ErrorCode::kTableAlreadyExists,
       "com.amazonaws.dynamodb.v20120810#TableAlreadyExistsException", "message", 400},
      {ErrorCode::kBackupNotFound, "com.amazonaws.dynamodb.v20120810#BackupNotFoundException",
       "message", 400},
      {ErrorCode::kPointInTimeRecoveryUnavailable,
       "com.amazonaws.dynamodb.v20120810#PointInTimeRecoveryUnavailableException", "message",
       400},
      {ErrorCode::kInvalidRestoreTime,
       "com.amazonaws.dynamodb.v20120810#InvalidRestoreTimeException", "message", 400},
      {ErrorCode::kInvalidExportTime,
       "com.amazonaws.dynamodb.v20120810#InvalidExportTimeException", "message", 400},
      {ErrorCode::kExportConflict, "com.amazonaws.dynamodb.v20120810#ExportConflictException",
       "message", 400},
      {ErrorCode::kExportNotFound, "com.amazonaws.dynamodb.v20120810#ExportNotFoundException",
       "message", 400},
      {ErrorCode::kImportConflict, "com.amazonaws.dynamodb.v20120810#ImportConflictException",
       "message", 400},
      {ErrorCode::kImportNotFound, "com.amazonaws.dynamodb.v20120810#ImportNotFoundException",
       "message", 400},
      {ErrorCode::kInternalServerError, "com.amazonaws.dynamodb.v20120810#InternalServerError",
       "message", 500},
  };
  for (const auto& [code, type, message_key, status] : cases) {
    const ErrorSpelling& spelled = spelling(code);
    EXPECT_EQ(std::string(spelled.prefix) + std::string(spelled.name), type);
    EXPECT_EQ(spelled.message_key, message_key) << type;
    EXPECT_EQ(spelled.status, status) << type;
  }
}

TEST(Error, ShorthandsMakeValidationErrors) {
  const Error plain = validation_error("what");
  EXPECT_EQ(plain.code(), ErrorCode::kValidation);
  EXPECT_EQ(plain.message(), "what");
  EXPECT_STREQ(plain.what(), "what");
  EXPECT_EQ(plain.fault(), FaultClass::kOther);

  const Error parameter = invalid_parameter("what", FaultClass::kAttributeValue);
  EXPECT_EQ(parameter.code(), ErrorCode::kValidation);
  EXPECT_EQ(parameter.message(), "One or more parameter values were invalid: what");
  EXPECT_EQ(parameter.fault(), FaultClass::kAttributeValue);
}

struct NumberText {
  NumberFault fault;
  std::string_view text;
  std::string_view message;
};

TEST(Messages, NumberFaultsSayTheTextOnlyWhenItIsNoNumber) {
  const std::vector<NumberText> cases = {
      {NumberFault::kNotANumber, "", "The parameter cannot be converted to a numeric value"},
      {NumberFault::kNotANumber, "a{b}",
       "The parameter cannot be converted to a numeric value: a{b}"},
      {NumberFault::kOverflow, "1E126",
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {NumberFault::kUnderflow, "1E-131",
       "Number underflow. Attempting to store a number with magnitude smaller than supported "
       "range"},
      {NumberFault::kTooManyDigits, "",
       "Attempting to store more than 38 significant digits in a Number"},
  };
  for (const auto& [fault, text, message] : cases) {
    const Error error = number_error(fault, text);
    EXPECT_EQ(error.code(), ErrorCode::kValidation);
    EXPECT_EQ(error.fault(), FaultClass::kOther);
    EXPECT_EQ(error.message(), message);
    EXPECT_EQ(number_message(fault, text), message);
  }
}

TEST(Messages, KeyFaultsNameTheAttribute) {
  const KeyAttribute key = {"X", ScalarType::kS};
  const KeyAttribute binary_key = {"X", ScalarType::kB};
  EXPECT_EQ(messages::missing_key("X"),
            "One or more parameter values were invalid: Missing the key X in the item");
  EXPECT_EQ(messages::key_type_mismatch(key, AttributeType::kN),
            "One or more parameter values were invalid: Type mismatch for key X expected: S "
            "actual: N");
  EXPECT_EQ(messages::empty_key_value(key),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: X");
  EXPECT_EQ(messages::empty_key_value(binary_key),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty binary value. Key: X");
  EXPECT_EQ(messages::update_of_key("X"),
            "One or more parameter values were invalid: Cannot update attribute X. This attribute "
            "is part of the key");
  EXPECT_EQ(messages::nested_key_path("X"),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: Key: X");
}

TEST(Messages, IndexKeyFaultsNameTheIndex) {
  const KeyAttribute key = {"X", ScalarType::kS};
  EXPECT_EQ(messages::index_key_type_mismatch(key, AttributeType::kNull, "I"),
            "One or more parameter values were invalid: Type mismatch for Index Key X Expected: S "
            "Actual: NULL IndexName: I");
  EXPECT_EQ(messages::empty_index_key_put(key, "I"),
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: I, IndexKey: X");
  EXPECT_EQ(messages::empty_index_key_update(key),
            "One or more parameter values are not valid. The update expression attempted to "
            "update a secondary index key to a value that is not supported. The AttributeValue "
            "for a key attribute cannot contain an empty string value.");
  EXPECT_EQ(messages::nested_index_key_path("X"),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: IndexKey: X");
}

TEST(Messages, DuplicatesShowTheSet) {
  EXPECT_EQ(messages::duplicate_strings("a, a"),
            "One or more parameter values were invalid: Input collection [a, a] contains "
            "duplicates.");
  EXPECT_EQ(messages::duplicate_binaries("Yg==, Yg=="),
            "One or more parameter values were invalid: Input collection [Yg==, Yg==]of type BS "
            "contains duplicates.");
}

}  // namespace
}  // namespace stator
