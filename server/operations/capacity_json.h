// ConsumedCapacity and ItemCollectionMetrics as answers show them (docs/METERING.md, R49 to R54,
// R62).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/meter.h"
#include "model/attribute_value.h"
#include "server/wire/json_writer.h"
#include "storage/table.h"

namespace stator::server {

enum class CapacityMode { kNone, kTotal, kIndexes };

// Reads a ReturnConsumedCapacity parameter.
CapacityMode capacity_mode(const std::optional<std::string>& parameter);

// Transactional answers name the axis beside CapacityUnits at every level (R50).
enum class CapacityAxis { kUnnamed, kRead, kWrite };

// "ConsumedCapacity": {...}, unless the mode is kNone.
void write_capacity(wire::JsonWriter& out, const engine::TableMeter& meter, CapacityMode mode);

// "ConsumedCapacity": [{...}, ...], one entry per table, unless the mode is kNone.
void write_capacities(wire::JsonWriter& out, std::span<const engine::TableMeter> meters,
                      CapacityMode mode, CapacityAxis axis);

// A VectorCapacity: those of VectorSearchRequestBytes and VectorWriteRequestBytes that are not 0.
void write_vector_capacity(wire::JsonWriter& out, const engine::VectorBytes& bytes);

// One element of ItemCollectionMetrics: {"ItemCollectionKey": ..., "SizeEstimateRangeGB": [...]}.
void write_collection(wire::JsonWriter& out, const storage::Table& table,
                      const AttributeMap& item);

}  // namespace stator::server
