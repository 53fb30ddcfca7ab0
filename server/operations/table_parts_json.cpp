#include "server/operations/table_parts_json.h"

#include <vector>

namespace stator::server {

using wire::JsonWriter;

namespace {

void write_key_elements(JsonWriter& json, const std::vector<KeyAttribute>& attributes,
                        std::string_view key_type) {
  for (const KeyAttribute& attribute : attributes) {
    json.begin_object();
    json.member("AttributeName", attribute.name);
    json.member("KeyType", key_type);
    json.end_object();
  }
}

std::string_view distance_spelling(DistanceFunction function) {
  switch (function) {
    case DistanceFunction::kCosine:
      return "COSINE";
    case DistanceFunction::kDotProduct:
      return "DOT_PRODUCT";
    case DistanceFunction::kEuclidean:
      break;
  }
  return "EUCLIDEAN";
}

void write_search_schema(JsonWriter& json, const IndexSchema& index) {
  if (index.key.hash.empty() && index.vector->inline_filters.empty()) return;
  json.key("SearchSchema").begin_array();
  const auto write = [&](const std::vector<KeyAttribute>& attributes, std::string_view role) {
    for (const KeyAttribute& attribute : attributes) {
      json.begin_object();
      json.member("AttributeName", attribute.name);
      json.member("SearchSchemaElementType", role);
      json.end_object();
    }
  };
  write(index.key.hash, "HASH");
  write(index.vector->inline_filters, "INLINE_FILTER");
  json.end_array();
}

}  // namespace

std::string_view spelling(ProjectionType type) {
  switch (type) {
    case ProjectionType::kAll:
      return "ALL";
    case ProjectionType::kInclude:
      return "INCLUDE";
    case ProjectionType::kKeysOnly:
      break;
  }
  return "KEYS_ONLY";
}

std::string_view spelling(StreamViewType type) {
  switch (type) {
    case StreamViewType::kNewImage:
      return "NEW_IMAGE";
    case StreamViewType::kOldImage:
      return "OLD_IMAGE";
    case StreamViewType::kNewAndOldImages:
      return "NEW_AND_OLD_IMAGES";
    case StreamViewType::kKeysOnly:
      break;
  }
  return "KEYS_ONLY";
}

std::string_view spelling(BillingMode mode) {
  return mode == BillingMode::kProvisioned ? "PROVISIONED" : "PAY_PER_REQUEST";
}

void write_count(JsonWriter& json, std::string_view name, std::uint64_t count) {
  json.member(name, static_cast<std::int64_t>(count));
}

void write_key_schema(JsonWriter& json, const KeySchema& key) {
  json.key("KeySchema").begin_array();
  write_key_elements(json, key.hash, "HASH");
  write_key_elements(json, key.range, "RANGE");
  json.end_array();
}

void write_projection(JsonWriter& json, const IndexProjection& projection) {
  json.key("Projection").begin_object();
  json.member("ProjectionType", spelling(projection.type));
  if (projection.type == ProjectionType::kInclude) {
    json.key("NonKeyAttributes").begin_array();
    for (const auto& name : projection.non_key_attributes) json.string(name);
    json.end_array();
  }
  json.end_object();
}

void write_vector_schema(JsonWriter& json, const IndexSchema& index) {
  write_search_schema(json, index);
  write_projection(json, index.projection);
  json.key("VectorAttribute").begin_object();
  json.member("AttributeName", index.vector->attribute);
  json.end_object();
  write_count(json, "Dimensions", index.vector->dimensions);
  json.member("DistanceFunction", distance_spelling(index.vector->distance));
}

void write_on_demand(JsonWriter& json, const OnDemandThroughput& maxima) {
  if (!maxima.max_read_request_units && !maxima.max_write_request_units) return;
  json.key("OnDemandThroughput").begin_object();
  write_optional(json, "MaxReadRequestUnits", maxima.max_read_request_units);
  write_optional(json, "MaxWriteRequestUnits", maxima.max_write_request_units);
  json.end_object();
}

void write_stream_specification(JsonWriter& json, std::string_view name,
                                const StreamSettings& stream) {
  json.key(name).begin_object();
  json.member("StreamEnabled", stream.enabled);
  json.member("StreamViewType", spelling(stream.view_type));
  json.end_object();
}

}  // namespace stator::server
