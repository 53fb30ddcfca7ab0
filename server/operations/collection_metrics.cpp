#include "server/operations/collection_metrics.h"

#include <algorithm>

#include "server/operations/capacity_json.h"

namespace stator::server {

void CollectionMetrics::add(const std::string& table_name,
                            const std::shared_ptr<storage::Table>& table,
                            const TableSchema& schema, const AttributeMap& key) {
  if (!schema.has_local_indexes()) return;
  auto at = std::find_if(tables_.begin(), tables_.end(),
                         [&](const OfTable& of) { return of.name == table_name; });
  if (at == tables_.end()) at = tables_.insert(at, {table_name, table, {}});
  const std::string& hash = table->key().hash.front().name;
  AttributeMap partition;
  partition.set(hash, *key.find(hash));
  auto& partitions = at->partitions;
  if (std::find(partitions.begin(), partitions.end(), partition) == partitions.end()) {
    partitions.push_back(std::move(partition));
  }
}

void CollectionMetrics::write(wire::JsonWriter& out) const {
  if (tables_.empty()) return;
  out.key("ItemCollectionMetrics");
  out.begin_object();
  for (const OfTable& of : tables_) {
    out.escaped_key(of.name);
    out.begin_array();
    for (const AttributeMap& partition : of.partitions) write_collection(out, *of.table, partition);
    out.end_array();
  }
  out.end_object();
}

}  // namespace stator::server
