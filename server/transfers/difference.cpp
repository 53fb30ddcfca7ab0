#include "server/transfers/difference.h"

#include <chrono>

namespace stator::server {
namespace {

constexpr std::size_t kReadAhead = 256;

}  // namespace

const std::pair<KeyBytes, ItemRef>* DifferenceReader::Cursor::peek() {
  if (used_ == ahead_.size() && !is_at_end_) {
    ahead_.clear();
    used_ = 0;
    is_at_end_ = true;
    tree_.ascend(next_key_, [&](std::string_view key, const ItemRef& item) {
      if (ahead_.size() == kReadAhead) {
        next_key_ = key;
        is_at_end_ = false;
        return false;
      }
      ahead_.emplace_back(key, item);
      return true;
    });
  }
  return used_ == ahead_.size() ? nullptr : &ahead_[used_];
}

DifferenceReader::Page DifferenceReader::next(std::size_t items) {
  Page page;
  for (std::size_t count = 0; count < items; ++count) {
    const auto* old = before_.peek();
    const auto* now = after_.peek();
    if (old == nullptr && now == nullptr) return page;
    const bool takes_old = old != nullptr && (now == nullptr || old->first <= now->first);
    const bool takes_now = now != nullptr && (old == nullptr || now->first <= old->first);
    ItemDifference difference;
    if (takes_old) difference.before = old->second;
    if (takes_now) difference.after = now->second;
    if (difference.before != difference.after) {
      difference.written_micros =
          written_micros(takes_old ? old->first : now->first, difference.after);
      page.found.push_back(std::move(difference));
    }
    if (takes_old) before_.take();
    if (takes_now) after_.take();
  }
  page.has_more = true;
  return page;
}

// The start of the last second in which the item changed: the last one before which it was another.
std::int64_t DifferenceReader::written_micros(const KeyBytes& key, const ItemRef& after) const {
  for (auto root = roots_.rbegin(); root != roots_.rend(); ++root) {
    const ItemRef* found = root->before.items.find(key);
    if ((found == nullptr ? ItemRef() : *found) == after) continue;
    return std::chrono::microseconds(root->second.time_since_epoch()).count();
  }
  return 0;
}

}  // namespace stator::server
