#include "model/error.h"

namespace stator {
namespace {

// The service's own exceptions; the validation framework's one; the protocol layer's.
constexpr std::string_view kDynamo = "com.amazonaws.dynamodb.v20120810#";
constexpr std::string_view kValidate = "com.amazon.coral.validate#";
constexpr std::string_view kService = "com.amazon.coral.service#";

// Lower-case "message" but where the service model (or, for SerializationException, captured
// answers of 2013 to 2021) has the upper-case one. Missing resources are 400 too (measured).
struct Row {
  ErrorCode code;
  ErrorSpelling spelling;
};
constexpr Row kRows[] = {
    {ErrorCode::kValidation, {"ValidationException", kValidate, "message", 400}},
    {ErrorCode::kSerialization, {"SerializationException", kService, "Message", 400}},
    {ErrorCode::kUnknownOperation, {"UnknownOperationException", kService, "message", 400}},
    {ErrorCode::kMissingAuthenticationToken,
     {"MissingAuthenticationTokenException", kService, "message", 400}},
    {ErrorCode::kIncompleteSignature, {"IncompleteSignatureException", kService, "message", 400}},
    {ErrorCode::kInvalidSignature, {"InvalidSignatureException", kService, "message", 400}},
    {ErrorCode::kAccessDenied, {"AccessDeniedException", kService, "Message", 400}},
    {ErrorCode::kUnrecognizedClient, {"UnrecognizedClientException", kService, "message", 400}},
    {ErrorCode::kConditionalCheckFailed,
     {"ConditionalCheckFailedException", kDynamo, "message", 400}},
    {ErrorCode::kItemCollectionSizeLimitExceeded,
     {"ItemCollectionSizeLimitExceededException", kDynamo, "message", 400}},
    {ErrorCode::kDuplicateItem, {"DuplicateItemException", kDynamo, "message", 400}},
    {ErrorCode::kTransactionCanceled, {"TransactionCanceledException", kDynamo, "Message", 400}},
    {ErrorCode::kTransactionInProgress,
     {"TransactionInProgressException", kDynamo, "Message", 400}},
    {ErrorCode::kIdempotentParameterMismatch,
     {"IdempotentParameterMismatchException", kDynamo, "Message", 400}},
    {ErrorCode::kResourceNotFound, {"ResourceNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kResourceInUse, {"ResourceInUseException", kDynamo, "message", 400}},
    {ErrorCode::kPolicyNotFound, {"PolicyNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kLimitExceeded, {"LimitExceededException", kDynamo, "message", 400}},
    {ErrorCode::kTableNotFound, {"TableNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kIndexNotFound, {"IndexNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kGlobalTableNotFound, {"GlobalTableNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kGlobalTableAlreadyExists,
     {"GlobalTableAlreadyExistsException", kDynamo, "message", 400}},
    {ErrorCode::kReplicaNotFound, {"ReplicaNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kReplicaAlreadyExists,
     {"ReplicaAlreadyExistsException", kDynamo, "message", 400}},
    {ErrorCode::kExpiredIterator, {"ExpiredIteratorException", kDynamo, "message", 400}},
    {ErrorCode::kTrimmedDataAccess, {"TrimmedDataAccessException", kDynamo, "message", 400}},
    {ErrorCode::kTableAlreadyExists, {"TableAlreadyExistsException", kDynamo, "message", 400}},
    {ErrorCode::kBackupNotFound, {"BackupNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kPointInTimeRecoveryUnavailable,
     {"PointInTimeRecoveryUnavailableException", kDynamo, "message", 400}},
    {ErrorCode::kInvalidRestoreTime, {"InvalidRestoreTimeException", kDynamo, "message", 400}},
    {ErrorCode::kInvalidExportTime, {"InvalidExportTimeException", kDynamo, "message", 400}},
    {ErrorCode::kExportConflict, {"ExportConflictException", kDynamo, "message", 400}},
    {ErrorCode::kExportNotFound, {"ExportNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kImportConflict, {"ImportConflictException", kDynamo, "message", 400}},
    {ErrorCode::kImportNotFound, {"ImportNotFoundException", kDynamo, "message", 400}},
    {ErrorCode::kInternalServerError, {"InternalServerError", kDynamo, "message", 500}},
};

// The table is indexed by code: its rows are in the order of the enumeration.
constexpr bool rows_are_in_order() {
  std::size_t position = 0;
  for (const Row& row : kRows) {
    if (static_cast<std::size_t>(row.code) != position++) return false;
  }
  return position == static_cast<std::size_t>(ErrorCode::kInternalServerError) + 1;
}
static_assert(rows_are_in_order());

}  // namespace

const ErrorSpelling& spelling(ErrorCode code) {
  return kRows[static_cast<std::size_t>(code)].spelling;
}

Error validation_error(std::string message, FaultClass fault) {
  return Error(ErrorCode::kValidation, std::move(message), fault);
}

Error invalid_parameter(std::string_view what, FaultClass fault) {
  std::string message = "One or more parameter values were invalid: ";
  message += what;
  return validation_error(std::move(message), fault);
}

}  // namespace stator
