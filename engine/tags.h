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

struct TagPage {
  Tags tags;
  std::optional<std::string> last_key;  // absent on the last page
};

// The tags after the key `after` (absent: all), in byte order of their keys, ten at most.
TagPage list_tags(Engine& engine, std::string_view arn, std::optional<std::string_view> after,
                  const Caller& caller);

}  // namespace stator::engine
