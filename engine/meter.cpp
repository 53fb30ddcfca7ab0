#include "engine/meter.h"

#include <algorithm>

#include "model/limits.h"

namespace stator::engine {

namespace {

// Half-units of a whole unit in each mode (R8, R34, R37).
constexpr HalfUnits per_unit(ReadMode mode) {
  switch (mode) {
    case ReadMode::kEventual: return 1;
    case ReadMode::kStrong: return 2;
    case ReadMode::kTransactional: return 4;
  }
  return 0;
}

constexpr HalfUnits per_unit(WriteMode mode) {
  return mode == WriteMode::kTransactional ? 4 : 2;
}

// Index arms inside a transaction are charged once, not twice. Measured on the service for global
// indexes (R35); for local ones the sources disagree (R43), hence a constant of its own.
constexpr HalfUnits kPerUnitGlobalIndex = 2;
constexpr HalfUnits kPerUnitLocalIndex = 2;

// R26: what a change of an index entry costs.
//
//   insert   WU(new)
//   remove   WU(old)
//   replace  max(WU(old), WU(new))
//   move     WU(old) + WU(new)
std::uint64_t index_write_units(const storage::IndexEffect& effect) {
  using storage::IndexEditKind;
  switch (effect.kind) {
    case IndexEditKind::kNone: return 0;
    case IndexEditKind::kInsert: return write_units(effect.new_bytes);
    case IndexEditKind::kRemove: return write_units(effect.old_bytes);
    case IndexEditKind::kReplace: return write_units(std::max(effect.old_bytes, effect.new_bytes));
    case IndexEditKind::kMove:
      return write_units(effect.old_bytes) + write_units(effect.new_bytes);
  }
  return 0;
}

// R65: the same in bytes, which are not rounded.
std::uint64_t vector_write_bytes(const storage::IndexEffect& effect) {
  return effect.kind == storage::IndexEditKind::kMove
             ? effect.old_bytes + effect.new_bytes
             : std::max(effect.old_bytes, effect.new_bytes);
}

std::uint64_t ceil_div(std::size_t bytes, std::size_t unit_bytes) {
  return std::max<std::uint64_t>(1, (bytes + unit_bytes - 1) / unit_bytes);
}

}  // namespace

std::uint64_t read_units(std::size_t bytes) { return ceil_div(bytes, limits::kReadUnitBytes); }

std::uint64_t write_units(std::size_t bytes) { return ceil_div(bytes, limits::kWriteUnitBytes); }

void TableMeter::read_item(std::size_t item_bytes, ReadMode mode) {
  table_.read += read_units(item_bytes) * per_unit(mode);
}

void TableMeter::read_page(std::size_t evaluated_bytes, ReadMode mode,
                           std::optional<std::size_t> index, std::uint64_t units_min) {
  const HalfUnits units = std::max(read_units(evaluated_bytes), units_min) * per_unit(mode);
  (index ? index_arm(*index) : table_).read += units;
}

void TableMeter::fetch_item(std::size_t item_bytes, ReadMode mode) { read_item(item_bytes, mode); }

void TableMeter::write_item(std::size_t bytes_before, std::size_t bytes_after, WriteMode mode,
                            std::span<const storage::IndexEffect> effects) {
  table_.write += write_units(std::max(bytes_before, bytes_after)) * per_unit(mode);
  if (bytes_before != 0 || bytes_after != 0) ++table_.entries_written;
  for (const storage::IndexEffect& effect : effects) {
    Arm& arm = index_arm(effect.index);
    switch (schema_->indexes[effect.index].kind) {
      case IndexKind::kLocal:
        arm.write += index_write_units(effect) * kPerUnitLocalIndex;
        break;
      case IndexKind::kGlobal:
        arm.write += index_write_units(effect) * kPerUnitGlobalIndex;
        break;
      case IndexKind::kVector:
        arm.vectors.written += vector_write_bytes(effect);
        break;
    }
    arm.entries_written += effect.kind == storage::IndexEditKind::kMove ? 2 : 1;
  }
}

void TableMeter::search_vectors(std::size_t bytes, std::size_t index) {
  index_arm(index).vectors.searched += bytes;
}

void TableMeter::check_item(std::size_t item_bytes) {
  table_.write += write_units(item_bytes) * per_unit(WriteMode::kTransactional);
}

void TableMeter::fail_write(std::size_t bytes_stored, std::size_t bytes_attempted,
                            WriteMode mode) {
  const HalfUnits units = write_units(std::max(bytes_stored, bytes_attempted)) * per_unit(mode);
  table_.write += units;
  table_.failed_write += units;
  failures_ = 1;
}

void TableMeter::replay_action(std::size_t bytes_max) {
  read_item(bytes_max, ReadMode::kTransactional);
}

void TableMeter::fail_statement(std::size_t bytes_stored, std::size_t bytes_attempted) {
  unattributed_ += write_units(std::max(bytes_stored, bytes_attempted)) *
                   per_unit(WriteMode::kStandard);
  fail_write(bytes_stored, bytes_attempted, WriteMode::kStandard);
}

HalfUnits TableMeter::answered_total() const {
  HalfUnits total = table_.total() - table_.failed_write + unattributed_;
  for (const Arm& arm : indexes_) total += arm.total();
  return total;
}

Arm& TableMeter::index_arm(std::size_t index) {
  if (indexes_.empty()) indexes_.resize(schema_->indexes.size());
  return indexes_[index];
}

}  // namespace stator::engine
