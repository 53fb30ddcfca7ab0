// Records of a stream as GetRecords shows them.
#pragma once

#include <string_view>

#include "engine/streams.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// "INSERT", "MODIFY" or "REMOVE".
std::string_view event_name(storage::StreamEvent event);

void write_stream_record(wire::JsonWriter& out, const engine::Stream& stream,
                         const storage::StreamRecord& record);

}  // namespace stator::server
