// What can go wrong, with everything that the wire needs to say it and nothing of HTTP.
//
// Bad requests are thrown as Error while a request is decoded and planned; outcomes of evaluation
// (a failed condition, a wrong operand type in a stored item) are returned as values, and never
// thrown while a lock is held.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/item.h"

namespace stator {

enum class ErrorCode {
  kValidation,
  kSerialization,
  kUnknownOperation,
  kMissingAuthenticationToken,
  kIncompleteSignature,
  kInvalidSignature,
  kAccessDenied,
  kUnrecognizedClient,
  kConditionalCheckFailed,
  kItemCollectionSizeLimitExceeded,
  kDuplicateItem,
  kTransactionCanceled,
  kTransactionInProgress,
  kIdempotentParameterMismatch,
  kResourceNotFound,
  kResourceInUse,
  kPolicyNotFound,
  kLimitExceeded,
  kTableNotFound,  // of global tables, backups and exports; others say kResourceNotFound
  kIndexNotFound,
  kGlobalTableNotFound,
  kGlobalTableAlreadyExists,
  kReplicaNotFound,
  kReplicaAlreadyExists,
  kExpiredIterator,
  kTrimmedDataAccess,
  kTableAlreadyExists,
  kBackupNotFound,
  kPointInTimeRecoveryUnavailable,
  kInvalidRestoreTime,
  kInvalidExportTime,
  kExportConflict,
  kExportNotFound,
  kImportConflict,
  kImportNotFound,
  kInternalServerError,
};

// How the wire spells an error code.
struct ErrorSpelling {
  std::string_view name;         // "ValidationException"
  std::string_view prefix;       // "com.amazon.coral.validate#"
  std::string_view message_key;  // "message" or "Message"
  unsigned status;               // HTTP status
};
const ErrorSpelling& spelling(ErrorCode code);

// The kind of a validation fault. In 2026 the service began, operation by operation, to put
// "1 validation error detected: " before the messages of some kinds; server/wire/envelope.cpp
// holds that table.
enum class FaultClass {
  kOther,           // never prefixed
  kAttributeValue,  // empty or duplicate sets, NULL false, ... inside the request's values
  kExpression,      // syntax, size, operands, names and values of expressions
  kUnusedNames,     // unused ExpressionAttributeNames or -Values
  kMixedParameters, // expression and legacy parameters, or parts of Expected, together
  kReturnValues,    // a ReturnValues that the operation does not support
  kSelect,          // Select against projection
};

// Why one action of a cancelled transaction failed, or {"None"} when it did not.
struct CancellationReason {
  std::string code = "None";
  std::string message;  // empty: absent
  ItemRef item;         // the stored item, when the action asked for it
};

class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message, FaultClass fault = FaultClass::kOther)
      : code_(code), fault_(fault), message_(std::move(message)) {}

  ErrorCode code() const { return code_; }
  FaultClass fault() const { return fault_; }
  const std::string& message() const { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

  // ResourceNotFound: the table that is not there; empty where it is something else.
  std::string table_name;
  // ConditionalCheckFailed: the stored item, when the request asked for it.
  ItemRef item;
  // TransactionCanceled: one reason per action, in request order.
  std::vector<CancellationReason> cancellation_reasons;

 private:
  ErrorCode code_;
  FaultClass fault_;
  std::string message_;
};

// Shorthands for the commonest.
Error validation_error(std::string message, FaultClass fault = FaultClass::kOther);
// "One or more parameter values were invalid: <what>"
Error invalid_parameter(std::string_view what, FaultClass fault = FaultClass::kOther);

}  // namespace stator
