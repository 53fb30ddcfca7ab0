#include "engine/read.h"

#include <algorithm>
#include <utility>

#include "engine/key_access.h"
#include "engine/key_check.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"

namespace stator::engine {

namespace {

[[noreturn]] void throw_invalid_start(std::string_view why) {
  std::string message = "The provided starting key is invalid";
  if (!why.empty()) message += ": ";
  message += why;
  throw validation_error(std::move(message));
}

// Collects entries until the page is full: by count, or by the entry that brings the evaluated
// bytes to 1 MB, which is included (R20).
class PageBuilder {
 public:
  PageBuilder(const ReadPlan& plan, const storage::Trees& trees) : plan_(plan), trees_(trees) {
    constexpr std::size_t kUsualItemsMax = 64;
    page_.items.reserve(std::min(plan.limit.value_or(kUsualItemsMax), kUsualItemsMax));
  }

  // False: the page is full.
  bool add(const ItemRef& entry) {
    const std::size_t entry_bytes = entry->size_bytes();
    page_.evaluated_bytes += entry_bytes;
    if (plan_.fetches_items) {
      fetch(*entry);
    } else {
      page_.items.push_back(entry);
      counted_bytes_ += entry_bytes;
    }
    page_.has_more = page_.items.size() == plan_.limit || counted_bytes_ >= limits::kPageBytesMax;
    return !page_.has_more;
  }

  Page take() { return std::move(page_); }

 private:
  static std::size_t in_read_units(std::size_t bytes) {
    return (bytes + limits::kReadUnitBytes - 1) / limits::kReadUnitBytes * limits::kReadUnitBytes;
  }

  // With fetches, the page counts index bytes and each item rounded up to read units (R20).
  void fetch(const Item& entry) {
    const ItemRef& item = *trees_.items.find(table_key(entry.attributes(), trees_.schema->key));
    page_.items.push_back(item);
    page_.fetched_bytes.push_back(item->size_bytes());
    fetched_units_bytes_ += in_read_units(item->size_bytes());
    counted_bytes_ = in_read_units(page_.evaluated_bytes) + fetched_units_bytes_;
  }

  const ReadPlan& plan_;
  const storage::Trees& trees_;
  Page page_;
  std::size_t counted_bytes_ = 0;
  std::size_t fetched_units_bytes_ = 0;
};

void walk(const storage::ItemTree& tree, const ReadPlan& plan, PageBuilder& page) {
  const KeyRange& range = plan.range;
  if (plan.order == ReadOrder::kForward) {
    tree.ascend(range.lower, [&](std::string_view key, const ItemRef& entry) {
      if (!range.upper.empty() && key >= range.upper) return false;
      return page.add(entry);
    });
  } else {
    tree.descend(range.upper, [&](std::string_view key, const ItemRef& entry) {
      if (key < range.lower) return false;
      return page.add(entry);
    });
  }
}

void copy_attributes(const AttributeMap& from, const KeySchema& schema, AttributeMap& to) {
  for (const auto* part : {&schema.hash, &schema.range}) {
    for (const KeyAttribute& attribute : *part) {
      if (const AttributeValue* value = from.find(attribute.name)) to.set(attribute.name, *value);
    }
  }
}

bool has_types_of(const AttributeMap& key, const KeySchema& schema) {
  for (const auto* part : {&schema.hash, &schema.range}) {
    for (const KeyAttribute& attribute : *part) {
      const AttributeValue* value = key.find(attribute.name);
      if (value == nullptr || !has_type(*value, attribute.type)) return false;
    }
  }
  return true;
}

// True when `key` has exactly the attributes that identify an entry.
bool has_names_of(const AttributeMap& key, const TableSchema& schema, const IndexSchema* index) {
  const AttributeMap identifying = entry_key(key, schema, index);
  if (identifying.size() != key.size()) return false;
  const auto has_all = [&](const KeySchema& part) {
    for (const auto* attributes : {&part.hash, &part.range}) {
      for (const KeyAttribute& attribute : *attributes) {
        if (key.find(attribute.name) == nullptr) return false;
      }
    }
    return true;
  };
  return has_all(schema.key) && (index == nullptr || has_all(index->key));
}

void check_start_values(const AttributeMap& key, const KeySchema& schema) {
  if (const auto fault = check_key_values(key, schema)) throw_invalid_start(fault->message);
}

}  // namespace

std::optional<Page> read_page(const ReadPlan& plan) {
  std::shared_ptr<const storage::KeyMonitor> monitor;
  Page page;
  {
    ReadLock lock(plan.table->mutex());
    const storage::Trees& trees = plan.table->trees();
    if (trees.schema != plan.schema) return std::nullopt;
    PageBuilder builder(plan, trees);
    walk(plan.index ? trees.indexes[*plan.index].entries : trees.items, plan, builder);
    page = builder.take();
    monitor = plan.table->monitor();
  }
  if (monitor) note_page(*monitor, plan, page);
  return page;
}

FoundItem read_item(const storage::Table& table, const KeyBytes& key) {
  ReadLock lock(table.mutex());
  const storage::Trees& trees = table.trees();
  const ItemRef* found = trees.items.find(key);
  if (table.monitor()) note_item(*table.monitor(), key);
  return {found == nullptr ? ItemRef() : *found, trees.schema};
}

AttributeMap entry_key(const AttributeMap& entry, const TableSchema& schema,
                       const IndexSchema* index) {
  AttributeMap key;
  copy_attributes(entry, schema.key, key);
  if (index != nullptr) copy_attributes(entry, index->key, key);
  return key;
}

KeyBytes start_key(const AttributeMap& key, const TableSchema& schema, const IndexSchema* index,
                   ReadKind kind) {
  const bool is_sound = has_names_of(key, schema, index) && has_types_of(key, schema.key) &&
                        (index == nullptr || has_types_of(key, index->key));
  // A Scan of a table alone says why (measured in 2026).
  const bool is_table_scan = index == nullptr && kind == ReadKind::kScan;
  if (!is_sound) {
    throw_invalid_start(is_table_scan ? messages::kKeyElementMismatch : std::string_view());
  }
  check_start_values(key, schema.key);
  if (index != nullptr) check_start_values(key, index->key);
  return index == nullptr ? table_key(key, schema.key) : *index_key(key, index->key, schema.key);
}

KeyRange after_key(KeyRange range, const KeyBytes& key, ReadOrder order) {
  if (order == ReadOrder::kForward) {
    // The least byte string greater than the key itself.
    range.lower = key + '\0';
  } else {
    range.upper = key;
  }
  return range;
}

void check_query_start(const expressions::KeyQuery& query, const KeyBytes& key,
                       const IndexSchema* index) {
  if (query.is_single_key && index == nullptr) {
    throw validation_error("The query can return at most one row and cannot be restarted");
  }
  if (!key.starts_with(query.partition)) {
    throw validation_error(
        "The provided starting key is outside query boundaries based on provided conditions");
  }
  if (!query.range.contains(key)) {
    throw validation_error("The provided starting key does not match the range key predicate");
  }
}

}  // namespace stator::engine
