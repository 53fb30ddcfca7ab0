// An item as stored: its attributes and its size, immutable once made.
#pragma once

#include <cstddef>
#include <utility>

#include "model/attribute_value.h"
#include "model/counted.h"

namespace stator {

// Shared between the base table, ALL-projected indexes, snapshots, streams and responses.
// Thread safety: immutable, so readable from any thread.
class Item : public CountedBase {
 public:
  explicit Item(AttributeMap attributes)
      : attributes_(std::move(attributes)), size_bytes_(stator::size_bytes(attributes_)) {}

  const AttributeMap& attributes() const { return attributes_; }
  const AttributeValue* find(std::string_view name) const { return attributes_.find(name); }

  // The size that limits and capacity are computed from (R1).
  std::size_t size_bytes() const { return size_bytes_; }

 private:
  const AttributeMap attributes_;
  const std::size_t size_bytes_;
};

using ItemRef = Counted<const Item>;

inline ItemRef make_item(AttributeMap attributes) {
  return ItemRef(new Item(std::move(attributes)));
}

}  // namespace stator
