// The structs that CreateTable and UpdateTable share.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

inline constexpr std::array<std::string_view, 2> kKeyTypes{"HASH", "RANGE"};
inline constexpr std::array<std::string_view, 3> kScalarTypes{"B", "N", "S"};
inline constexpr std::array<std::string_view, 3> kProjectionTypes{"ALL", "INCLUDE", "KEYS_ONLY"};
inline constexpr std::array<std::string_view, 2> kBillingModes{"PROVISIONED", "PAY_PER_REQUEST"};
// The order in which the service prints these is not known: the model's.
inline constexpr std::array<std::string_view, 4> kStreamViewTypes{
    "OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES", "NEW_IMAGE"};
inline constexpr std::array<std::string_view, 2> kSseTypes{"AES256", "KMS"};
inline constexpr std::array<std::string_view, 3> kReplicationModes{"ENABLED", "DISABLED",
                                                                   "ENABLED_WITH_OVERRIDES"};

inline constexpr Constraint kKeyAttributeName{.required = true, .length_min = 1, .length_max = 255};
inline constexpr Constraint kNonKeyAttributeName{.length_min = 1, .length_max = 255};
inline constexpr Constraint kBillingMode{.choices = kBillingModes};
inline constexpr Constraint kReplicationMode{.choices = kReplicationModes};
inline constexpr Constraint kTableKeySchema{.required = true, .length_min = 1, .length_max = 2};
// Global indexes have up to four HASH and four RANGE attributes, counted by the operation.
inline constexpr Constraint kGlobalKeySchema{.required = true, .length_min = 1};

struct AttributeDefinition {
  std::optional<std::string> attribute_name;
  std::optional<std::string> attribute_type;

  static constexpr std::string_view kShapeName = "AttributeDefinition";
  static constexpr auto fields() {
    using R = AttributeDefinition;
    return std::array{
        field<&R::attribute_name>("AttributeName", kKeyAttributeName),
        field<&R::attribute_type>("AttributeType", {.required = true, .choices = kScalarTypes}),
    };
  }
};

struct KeySchemaElement {
  std::optional<std::string> attribute_name;
  std::optional<std::string> key_type;

  static constexpr std::string_view kShapeName = "KeySchemaElement";
  static constexpr auto fields() {
    using R = KeySchemaElement;
    return std::array{
        field<&R::attribute_name>("AttributeName", kKeyAttributeName),
        field<&R::key_type>("KeyType", {.required = true, .choices = kKeyTypes}),
    };
  }
};

struct Projection {
  std::optional<std::string> projection_type;
  std::optional<std::vector<std::string>> non_key_attributes;

  static constexpr std::string_view kShapeName = "Projection";
  static constexpr auto fields() {
    using R = Projection;
    constexpr const Constraint* kElement = &kNonKeyAttributeName;
    return std::array{
        field<&R::projection_type>("ProjectionType", {.choices = kProjectionTypes}),
        field<&R::non_key_attributes>("NonKeyAttributes",
                                      {.length_min = 1, .length_max = 20, .element = kElement}),
    };
  }
};

// Write units are reported before read units.
struct ProvisionedThroughput {
  std::optional<std::int64_t> read_capacity_units;
  std::optional<std::int64_t> write_capacity_units;

  static constexpr std::string_view kShapeName = "ProvisionedThroughput";
  static constexpr auto fields() {
    using R = ProvisionedThroughput;
    return std::array{
        field<&R::write_capacity_units>("WriteCapacityUnits", {.required = true, .least = 1}),
        field<&R::read_capacity_units>("ReadCapacityUnits", {.required = true, .least = 1}),
    };
  }
};

struct OnDemandThroughput {
  std::optional<std::int64_t> max_read_request_units;
  std::optional<std::int64_t> max_write_request_units;

  static constexpr std::string_view kShapeName = "OnDemandThroughput";
  static constexpr auto fields() {
    using R = OnDemandThroughput;
    return std::array{
        field<&R::max_read_request_units>("MaxReadRequestUnits"),
        field<&R::max_write_request_units>("MaxWriteRequestUnits"),
    };
  }
};

struct WarmThroughput {
  std::optional<std::int64_t> read_units_per_second;
  std::optional<std::int64_t> write_units_per_second;

  static constexpr std::string_view kShapeName = "WarmThroughput";
  static constexpr auto fields() {
    using R = WarmThroughput;
    return std::array{
        field<&R::read_units_per_second>("ReadUnitsPerSecond"),
        field<&R::write_units_per_second>("WriteUnitsPerSecond"),
    };
  }
};

struct StreamSpecification {
  std::optional<bool> stream_enabled;
  std::optional<std::string> stream_view_type;

  static constexpr std::string_view kShapeName = "StreamSpecification";
  static constexpr auto fields() {
    using R = StreamSpecification;
    return std::array{
        field<&R::stream_enabled>("StreamEnabled", kRequired),
        field<&R::stream_view_type>("StreamViewType", {.choices = kStreamViewTypes}),
    };
  }
};

struct SseSpecification {
  std::optional<bool> enabled;
  std::optional<std::string> sse_type;
  std::optional<std::string> kms_master_key_id;

  static constexpr std::string_view kShapeName = "SSESpecification";
  static constexpr auto fields() {
    using R = SseSpecification;
    return std::array{
        field<&R::enabled>("Enabled"),
        field<&R::sse_type>("SSEType", {.choices = kSseTypes}),
        field<&R::kms_master_key_id>(
            "KMSMasterKeyId", {.length_min = 1, .path = "sSESpecification.kMSMasterKeyId"}),
    };
  }
};

}  // namespace stator::wire
