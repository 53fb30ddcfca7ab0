// Errors of StartBulkPutItems win in this order. All texts are our own but for those on tables.
//
//   1  encryption of the output: a key without KMS, KMS without a key; no bucket
//   2  there is no such table
//   3  the token was used with other parameters
//   4  there is no directory that stands for S3
#include "engine/bulk_operations.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "engine/job_id.h"
#include "engine/table_lifecycle.h"
#include "model/entropy.h"
#include "model/error.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

constexpr std::string_view kKind = "bulk-operation";
constexpr std::size_t kTokenDigits = 16;
constexpr std::size_t kTimeDigits = 14;  // job_id.h

void check_output(const BulkOutput& output) {
  if (output.bucket.empty()) {
    throw invalid_parameter("S3Bucket is required in OutputS3Configuration");
  }
  if (!ObjectStore::is_key(output.prefix.value_or(""))) {
    throw invalid_parameter("S3KeyPrefix in OutputS3Configuration leaves the bucket");
  }
  const bool is_kms = output.sse_algorithm == "KMS";
  if (is_kms && !output.kms_key_id) {
    throw invalid_parameter("S3SseKmsKeyId is required when S3SseAlgorithm is KMS");
  }
  if (!is_kms && output.kms_key_id) {
    throw invalid_parameter("S3SseKmsKeyId can only be specified when S3SseAlgorithm is KMS");
  }
}

std::string arn_of(std::string_view id, const Caller& caller) {
  return fmt::format("arn:aws:dynamodb:{}:{}:{}/{}", caller.region, caller.account_id, kKind, id);
}

Error not_found(std::string_view arn) {
  return Error(ErrorCode::kResourceNotFound,
               fmt::format("Requested resource not found: Bulk operation: {} not found", arn));
}

bool is_done(BulkStatus status) {
  return status != BulkStatus::kInProgress && status != BulkStatus::kCancelling;
}

std::string space_of(const Engine& engine, const Caller& caller) {
  return namespace_of(engine.namespace_mode, caller);
}

}  // namespace

StartedBulk start_bulk_put(Engine& engine, BulkSpecification specification,
                           std::string_view table_name, std::string token,
                           std::string fingerprint, const Caller& caller) {
  using TokenUse = BulkOperations::TokenUse;
  check_output(specification.output);
  auto table = find_table(engine, table_name, caller);
  BulkOperation job;
  job.start = engine.clock.now();
  job.token = token.empty() ? make_uuid(engine.entropy) : std::move(token);
  job.fingerprint = std::move(fingerprint);
  job.specification = std::move(specification);
  job.arn = arn_of(make_job_id(job.start, engine.entropy), caller);
  {
    const storage::Table& seen = *table;
    const ReadLock lock(seen.mutex());
    job.table_id = seen.settings().id;
  }
  require_object_store(engine);
  auto use = engine.bulk_operations.add(space_of(engine, caller), job);
  if (use.first == TokenUse::kConflict) {
    throw Error(ErrorCode::kIdempotentParameterMismatch,
                "The ClientToken was used for another request with different parameters");
  }
  if (use.first == TokenUse::kReplay) return {*std::move(use.second), nullptr};
  return {std::move(job), std::move(table)};
}

BulkOperation describe_bulk(Engine& engine, std::string_view arn, const Caller& caller) {
  auto job = engine.bulk_operations.find(space_of(engine, caller), arn);
  if (!job) throw not_found(arn);
  return *std::move(job);
}

JobPage<BulkOperation> list_bulk(Engine& engine, std::size_t limit, std::string_view before,
                                 const Caller& caller) {
  JobPage<BulkOperation> page;
  page.jobs = engine.bulk_operations.list(space_of(engine, caller), before, limit + 1,
                                          engine.clock.now(),
                                          [](const BulkOperation&) { return true; });
  if (page.jobs.size() > limit) {
    page.jobs.pop_back();
    page.next_token = bulk_token(page.jobs.back().arn);
  }
  return page;
}

BulkOperation cancel_bulk(Engine& engine, std::string_view arn, const Caller& caller) {
  const std::string space = space_of(engine, caller);
  if (!engine.bulk_operations.find(space, arn)) throw not_found(arn);
  bool was_done = false;
  BulkOperation cancelled;
  engine.bulk_operations.update(space, arn, [&](BulkOperation& job) {
    was_done = is_done(job.bulk_status);
    if (!was_done) job.bulk_status = BulkStatus::kCancelling;
    cancelled = job;
  });
  if (was_done) {
    throw validation_error(fmt::format("The bulk operation is not in progress: {}", arn));
  }
  return cancelled;
}

// An identifier is 14 decimal digits, a hyphen and 8 hexadecimal digits.
std::string bulk_token(std::string_view arn) {
  const std::string_view id = arn.substr(arn.rfind('/') + 1);
  return fmt::format("{:0>16}{:0>16}", id.substr(0, kTimeDigits), id.substr(kTimeDigits + 1));
}

std::optional<std::string> bulk_arn_of_token(std::string_view token, const Caller& caller) {
  constexpr std::size_t kChanceDigits = 8;
  if (token.size() != 2 * kTokenDigits) return std::nullopt;
  const std::string id = fmt::format("{}-{}", token.substr(kTokenDigits - kTimeDigits, kTimeDigits),
                                     token.substr(2 * kTokenDigits - kChanceDigits));
  return arn_of(id, caller);
}

}  // namespace stator::engine
