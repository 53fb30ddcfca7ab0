// Reading JSON objects as maps: null members are absent, and of equal names the last counts.
#pragma once

#include <string_view>
#include <unordered_map>

#include "server/wire/json.h"

namespace stator::wire {

enum class Nulls { kSkip, kVisit };

// Calls visit(name, value) for each member in order.
template <class Visit>
void for_each_member(const Json& object, Nulls nulls, Visit visit) {
  const auto begin = object.MemberBegin();
  const auto end = object.MemberEnd();
  const auto is_wanted = [&](const Json& value) {
    return nulls == Nulls::kVisit || !value.IsNull();
  };
  // Names are compared with each other while that is quick; hostile bodies have thousands.
  constexpr rapidjson::SizeType kFewMembers = 16;
  if (object.MemberCount() <= kFewMembers) {
    for (auto member = begin; member != end; ++member) {
      bool is_last = true;
      for (auto later = member + 1; later != end && is_last; ++later) {
        is_last = text_of(later->name) != text_of(member->name);
      }
      if (is_last && is_wanted(member->value)) visit(text_of(member->name), member->value);
    }
    return;
  }
  std::unordered_map<std::string_view, const Json*> last;
  for (auto member = begin; member != end; ++member) {
    last[text_of(member->name)] = &member->value;
  }
  for (auto member = begin; member != end; ++member) {
    if (last[text_of(member->name)] == &member->value && is_wanted(member->value)) {
      visit(text_of(member->name), member->value);
    }
  }
}

}  // namespace stator::wire
