// A naive DynamoDB to compare the server with: every answer is recomputed from a map of items.
//
// It shares no code with the server: values, order, sizes, index membership and prices are written
// again here in the simplest form.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stator::server::testing {

struct ModelValue {
  char type = 'S';   // 'S', 'N' (an integer), 'B' (whole blocks of 3 bytes), 'L' (list of strings)
  std::string text;  // for 'L' the elements joined by ','

  bool operator==(const ModelValue&) const = default;
};

// Order within one key type.
bool less(const ModelValue& a, const ModelValue& b);

using ModelItem = std::map<std::string, ModelValue>;

std::string to_json(const ModelValue& value);
std::string to_json(const ModelItem& item);
// What an answer holds. REQUIRES: the JSON is of values that the reference knows.
ModelItem parse_item(const rapidjson::Value& json);

struct ModelKey {
  std::vector<std::pair<std::string, char>> hash;  // name and type
  std::vector<std::pair<std::string, char>> range;
};

struct ModelIndex {
  std::string name;
  bool is_local = false;
  ModelKey key;
  char projection = 'A';  // ALL, Include, Keys only
  std::vector<std::string> non_key_attributes;
  bool follows_writes = true;  // writes show on its bill: not before its backfill, not at its end
  bool is_readable = true;     // it is ACTIVE
};

struct ModelSchema {
  ModelKey key;
  std::vector<ModelIndex> indexes;
};

// Sizes and units as docs/METERING.md gives them.
std::size_t size_of(const ModelItem& item);
std::uint64_t write_units_of(std::size_t bytes);

class ModelTable {
 public:
  explicit ModelTable(ModelSchema schema) : schema_(std::move(schema)) {}

  const ModelSchema& schema() const { return schema_; }
  ModelSchema& schema() { return schema_; }
  const std::map<std::string, ModelItem>& items() const { return items_; }

  // The identity of an item: the JSON of its key attributes.
  std::string identity(const ModelItem& item) const;
  ModelItem key_of(const ModelItem& item) const;
  const ModelItem* find(const std::string& identity) const;

  // Replaces or removes an item and returns the cost: units of the table, then of each index.
  std::vector<std::uint64_t> store(const std::string& identity, std::optional<ModelItem> item);
  // The same without doing it.
  std::vector<std::uint64_t> cost(const std::string& identity,
                                  const std::optional<ModelItem>& item) const;

  // Removes what a sweep at this time deletes: items whose `attribute` is a number of seconds that
  // is past, by five years at most.
  void expire(const std::string& attribute, std::int64_t now_seconds);

  // The entry that an item has in an index, if any.
  static std::optional<ModelItem> entry(const ModelItem& item, const ModelIndex& index,
                                        const ModelSchema& schema);
  // All entries of an index (or all items), unordered.
  std::vector<ModelItem> entries(const ModelIndex* index) const;
  // The entries of one partition in key order.
  std::vector<ModelItem> collection(const ModelIndex* index, const ModelItem& partition) const;

 private:
  ModelSchema schema_;
  std::map<std::string, ModelItem> items_;
};

}  // namespace stator::server::testing
