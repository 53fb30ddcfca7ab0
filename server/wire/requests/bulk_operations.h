// StartBulkPutItems, DescribeBulkOperation, ListBulkOperations, CancelBulkOperation.
#pragma once

#include "server/wire/requests/common.h"
#include "server/wire/requests/exports.h"
#include "server/wire/requests/imports.h"

namespace stator::wire {

// The orders in which the service prints these are not known: the model's.
inline constexpr std::array<std::string_view, 2> kBulkInputFormats{"DYNAMODB_JSON", "ION"};
inline constexpr std::array<std::string_view, 2> kBulkOutputTypes{"ERROR",
                                                                  "CONDITION_CHECK_FAILURE"};
inline constexpr std::array<std::string_view, 2> kBulkPerformanceTiers{"STANDARD", "ACCELERATED"};

inline constexpr Constraint kBulkOutputType{.choices = kBulkOutputTypes};
inline constexpr Constraint kBulkOperationArn{
    .required = true, .length_min = 37, .length_max = 1024};

struct InputS3Configuration {
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_bucket;
  std::optional<std::string> s3_key_prefix;
  std::optional<std::string> input_format;
  std::optional<std::string> input_compression_type;

  static constexpr std::string_view kShapeName = "InputS3Configuration";
  static constexpr auto fields() {
    using R = InputS3Configuration;
    return std::array{
        field<&R::s3_bucket_owner>("S3BucketOwner", {.pattern = &kS3BucketOwnerPattern}),
        field<&R::s3_bucket>("S3Bucket", {.required = true,
                                          .length_max = 255,
                                          .pattern = &kS3BucketPattern}),
        field<&R::s3_key_prefix>("S3KeyPrefix", {.length_max = 1024}),
        field<&R::input_format>("InputFormat", {.required = true, .choices = kBulkInputFormats}),
        field<&R::input_compression_type>("InputCompressionType",
                                          {.choices = kInputCompressionTypes}),
    };
  }
};

struct OutputS3Configuration {
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_bucket;
  std::optional<std::string> s3_key_prefix;
  std::optional<std::string> s3_sse_algorithm;
  std::optional<std::string> s3_sse_kms_key_id;
  std::optional<std::vector<std::string>> output_type;

  static constexpr std::string_view kShapeName = "OutputS3Configuration";
  static constexpr auto fields() {
    using R = OutputS3Configuration;
    constexpr const Constraint* kElement = &kBulkOutputType;
    return std::array{
        field<&R::s3_bucket_owner>("S3BucketOwner", {.pattern = &kS3BucketOwnerPattern}),
        field<&R::s3_bucket>("S3Bucket", {.length_max = 255, .pattern = &kS3BucketPattern}),
        field<&R::s3_key_prefix>("S3KeyPrefix", {.length_max = 1024}),
        field<&R::s3_sse_algorithm>("S3SseAlgorithm", {.choices = kS3SseAlgorithms}),
        field<&R::s3_sse_kms_key_id>("S3SseKmsKeyId", {.length_min = 1, .length_max = 2048}),
        field<&R::output_type>("OutputType", {.required = true, .element = kElement}),
    };
  }
};

struct StartBulkPutItemsRequest {
  std::optional<std::string> client_token;
  std::optional<InputS3Configuration> input;
  std::optional<OutputS3Configuration> output;
  std::optional<std::string> table_name;
  std::optional<std::int64_t> max_write_request_units;
  std::optional<std::string> performance_tier;

  static constexpr auto fields() {
    using R = StartBulkPutItemsRequest;
    return std::array{
        field<&R::client_token>("ClientToken", {.pattern = &kClientTokenPattern}),
        field<&R::input>("InputS3Configuration", kRequired),
        field<&R::output>("OutputS3Configuration", kRequired),
        field<&R::table_name>("TableName", kItemTableName),
        field<&R::max_write_request_units>("MaxWriteRequestUnits", {.least = 1024}),
        field<&R::performance_tier>("PerformanceTier", {.choices = kBulkPerformanceTiers}),
    };
  }
};

struct DescribeBulkOperationRequest {
  std::optional<std::string> bulk_operation_arn;

  static constexpr auto fields() {
    using R = DescribeBulkOperationRequest;
    return std::array{field<&R::bulk_operation_arn>("BulkOperationArn", kBulkOperationArn)};
  }
};

struct CancelBulkOperationRequest {
  std::optional<std::string> bulk_operation_arn;

  static constexpr auto fields() {
    using R = CancelBulkOperationRequest;
    return std::array{field<&R::bulk_operation_arn>("BulkOperationArn", kBulkOperationArn)};
  }
};

struct ListBulkOperationsRequest {
  std::optional<std::int32_t> max_results;
  std::optional<std::string> next_token;

  static constexpr auto fields() {
    using R = ListBulkOperationsRequest;
    return std::array{
        field<&R::max_results>("MaxResults", {.least = 1, .most = 25}),
        field<&R::next_token>("NextToken", {.length_min = 1,
                                            .length_max = 1024,
                                            .pattern = &kHexadecimalTokenPattern}),
    };
  }
};

}  // namespace stator::wire
