// The constraints of RequestItems, whose texts follow no pattern: each was captured as it stands.
#include "model/limits.h"
#include "server/wire/requests/batch_get_item.h"
#include "server/wire/requests/batch_write_item.h"

namespace stator::wire {
namespace {

constexpr std::string_view kTooShort = "Member must have length greater than or equal to 1";

template <class T>
void check_table_keys(const WireMap<T>& request_items, Violations& violations) {
  for (const auto& [table, requests] : request_items) {
    if (is_table_key(table)) continue;
    violations.add(printed(request_items, {}), {.parent = nullptr, .name = "RequestItems"},
                   "Map keys must satisfy constraint: [Member must have length less than or equal "
                   "to 255, Member must have length greater than or equal to 3, Member must "
                   "satisfy regular expression pattern: [a-zA-Z0-9_.-]+]");
    return;
  }
}

}  // namespace

void BatchGetItemRequest::check_more(const BatchGetItemRequest& request, Violations& violations) {
  if (!request.request_items) return;
  // All but one of the regions since September 2026; BatchWriteItem has its own words as before.
  if (request.request_items->empty()) {
    violations.add("", {.parent = nullptr, .name = {}, .whole = "RequestItems"}, kTooShort);
  }
  check_table_keys(*request.request_items, violations);
  for (const auto& [table, wanted] : *request.request_items) {
    if (!wanted.keys) continue;
    const std::size_t keys = wanted.keys->size();
    if (keys == 0) {
      const std::string path = "requestItems." + table + ".member.keys";
      violations.add("", {.parent = nullptr, .name = {}, .whole = path}, kTooShort);
    } else if (keys > limits::kBatchGetKeysMax) {
      const std::string path = "RequestItems." + table + ".member.Keys";
      violations.add("", {.parent = nullptr, .name = {}, .whole = path},
                     "Member must have length less than or equal to 100");
    }
  }
}

void BatchWriteItemRequest::check_more(const BatchWriteItemRequest& request,
                                       Violations& violations) {
  if (!request.request_items) return;
  check_table_keys(*request.request_items, violations);
  bool has_long_list = false;
  for (const auto& [table, writes] : *request.request_items) {
    has_long_list = has_long_list || writes.size() > limits::kBatchWriteItemsMax;
    if (!writes.empty()) continue;
    const std::string path = "requestItems." + table + ".member";
    violations.add("", {.parent = nullptr, .name = {}, .whole = path}, kTooShort);
  }
  if (!has_long_list) return;
  violations.add(printed(*request.request_items, {}), {.parent = nullptr, .name = "RequestItems"},
                 "Map value must satisfy constraint: [Member must have length less than or equal "
                 "to 25, Member must have length greater than or equal to 1]");
}

}  // namespace stator::wire
