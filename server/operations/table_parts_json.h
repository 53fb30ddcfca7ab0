// The parts of descriptions that tables, backups and imports share.
//
// All functions write one member of an object, or nothing when there is nothing to show.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/schema.h"
#include "model/table_settings.h"
#include "server/wire/json_writer.h"

namespace stator::server {

std::string_view spelling(ProjectionType type);
std::string_view spelling(StreamViewType type);
std::string_view spelling(BillingMode mode);

void write_count(wire::JsonWriter& json, std::string_view name, std::uint64_t count);

template <class T>
void write_optional(wire::JsonWriter& json, std::string_view name, const std::optional<T>& value) {
  if (value) json.member(name, *value);
}

void write_key_schema(wire::JsonWriter& json, const KeySchema& key);
void write_projection(wire::JsonWriter& json, const IndexProjection& projection);
// The members of a vector index that follow its name. REQUIRES: it is one.
void write_vector_schema(wire::JsonWriter& json, const IndexSchema& index);
void write_on_demand(wire::JsonWriter& json, const OnDemandThroughput& maxima);
void write_stream_specification(wire::JsonWriter& json, std::string_view name,
                                const StreamSettings& stream);

}  // namespace stator::server
