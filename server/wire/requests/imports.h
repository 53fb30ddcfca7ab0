// ImportTable, DescribeImport and ListImports.
#pragma once

#include "server/wire/requests/create_table.h"
#include "server/wire/requests/exports.h"

namespace stator::wire {

// The orders in which the service prints these are not known: the model's.
inline constexpr std::array<std::string_view, 3> kInputFormats{"DYNAMODB_JSON", "ION", "CSV"};
inline constexpr std::array<std::string_view, 3> kInputCompressionTypes{"GZIP", "ZSTD", "NONE"};

inline constexpr Constraint kCsvHeader{
    .length_min = 1, .length_max = 65536, .pattern = &kCsvHeaderPattern};

struct S3BucketSource {
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_bucket;
  std::optional<std::string> s3_key_prefix;

  static constexpr std::string_view kShapeName = "S3BucketSource";
  static constexpr auto fields() {
    using R = S3BucketSource;
    return std::array{
        field<&R::s3_bucket_owner>("S3BucketOwner", kS3BucketOwner),
        field<&R::s3_bucket>("S3Bucket", kS3Bucket),
        field<&R::s3_key_prefix>("S3KeyPrefix", kS3Prefix),
    };
  }
};

struct CsvOptions {
  std::optional<std::string> delimiter;
  std::optional<std::vector<std::string>> header_list;

  static constexpr std::string_view kShapeName = "CsvOptions";
  static constexpr auto fields() {
    using R = CsvOptions;
    constexpr const Constraint* kElement = &kCsvHeader;
    return std::array{
        field<&R::delimiter>(
            "Delimiter", {.length_min = 1, .length_max = 1, .pattern = &kCsvDelimiterPattern}),
        field<&R::header_list>("HeaderList",
                               {.length_min = 1, .length_max = 255, .element = kElement}),
    };
  }
};

struct InputFormatOptions {
  std::optional<CsvOptions> csv;

  static constexpr std::string_view kShapeName = "InputFormatOptions";
  static constexpr auto fields() {
    return std::array{field<&InputFormatOptions::csv>("Csv")};
  }
};

struct TableCreationParameters {
  std::optional<std::string> table_name;
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<std::string> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<SseSpecification> sse_specification;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<std::vector<VectorIndex>> vector_indexes;

  static constexpr std::string_view kShapeName = "TableCreationParameters";
  static constexpr auto fields() {
    using R = TableCreationParameters;
    return std::array{
        field<&R::table_name>("TableName", {.required = true,
                                            .length_min = 3,
                                            .length_max = 255,
                                            .name = NameRule::kPattern}),
        field<&R::attribute_definitions>("AttributeDefinitions", kRequired),
        field<&R::key_schema>("KeySchema", kTableKeySchema),
        field<&R::billing_mode>("BillingMode", kBillingMode),
        field<&R::provisioned_throughput>("ProvisionedThroughput"),
        field<&R::on_demand_throughput>("OnDemandThroughput"),
        field<&R::sse_specification>("SSESpecification"),
        field<&R::global_secondary_indexes>("GlobalSecondaryIndexes"),
        field<&R::vector_indexes>("VectorIndexes"),
    };
  }
};

struct ImportTableRequest {
  std::optional<std::string> client_token;
  std::optional<S3BucketSource> s3_bucket_source;
  std::optional<std::string> input_format;
  std::optional<InputFormatOptions> input_format_options;
  std::optional<std::string> input_compression_type;
  std::optional<TableCreationParameters> table_creation_parameters;

  static constexpr auto fields() {
    using R = ImportTableRequest;
    return std::array{
        field<&R::client_token>("ClientToken", kClientToken),
        field<&R::s3_bucket_source>("S3BucketSource", kRequired),
        field<&R::input_format>("InputFormat", {.required = true, .choices = kInputFormats}),
        field<&R::input_format_options>("InputFormatOptions"),
        field<&R::input_compression_type>("InputCompressionType",
                                          {.choices = kInputCompressionTypes}),
        field<&R::table_creation_parameters>("TableCreationParameters", kRequired),
    };
  }
};

struct DescribeImportRequest {
  std::optional<std::string> import_arn;

  static constexpr auto fields() {
    return std::array{field<&DescribeImportRequest::import_arn>("ImportArn", kJobArn)};
  }
};

struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<std::int32_t> page_size;
  std::optional<std::string> next_token;

  static constexpr auto fields() {
    using R = ListImportsRequest;
    return std::array{
        field<&R::table_arn>("TableArn", kFilteredTableArn),
        field<&R::page_size>("PageSize", kJobPage),
        field<&R::next_token>("NextToken", {.length_min = 112,
                                            .length_max = 1024,
                                            .pattern = &kHexadecimalTokenPattern}),
    };
  }
};

}  // namespace stator::wire
