#include "server/operations/import_table.h"

#include "engine/imports.h"
#include "server/operations/import_json.h"
#include "server/operations/parameters.h"
#include "server/operations/table_request.h"
#include "server/operations/vector_request.h"
#include "server/transfers/import_job.h"
#include "server/wire/fingerprint.h"

namespace stator::server {
namespace {

engine::DataFormat to_format(const std::string& format) {
  if (format == "ION") return engine::DataFormat::kIon;
  return format == "CSV" ? engine::DataFormat::kCsv : engine::DataFormat::kDynamoDbJson;
}

engine::ImportSource to_source(const wire::ImportTableRequest& request) {
  engine::ImportSource source;
  source.bucket = *request.s3_bucket_source->s3_bucket;
  source.bucket_owner = request.s3_bucket_source->s3_bucket_owner;
  source.prefix = request.s3_bucket_source->s3_key_prefix;
  source.format = to_format(*request.input_format);
  if (request.input_format_options && request.input_format_options->csv) {
    const wire::CsvOptions& csv = *request.input_format_options->csv;
    source.csv.emplace();
    if (csv.delimiter) source.csv->delimiter = csv.delimiter->front();
    source.csv->headers = csv.header_list;
  }
  if (is(request.input_compression_type, "GZIP")) {
    source.compression = engine::InputCompression::kGzip;
  }
  if (is(request.input_compression_type, "ZSTD")) {
    source.compression = engine::InputCompression::kZstd;
  }
  return source;
}

engine::TableDefinition to_definition(const wire::TableCreationParameters& parameters) {
  engine::TableDefinition definition;
  definition.name = *parameters.table_name;
  definition.attribute_definitions = to_definitions(*parameters.attribute_definitions);
  definition.key = to_key(*parameters.key_schema);
  if (parameters.billing_mode) definition.billing_mode = to_billing_mode(*parameters.billing_mode);
  definition.throughput = to_throughput(parameters.provisioned_throughput);
  definition.on_demand = to_on_demand(parameters.on_demand_throughput);
  definition.encryption = to_encryption(parameters.sse_specification);
  if (parameters.global_secondary_indexes) {
    auto& indexes = definition.global_indexes.emplace();
    for (const auto& index : *parameters.global_secondary_indexes) {
      indexes.push_back(to_global_index(index));
    }
  }
  if (parameters.vector_indexes) {
    auto& indexes = definition.vector_indexes.emplace();
    for (const auto& index : *parameters.vector_indexes) {
      indexes.push_back(to_vector_index(index));
    }
  }
  return definition;
}

}  // namespace

void ImportTable::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  engine::ImportSpecification specification;
  specification.source = to_source(request);
  specification.table = to_definition(*request.table_creation_parameters);
  specification.table_parameters = repeat_parameters(*request.table_creation_parameters);
  specification.token = request.client_token.value_or("");
  specification.fingerprint = wire::fingerprint(request);
  auto started = engine::start_import(context.engine, std::move(specification), context.caller);
  out.begin_object().key("ImportTableDescription");
  write_import(out, started.job);
  out.end_object();
  if (started.table) run_import(context.engine, context.caller, std::move(started));
}

}  // namespace stator::server
