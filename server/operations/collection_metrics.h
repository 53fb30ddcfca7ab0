// ItemCollectionMetrics of calls that write several items (docs/METERING.md, R62).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/attribute_value.h"
#include "server/wire/json_writer.h"
#include "storage/table.h"

namespace stator::server {

// Collects one entry per table and partition touched; tables without a local index have none.
class CollectionMetrics {
 public:
  // `key` holds at least the table's key attributes.
  void add(const std::string& table_name, const std::shared_ptr<storage::Table>& table,
           const TableSchema& schema, const AttributeMap& key);

  // "ItemCollectionMetrics": {table: [...]}, unless there is none.
  void write(wire::JsonWriter& out) const;

 private:
  struct OfTable {
    std::string name;
    std::shared_ptr<storage::Table> table;
    std::vector<AttributeMap> partitions;  // the HASH attribute alone
  };
  std::vector<OfTable> tables_;
};

}  // namespace stator::server
