#include "server/operations/table_request.h"

#include "model/error.h"

namespace stator::server {
namespace {

ScalarType to_scalar_type(const std::string& type) {
  if (type == "S") return ScalarType::kS;
  return type == "N" ? ScalarType::kN : ScalarType::kB;
}

ProjectionType to_projection_type(const std::string& type) {
  if (type == "ALL") return ProjectionType::kAll;
  return type == "INCLUDE" ? ProjectionType::kInclude : ProjectionType::kKeysOnly;
}

StreamViewType to_view_type(const std::string& type) {
  if (type == "NEW_IMAGE") return StreamViewType::kNewImage;
  if (type == "OLD_IMAGE") return StreamViewType::kOldImage;
  return type == "NEW_AND_OLD_IMAGES" ? StreamViewType::kNewAndOldImages
                                      : StreamViewType::kKeysOnly;
}

}  // namespace

std::vector<KeyAttribute> to_definitions(
    const std::vector<wire::AttributeDefinition>& definitions) {
  std::vector<KeyAttribute> result;
  result.reserve(definitions.size());
  for (const auto& each : definitions) {
    result.push_back({*each.attribute_name, to_scalar_type(*each.attribute_type)});
  }
  return result;
}

std::vector<engine::KeyElement> to_key(const std::vector<wire::KeySchemaElement>& key) {
  std::vector<engine::KeyElement> result;
  result.reserve(key.size());
  for (const auto& each : key) {
    const bool is_hash = *each.key_type == "HASH";
    result.push_back(
        {*each.attribute_name, is_hash ? engine::KeyRole::kHash : engine::KeyRole::kRange});
  }
  return result;
}

engine::ProjectionDefinition to_projection(const wire::Projection& projection) {
  engine::ProjectionDefinition definition;
  if (projection.projection_type) {
    definition.type = to_projection_type(*projection.projection_type);
  }
  definition.non_key_attributes = projection.non_key_attributes;
  return definition;
}

BillingMode to_billing_mode(const std::string& mode) {
  return mode == "PAY_PER_REQUEST" ? BillingMode::kPayPerRequest : BillingMode::kProvisioned;
}

std::optional<Throughput> to_throughput(const std::optional<wire::ProvisionedThroughput>& units) {
  if (!units) return std::nullopt;
  return Throughput{*units->read_capacity_units, *units->write_capacity_units};
}

OnDemandThroughput to_on_demand(const std::optional<wire::OnDemandThroughput>& maxima) {
  if (!maxima) return {};
  return {maxima->max_read_request_units, maxima->max_write_request_units};
}

engine::WarmThroughputDefinition to_warm(const std::optional<wire::WarmThroughput>& warm) {
  if (!warm) return {};
  return {warm->read_units_per_second, warm->write_units_per_second};
}

std::optional<engine::StreamDefinition> to_stream(
    const std::optional<wire::StreamSpecification>& stream) {
  if (!stream) return std::nullopt;
  engine::StreamDefinition definition;
  definition.enabled = *stream->stream_enabled;
  if (stream->stream_view_type) definition.view_type = to_view_type(*stream->stream_view_type);
  return definition;
}

std::optional<engine::EncryptionDefinition> to_encryption(
    const std::optional<wire::SseSpecification>& encryption) {
  if (!encryption) return std::nullopt;
  engine::EncryptionDefinition definition;
  definition.enabled = encryption->enabled;
  if (encryption->sse_type) {
    definition.type = *encryption->sse_type == "KMS" ? engine::EncryptionType::kKms
                                                     : engine::EncryptionType::kAes256;
  }
  definition.kms_key_id = encryption->kms_master_key_id;
  return definition;
}

std::vector<engine::TagDefinition> to_tags(const std::vector<wire::Tag>& tags) {
  std::vector<engine::TagDefinition> definitions;
  definitions.reserve(tags.size());
  for (const wire::Tag& tag : tags) definitions.push_back({tag.key, tag.value});
  return definitions;
}

TableClass to_table_class(const std::string& table_class) {
  if (table_class == "STANDARD") return TableClass::kStandard;
  if (table_class == "STANDARD_INFREQUENT_ACCESS") return TableClass::kStandardInfrequentAccess;
  throw validation_error(
      "Invalid table-class parameter provided. Please try again with a valid table-class value: "
      "[STANDARD, STANDARD_INFREQUENT_ACCESS].");
}

}  // namespace stator::server
