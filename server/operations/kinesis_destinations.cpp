#include "server/operations/kinesis_destinations.h"

#include <optional>
#include <string>

#include "engine/kinesis.h"
#include "engine/kinesis_status.h"
#include "model/error.h"
#include "model/messages.h"
#include "model/table_arn.h"

namespace stator::server {
namespace {

// REQUIRES: one of the choices.
KinesisPrecision to_precision(std::string_view precision) {
  return precision == "MICROSECOND" ? KinesisPrecision::kMicrosecond
                                    : KinesisPrecision::kMillisecond;
}

template <class Configuration>
std::optional<KinesisPrecision> precision_of(const std::optional<Configuration>& configuration) {
  if (!configuration || !configuration->approximate_creation_date_time_precision) {
    return std::nullopt;
  }
  return to_precision(*configuration->approximate_creation_date_time_precision);
}

void write_precision(wire::JsonWriter& out, const std::optional<KinesisPrecision>& precision) {
  if (!precision) return;
  out.member("ApproximateCreationDateTimePrecision", engine::precision_name(*precision));
}

void write_status(wire::JsonWriter& out, engine::KinesisStatus status) {
  switch (status) {
    case engine::KinesisStatus::kActive:
      out.member("DestinationStatus", "ACTIVE");
      break;
    case engine::KinesisStatus::kDisabled:
      out.member("DestinationStatus", "DISABLED");
      break;
    case engine::KinesisStatus::kEnableFailed:
      out.member("DestinationStatus", "ENABLE_FAILED");
      out.member("DestinationStatusDescription", messages::kKinesisEnableFailed);
      break;
  }
}

// The answer of the three that change something; the status is that on the way.
void write_change(wire::JsonWriter& out, const engine::DestinationName& name,
                  std::string_view status, std::string_view configuration,
                  const std::optional<KinesisPrecision>& precision) {
  out.begin_object();
  out.member("TableName", name.table);
  out.member("StreamArn", name.stream_arn);
  out.member("DestinationStatus", status);
  out.key(configuration).begin_object();
  write_precision(out, precision);
  out.end_object().end_object();
}

template <class Request>
engine::DestinationName name_of(const Request& request) {
  return {parse_table_name(*request.table_name).name, *request.stream_arn};
}

}  // namespace

void EnableKinesisStreamingDestination::execute(Request& request, CallContext& context,
                                                wire::JsonWriter& out) {
  const auto name = name_of(request);
  const auto precision = precision_of(request.configuration);
  engine::enable_kinesis_destination(context.engine, context.caller, name, precision);
  write_change(out, name, "ENABLING", "EnableKinesisStreamingConfiguration", precision);
}

void DisableKinesisStreamingDestination::execute(Request& request, CallContext& context,
                                                 wire::JsonWriter& out) {
  const auto name = name_of(request);
  if (precision_of(request.configuration)) {
    throw validation_error(std::string(messages::kKinesisDisableConfigured));
  }
  engine::disable_kinesis_destination(context.engine, context.caller, name);
  write_change(out, name, "DISABLING", "EnableKinesisStreamingConfiguration",
               std::nullopt);
}

void UpdateKinesisStreamingDestination::execute(Request& request, CallContext& context,
                                                wire::JsonWriter& out) {
  const auto name = name_of(request);
  const auto precision = precision_of(request.configuration);
  engine::update_kinesis_destination(context.engine, context.caller, name, precision);
  write_change(out, name, "UPDATING", "UpdateKinesisStreamingConfiguration", precision);
}

void DescribeKinesisStreamingDestination::execute(Request& request, CallContext& context,
                                                  wire::JsonWriter& out) {
  const std::string table = parse_table_name(*request.table_name).name;
  const auto destinations =
      engine::describe_kinesis_destinations(context.engine, context.caller, table);
  out.begin_object();
  out.member("TableName", table);
  out.key("KinesisDataStreamDestinations").begin_array();
  for (const KinesisDestination& destination : destinations) {
    out.begin_object();
    out.member("StreamArn", destination.stream_arn);
    write_status(out, engine::status_of(destination));
    write_precision(out, destination.precision);
    out.end_object();
  }
  out.end_array().end_object();
}

}  // namespace stator::server
