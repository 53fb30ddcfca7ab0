// The resource that a ResourceArn names: what tags and policies belong to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/engine.h"

namespace stator::engine {

struct ResourceName {
  std::string table;
  std::string stream_label;  // empty: the table itself

  friend bool operator==(const ResourceName&, const ResourceName&) = default;
};

// What a ResourceArn is for: the service words its faults differently.
enum class ResourceUse : std::uint8_t { kTags, kPolicy };

// Reads the ARN of a table or stream of the caller's own account and region. Whether there is such
// a resource is the caller's to find out. Throws ValidationException, or AccessDeniedException when
// tags are asked for by an ARN of another account or service.
ResourceName parse_resource_arn(std::string_view arn, const Caller& caller, ResourceUse use);

}  // namespace stator::engine
