// Which items an export writes, and what of them.
#pragma once

#include <optional>

#include "expressions/condition.h"
#include "expressions/projection.h"
#include "model/item.h"
#include "model/key_bytes.h"

namespace stator::server {

// FilterSpecification, bound. One that is empty lets everything through.
struct ExportFilter {
  KeyRange range;  // of KeyConditionExpression; empty: all keys
  std::optional<expressions::Condition> filter;
  std::optional<expressions::ProjectionPaths> projection;

  bool wants(const Item& item) const { return !filter || filter->matches(item.attributes()); }

  // What is written of an item; null stays null.
  ItemRef shown(const ItemRef& item) const {
    if (!item || !projection) return item;
    return make_item(projection->project(item->attributes()));
  }
};

}  // namespace stator::server
