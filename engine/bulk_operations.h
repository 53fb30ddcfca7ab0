// StartBulkPutItems, DescribeBulkOperation, ListBulkOperations, CancelBulkOperation. How files are
// read is server/transfers/'s business.
//
// Errors: all functions throw Error, before anything has changed.
// Thread safety: all functions may be called from any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bulk_job.h"
#include "engine/engine.h"
#include "engine/exports.h"
#include "storage/table.h"

namespace stator::engine {

struct StartedBulk {
  BulkOperation job;
  std::shared_ptr<storage::Table> table;  // null when the token was used before
};

// Adds a job that is IN_PROGRESS. `table_name` is the bare name; `fingerprint` identifies the
// request. An empty token is replaced by one of chance.
StartedBulk start_bulk_put(Engine& engine, BulkSpecification specification,
                           std::string_view table_name, std::string token,
                           std::string fingerprint, const Caller& caller);

BulkOperation describe_bulk(Engine& engine, std::string_view arn, const Caller& caller);

// The latest first, starting after the one with the ARN `before` (empty: all).
JobPage<BulkOperation> list_bulk(Engine& engine, std::size_t limit, std::string_view before,
                                 const Caller& caller);

// The job is CANCELLING until its next slice of work. One that is done stays as it is, and is
// refused.
BulkOperation cancel_bulk(Engine& engine, std::string_view arn, const Caller& caller);

// Tokens of pages: sixteen hexadecimal digits for each part of an identifier. Nothing for what is
// no token.
std::string bulk_token(std::string_view arn);
std::optional<std::string> bulk_arn_of_token(std::string_view token, const Caller& caller);

}  // namespace stator::engine
