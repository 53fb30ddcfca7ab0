#include "storage/expiry_index.h"

#include <string_view>

#include "storage/table.h"

namespace stator::storage {

const Number* ExpiryIndex::expiry(const Item* item) const {
  const AttributeValue* value = item == nullptr ? nullptr : item->find(attribute_);
  return value == nullptr ? nullptr : value->get_if<Number>();
}

void ExpiryIndex::before_change(const Trees&, const ItemChange& change,
                                const ChangeContext&) noexcept {
  const Number* const before = expiry(change.before.get());
  const Number* const after = expiry(change.after.get());
  if (before == nullptr && after == nullptr) return;
  if (before != nullptr && after != nullptr && *before == *after) return;
  const MutexLock lock(mutex_);
  if (before != nullptr) entries_.erase(Entry{*before, change.key});
  if (after != nullptr) entries_.insert(Entry{*after, change.key});
}

void ExpiryIndex::add(std::string_view key, const Item& item) {
  const Number* const number = expiry(&item);
  if (number == nullptr) return;
  Entry entry{*number, KeyBytes(key)};
  const MutexLock lock(mutex_);
  entries_.insert(std::move(entry));
}

std::vector<KeyBytes> ExpiryIndex::take(const Number& earliest, const Number& latest,
                                        std::size_t limit) {
  std::vector<KeyBytes> keys;
  const MutexLock lock(mutex_);
  while (!entries_.empty() && entries_.begin()->first <= latest && keys.size() < limit) {
    auto entry = entries_.extract(entries_.begin());
    if (entry.value().first >= earliest) keys.push_back(std::move(entry.value().second));
  }
  return keys;
}

std::size_t ExpiryIndex::size() const {
  const MutexLock lock(mutex_);
  return entries_.size();
}

}  // namespace stator::storage
