// Tags of tables: TagResource, UntagResource, ListTagsOfResource.
//
// Errors and thread safety as in table_lifecycle.h. A request that is refused changes no tag.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/table_settings.h"

namespace stator::engine {

struct TagDefinition {
  std::optional<std::string> key;
  std::optional<std::string> value;
};

// `tags` with `added` over them; throws the first fault that CreateTable and TagResource find.
Tags merge_tags(Tags tags, const std::vector<TagDefinition>& added);

void tag_resource(Engine& engine, std::string_view arn, const std::vector<TagDefinition>& tags,
                  const Caller& caller);

// Keys that the resource does not have count for nothing.
void untag_resource(Engine& engine, std::string_view arn, const std::vector<std::string>& keys,
                    const Caller& caller);

// In byte order of their keys. As many as a resource can have fit into one answer (measured in
// 2026; ten years before it was ten).
Tags list_tags(Engine& engine, std::string_view arn, const Caller& caller);

}  // namespace stator::engine
