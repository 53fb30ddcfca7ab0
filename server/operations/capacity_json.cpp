#include "server/operations/capacity_json.h"

#include "engine/item_collection.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

void write_units(wire::JsonWriter& out, engine::HalfUnits units, CapacityAxis axis) {
  out.key("CapacityUnits");
  out.half_units(static_cast<std::int64_t>(units));
  if (axis == CapacityAxis::kUnnamed) return;
  out.key(axis == CapacityAxis::kRead ? "ReadCapacityUnits" : "WriteCapacityUnits");
  out.half_units(static_cast<std::int64_t>(units));
}

// The member for one kind of index, left out when no index of the kind was charged (R49).
void write_index_arms(wire::JsonWriter& out, const engine::TableMeter& meter, IndexKind kind,
                      std::string_view member, CapacityAxis axis) {
  bool is_open = false;
  for (std::size_t i = 0; i < meter.indexes().size(); ++i) {
    const IndexSchema& index = meter.schema().indexes[i];
    const engine::HalfUnits units = meter.indexes()[i].total();
    if (index.kind != kind || units == 0) continue;
    if (!is_open) {
      out.key(member);
      out.begin_object();
      is_open = true;
    }
    out.escaped_key(index.name);
    out.begin_object();
    write_units(out, units, axis);
    out.end_object();
  }
  if (is_open) out.end_object();
}

// In both modes: the model says so of every write.
void write_vector_arms(wire::JsonWriter& out, const engine::TableMeter& meter) {
  bool is_open = false;
  for (std::size_t i = 0; i < meter.indexes().size(); ++i) {
    const engine::VectorBytes& bytes = meter.indexes()[i].vectors;
    if (bytes.empty()) continue;
    if (!is_open) out.key("VectorIndexes").begin_object();
    is_open = true;
    out.escaped_key(meter.schema().indexes[i].name);
    write_vector_capacity(out, bytes);
  }
  if (is_open) out.end_object();
}

void write_table_capacity(wire::JsonWriter& out, const engine::TableMeter& meter,
                          CapacityMode mode, CapacityAxis axis) {
  out.begin_object();
  out.key("TableName");
  out.string(meter.requested_name());
  write_units(out, meter.answered_total(), axis);
  if (mode == CapacityMode::kIndexes) {
    out.key("Table");
    out.begin_object();
    write_units(out, meter.table().total() - meter.table().failed_write, axis);
    out.end_object();
    write_index_arms(out, meter, IndexKind::kLocal, "LocalSecondaryIndexes", axis);
    write_index_arms(out, meter, IndexKind::kGlobal, "GlobalSecondaryIndexes", axis);
  }
  write_vector_arms(out, meter);
  out.end_object();
}

}  // namespace

CapacityMode capacity_mode(const std::optional<std::string>& parameter) {
  if (!parameter || *parameter == "NONE") return CapacityMode::kNone;
  return *parameter == "INDEXES" ? CapacityMode::kIndexes : CapacityMode::kTotal;
}

void write_capacity(wire::JsonWriter& out, const engine::TableMeter& meter, CapacityMode mode) {
  if (mode == CapacityMode::kNone) return;
  out.key("ConsumedCapacity");
  write_table_capacity(out, meter, mode, CapacityAxis::kUnnamed);
}

void write_capacities(wire::JsonWriter& out, std::span<const engine::TableMeter> meters,
                      CapacityMode mode, CapacityAxis axis) {
  if (mode == CapacityMode::kNone) return;
  out.key("ConsumedCapacity");
  out.begin_array();
  for (const engine::TableMeter& meter : meters) write_table_capacity(out, meter, mode, axis);
  out.end_array();
}

void write_vector_capacity(wire::JsonWriter& out, const engine::VectorBytes& bytes) {
  out.begin_object();
  if (bytes.searched != 0) {
    out.key("VectorSearchRequestBytes").number(static_cast<double>(bytes.searched));
  }
  if (bytes.written != 0) {
    out.key("VectorWriteRequestBytes").number(static_cast<double>(bytes.written));
  }
  out.end_object();
}

void write_collection(wire::JsonWriter& out, const storage::Table& table,
                      const AttributeMap& item) {
  constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
  const std::uint64_t gigabytes = engine::collection_bytes(table.snapshot(), item) / kGigabyte;
  out.begin_object();
  out.key("ItemCollectionKey");
  out.begin_object();
  const std::string& name = table.key().hash.front().name;
  out.escaped_key(name);
  wire::write_value(out, *item.find(name));
  out.end_object();
  out.key("SizeEstimateRangeGB");
  out.begin_array();
  out.half_units(static_cast<std::int64_t>(gigabytes * 2));
  out.half_units(static_cast<std::int64_t>((gigabytes + 1) * 2));
  out.end_array();
  out.end_object();
}

}  // namespace stator::server
