#include "server/load/physical_ids.h"

#include <algorithm>

#include "model/table_arn.h"

namespace stator::server::load {
namespace {

void replace(std::string& text, std::string_view word, std::string_view value) {
  const std::size_t at = text.find(word);
  if (at != std::string::npos) text.replace(at, word.size(), value);
}

}  // namespace

const ResourceType* find_resource_type(std::string_view type) {
  const auto* found = std::find_if(kResourceTypes.begin(), kResourceTypes.end(),
                                   [&](const ResourceType& each) { return each.type == type; });
  return found == kResourceTypes.end() ? nullptr : found;
}

std::string arn_of(const ResourceType& type, std::string_view name, std::string_view region) {
  std::string arn(type.arn);
  replace(arn, "ACCOUNT", kAccountId);
  replace(arn, "REGION", region);
  replace(arn, "NAME", name);  // last: it may hold the other words
  return arn;
}

}  // namespace stator::server::load
