#include "server/operations/streams.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/streams.h"
#include "model/error.h"
#include "model/messages.h"
#include "server/operations/shard_iterator.h"
#include "server/operations/stream_record_json.h"
#include "server/operations/table_parts_json.h"

namespace stator::server {
namespace {

constexpr std::size_t kStreamsMax = 100;
constexpr std::size_t kShardsMax = 100;
constexpr std::size_t kRecordsMax = 1000;

std::size_t limit_or(const std::optional<std::int32_t>& limit, std::size_t most) {
  return limit ? static_cast<std::size_t>(*limit) : most;
}

// REQUIRES: one of the choices.
storage::ShardPosition::Kind to_position(std::string_view type) {
  using Kind = storage::ShardPosition::Kind;
  if (type == "TRIM_HORIZON") return Kind::kTrimHorizon;
  if (type == "LATEST") return Kind::kLatest;
  if (type == "AT_TIMESTAMP") return Kind::kAtTime;
  return type == "AT_SEQUENCE_NUMBER" ? Kind::kAt : Kind::kAfter;
}

// Whatever the number: what is outside of the calendar is far in the past or in the future.
Timestamp to_time(double seconds) {
  constexpr double kSecondsMax = 1e11;
  const double clamped = std::clamp(seconds, -kSecondsMax, kSecondsMax);
  return Timestamp(std::chrono::milliseconds(std::llround(clamped * 1000)));
}

void write_shard(wire::JsonWriter& out, const storage::ShardDescription& shard) {
  out.begin_object();
  out.member("ShardId", shard.id);
  out.key("SequenceNumberRange").begin_object();
  out.member("StartingSequenceNumber", engine::sequence_number(shard.first_number));
  if (shard.last_number) {
    out.member("EndingSequenceNumber", engine::sequence_number(*shard.last_number));
  }
  out.end_object();
  if (!shard.parent_id.empty()) out.member("ParentShardId", shard.parent_id);
  out.end_object();
}

engine::ShardQuery to_query(const wire::DescribeStreamRequest& request) {
  engine::ShardQuery query;
  query.limit = limit_or(request.limit, kShardsMax);
  query.exclusive_start_id = request.exclusive_start_shard_id.value_or("");
  if (request.shard_filter && request.shard_filter->type) {
    if (!request.shard_filter->shard_id) {
      throw validation_error(std::string(messages::kShardFilterNeedsShard));
    }
    query.children_of_id = request.shard_filter->shard_id;
  }
  return query;
}

}  // namespace

void ListStreams::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto page = engine::list_streams(context.engine, context.caller, request.table_name,
                                         request.exclusive_start_stream_arn,
                                         limit_or(request.limit, kStreamsMax));
  out.begin_object().key("Streams").begin_array();
  for (const auto& stream : page.streams) {
    out.begin_object();
    out.member("StreamArn", stream->arn);
    out.member("TableName", stream->table_name);
    out.member("StreamLabel", stream->label);
    out.end_object();
  }
  out.end_array();
  if (page.last_evaluated_arn) out.member("LastEvaluatedStreamArn", *page.last_evaluated_arn);
  out.end_object();
}

void DescribeStream::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto description = engine::describe_stream(context.engine, context.caller,
                                                   *request.stream_arn, to_query(request));
  const engine::Stream& stream = *description.stream;
  out.begin_object().key("StreamDescription").begin_object();
  out.member("StreamArn", stream.arn);
  out.member("StreamLabel", stream.label);
  out.member("StreamStatus", stream.is_enabled() ? "ENABLED" : "DISABLED");
  out.member("StreamViewType", spelling(stream.view_type));
  out.member("CreationRequestDateTime", stream.requested);
  out.member("TableName", stream.table_name);
  write_key_schema(out, stream.key);
  out.key("Shards").begin_array();
  for (const auto& shard : description.shards) write_shard(out, shard);
  out.end_array();
  if (description.last_evaluated_id) {
    out.member("LastEvaluatedShardId", *description.last_evaluated_id);
  }
  out.end_object().end_object();
}

void GetShardIterator::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const std::string_view type = *request.shard_iterator_type;
  if (type.ends_with("SEQUENCE_NUMBER") && !request.sequence_number) {
    throw validation_error(messages::iterator_needs("SequenceNumber", type));
  }
  if (type == "AT_TIMESTAMP" && !request.timestamp) {
    throw validation_error(messages::iterator_needs("Timestamp", type));
  }
  engine::IteratorRequest wanted{*request.stream_arn, *request.shard_id, to_position(type), {}, {}};
  if (request.sequence_number) wanted.sequence_number = *request.sequence_number;
  if (request.timestamp) wanted.time = to_time(*request.timestamp);
  const auto iterator = engine::get_shard_iterator(context.engine, context.caller, wanted);
  out.begin_object().member("ShardIterator", to_text(iterator)).end_object();
}

void GetRecords::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  const auto page = engine::get_records(context.engine, context.caller,
                                        parse_shard_iterator(*request.shard_iterator),
                                        limit_or(request.limit, kRecordsMax));
  out.begin_object().key("Records").begin_array();
  for (const auto& record : page.records) write_stream_record(out, *page.stream, record);
  out.end_array();
  if (page.next) out.member("NextShardIterator", to_text(*page.next));
  out.end_object();
}

}  // namespace stator::server
