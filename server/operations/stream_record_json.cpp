#include "server/operations/stream_record_json.h"

#include <chrono>
#include <cstdint>
#include <string_view>

#include "server/operations/table_parts_json.h"
#include "server/wire/value_json.h"

namespace stator::server {
namespace {

void write_change(wire::JsonWriter& out, const engine::Stream& stream,
                  const storage::StreamRecord& record) {
  out.key("dynamodb").begin_object();
  // Whole seconds, as the developer guide says.
  out.member("ApproximateCreationDateTime",
             static_cast<std::int64_t>(
                 std::chrono::floor<std::chrono::seconds>(record.created.time_since_epoch())
                     .count()));
  out.key("Keys");
  wire::write_attributes(out, engine::keys_of(stream.key, record));
  if (const Item* image = engine::shown_new_image(stream, record)) {
    out.key("NewImage");
    wire::write_item(out, *image);
  }
  if (const Item* image = engine::shown_old_image(stream, record)) {
    out.key("OldImage");
    wire::write_item(out, *image);
  }
  out.member("SequenceNumber", engine::sequence_number(record.number));
  out.member("SizeBytes", static_cast<std::int64_t>(engine::record_bytes(stream, record)));
  out.member("StreamViewType", spelling(stream.view_type));
  out.end_object();
}

}  // namespace

std::string_view event_name(storage::StreamEvent event) {
  switch (event) {
    case storage::StreamEvent::kInsert: return "INSERT";
    case storage::StreamEvent::kModify: return "MODIFY";
    case storage::StreamEvent::kRemove: break;
  }
  return "REMOVE";
}

void write_stream_record(wire::JsonWriter& out, const engine::Stream& stream,
                         const storage::StreamRecord& record) {
  out.begin_object();
  out.member("eventID", engine::event_id(stream, record));
  out.member("eventName", event_name(record.event));
  out.member("eventVersion", "1.1");
  out.member("eventSource", "aws:dynamodb");
  out.member("awsRegion", stream.region);
  write_change(out, stream, record);
  if (record.origin == storage::ChangeOrigin::kTimeToLive) {
    out.key("userIdentity").begin_object();
    out.member("PrincipalId", "dynamodb.amazonaws.com");
    out.member("Type", "Service");
    out.end_object();
  }
  out.end_object();
}

}  // namespace stator::server
