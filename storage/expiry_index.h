// When the items of a table expire, in order: what the sweep of Time to Live looks at.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/item.h"
#include "model/key_bytes.h"
#include "model/mutex.h"
#include "model/number.h"
#include "storage/change_observer.h"

namespace stator::storage {

// The keys of items whose attribute is a number, by that number. Attached to a table, it follows
// the changes; what was there before is added by `add`. An entry is a hint: a change that comes
// between the copy that `add` reads and the call may leave one that is out of date, so whoever
// takes a key looks at the item again.
//
// Thread safety: safe to use from any thread.
class ExpiryIndex final : public ChangeObserver {
 public:
  explicit ExpiryIndex(std::string attribute) : attribute_(std::move(attribute)) {}

  const std::string& attribute() const { return attribute_; }

  void before_change(const Trees& trees, const ItemChange& change,
                     const ChangeContext& context) noexcept override;

  void add(std::string_view key, const Item& item);

  // Takes out up to `limit` keys whose number is `latest` or less, the least first. Those below
  // `earliest` are dropped.
  std::vector<KeyBytes> take(const Number& earliest, const Number& latest, std::size_t limit);

  std::size_t size() const;

 private:
  using Entry = std::pair<Number, KeyBytes>;

  // The number that says when an item expires, or nullptr.
  const Number* expiry(const Item* item) const;

  const std::string attribute_;
  mutable Mutex mutex_;
  std::set<Entry> entries_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::storage
