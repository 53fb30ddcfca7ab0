// Tags, and the operations on them: TagResource, UntagResource, ListTagsOfResource.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct Tag {
  std::optional<std::string> key;
  std::optional<std::string> value;

  static constexpr std::string_view kShapeName = "Tag";
  static constexpr auto fields() {
    return std::array{
        // Required by the model, but the service has words of its own for an absent one.
        field<&Tag::key>("Key"),
        field<&Tag::value>("Value"),
    };
  }
};

struct TagResourceRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::vector<Tag>> tags;

  static constexpr auto fields() {
    using R = TagResourceRequest;
    return std::array{
        field<&R::resource_arn>("ResourceArn", kResourceArn),
        field<&R::tags>("Tags", kRequired),
    };
  }
};

struct UntagResourceRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::vector<std::string>> tag_keys;

  static constexpr auto fields() {
    using R = UntagResourceRequest;
    return std::array{
        field<&R::resource_arn>("ResourceArn", kResourceArn),
        field<&R::tag_keys>("TagKeys", kRequired),  // bad keys have a text of their own
    };
  }
};

struct ListTagsOfResourceRequest {
  std::optional<std::string> resource_arn;
  std::optional<std::string> next_token;

  static constexpr auto fields() {
    using R = ListTagsOfResourceRequest;
    return std::array{
        field<&R::resource_arn>("ResourceArn", kResourceArn),
        field<&R::next_token>("NextToken"),
    };
  }
};

}  // namespace stator::wire
