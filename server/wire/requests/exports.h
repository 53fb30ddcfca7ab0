// ExportTableToPointInTime, DescribeExport and ListExports.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

// The orders in which the service prints these are not known: the model's.
inline constexpr std::array<std::string_view, 2> kS3SseAlgorithms{"AES256", "KMS"};
inline constexpr std::array<std::string_view, 2> kExportFormats{"DYNAMODB_JSON", "ION"};
inline constexpr std::array<std::string_view, 2> kExportTypes{"FULL_EXPORT", "INCREMENTAL_EXPORT"};
inline constexpr std::array<std::string_view, 2> kExportViewTypes{"NEW_IMAGE",
                                                                  "NEW_AND_OLD_IMAGES"};

inline constexpr Constraint kJobArn{.required = true, .length_min = 37, .length_max = 1024};
inline constexpr Constraint kFilteredTableArn{.length_min = 1, .length_max = 1024};
inline constexpr Constraint kS3Bucket{
    .required = true, .length_max = 255, .pattern = &kS3BucketPattern};
inline constexpr Constraint kS3BucketOwner{.pattern = &kS3BucketOwnerPattern};
inline constexpr Constraint kClientToken{.pattern = &kClientTokenPattern};
inline constexpr Constraint kS3Prefix{.length_max = 1024};
inline constexpr Constraint kJobPage{.least = 1, .most = 25};

struct IncrementalExportSpecification {
  std::optional<Timestamp> export_from_time;
  std::optional<Timestamp> export_to_time;
  std::optional<std::string> export_view_type;

  static constexpr std::string_view kShapeName = "IncrementalExportSpecification";
  static constexpr auto fields() {
    using R = IncrementalExportSpecification;
    return std::array{
        field<&R::export_from_time>("ExportFromTime"),
        field<&R::export_to_time>("ExportToTime"),
        field<&R::export_view_type>("ExportViewType", {.choices = kExportViewTypes}),
    };
  }
};

struct FilterSpecification {
  std::optional<std::string> filter_expression;
  std::optional<std::string> projection_expression;
  std::optional<std::string> key_condition_expression;
  std::optional<WireNames> expression_attribute_names;
  std::optional<WireValues> expression_attribute_values;

  static constexpr std::string_view kShapeName = "FilterSpecification";
  static constexpr auto fields() {
    using R = FilterSpecification;
    return std::array{
        field<&R::filter_expression>("FilterExpression"),
        field<&R::projection_expression>("ProjectionExpression"),
        field<&R::key_condition_expression>("KeyConditionExpression"),
        field<&R::expression_attribute_names>("ExpressionAttributeNames"),
        field<&R::expression_attribute_values>("ExpressionAttributeValues"),
    };
  }
};

struct ExportTableToPointInTimeRequest {
  std::optional<std::string> table_arn;
  std::optional<Timestamp> export_time;
  std::optional<std::string> client_token;
  std::optional<std::string> s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  std::optional<std::string> s3_sse_algorithm;
  std::optional<std::string> s3_sse_kms_key_id;
  std::optional<std::string> export_format;
  std::optional<std::string> export_type;
  std::optional<IncrementalExportSpecification> incremental_export_specification;
  std::optional<FilterSpecification> filter_specification;

  static constexpr auto fields() {
    using R = ExportTableToPointInTimeRequest;
    return std::array{
        field<&R::table_arn>("TableArn", {.required = true, .length_min = 1, .length_max = 1024}),
        field<&R::export_time>("ExportTime"),
        field<&R::client_token>("ClientToken", kClientToken),
        field<&R::s3_bucket>("S3Bucket", kS3Bucket),
        field<&R::s3_bucket_owner>("S3BucketOwner", kS3BucketOwner),
        field<&R::s3_prefix>("S3Prefix", kS3Prefix),
        field<&R::s3_sse_algorithm>("S3SseAlgorithm", {.choices = kS3SseAlgorithms}),
        field<&R::s3_sse_kms_key_id>("S3SseKmsKeyId", {.length_min = 1, .length_max = 2048}),
        field<&R::export_format>("ExportFormat", {.choices = kExportFormats}),
        field<&R::export_type>("ExportType", {.choices = kExportTypes}),
        field<&R::incremental_export_specification>("IncrementalExportSpecification"),
        field<&R::filter_specification>("FilterSpecification"),
    };
  }
};

struct DescribeExportRequest {
  std::optional<std::string> export_arn;

  static constexpr auto fields() {
    return std::array{field<&DescribeExportRequest::export_arn>("ExportArn", kJobArn)};
  }
};

struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<std::int32_t> max_results;
  std::optional<std::string> next_token;

  static constexpr auto fields() {
    using R = ListExportsRequest;
    return std::array{
        field<&R::table_arn>("TableArn", kFilteredTableArn),
        field<&R::max_results>("MaxResults", kJobPage),
        field<&R::next_token>("NextToken"),
    };
  }
};

}  // namespace stator::wire
