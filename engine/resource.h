// The resource that a ResourceArn names: what tags and policies belong to.
#pragma once

#include <string>
#include <string_view>

#include "engine/engine.h"


namespace stator::engine {

struct ResourceName {
  std::string table;
  std::string stream_label;  // empty: the table itself

  friend bool operator==(const ResourceName&, const ResourceName&) = default;
};

// Reads the ARN of a table or stream of the caller's own account and region. Whether there is such
// a resource is the caller's to find out. Throws ValidationException, or AccessDeniedException in
// the name of `operation` when the ARN is another account's or service's.
ResourceName parse_resource_arn(std::string_view arn, const Caller& caller,
                                std::string_view operation);

}  // namespace stator::engine
