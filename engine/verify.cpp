#include "engine/verify.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/meter.h"
#include "storage/verify.h"

namespace stator::engine {
namespace {

using storage::DerivedEntry;

std::size_t bytes_of_attributes(const AttributeMap& attributes);

// R5 and R6, from the digits of the number written out.
std::size_t bytes_of_number(const Number& number) {
  if (number.is_zero()) return 1;
  std::string digits = number.to_string();
  if (number.is_negative()) digits.erase(0, 1);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  if (point < digits.size()) digits.erase(point, 1);
  if (point % 2 == 1) digits.insert(0, 1, '0');
  if (digits.size() % 2 == 1) digits += '0';
  std::size_t first = digits.size();
  std::size_t last = 0;
  for (std::size_t pair = 0; pair < digits.size(); pair += 2) {
    if (digits.compare(pair, 2, "00") == 0) continue;
    first = std::min(first, pair);
    last = pair;
  }
  return std::min<std::size_t>(21, 1 + (last - first) / 2 + 1 + (number.is_negative() ? 1 : 0));
}

// R2 to R5.
struct BytesOf {
  std::size_t operator()(const Text& text) const { return text.size(); }
  std::size_t operator()(const Binary& binary) const { return binary.bytes.size(); }
  std::size_t operator()(const Number& number) const { return bytes_of_number(number); }
  std::size_t operator()(bool) const { return 1; }
  std::size_t operator()(Null) const { return 1; }
  std::size_t operator()(const BinarySet& set) const { return sum(set.elements); }
  std::size_t operator()(const StringSet& set) const { return sum(set); }
  std::size_t operator()(const NumberSet& set) const { return sum(set); }
  std::size_t operator()(const List& list) const {
    std::size_t bytes = 3 + list.size();
    for (const AttributeValue& element : list) bytes += element.visit(*this);
    return bytes;
  }
  std::size_t operator()(const AttributeMap& map) const {
    return 3 + map.size() + bytes_of_attributes(map);
  }

 private:
  template <class Elements>
  std::size_t sum(const Elements& elements) const {
    std::size_t bytes = 0;
    for (const auto& element : elements) bytes += (*this)(element);
    return bytes;
  }
};

// R1.
std::size_t bytes_of_attributes(const AttributeMap& attributes) {
  std::size_t bytes = 0;
  for (const Attribute& attribute : attributes) {
    bytes += attribute.name.size() + attribute.value.visit(BytesOf{});
  }
  return bytes;
}

std::size_t bytes_of(const std::optional<DerivedEntry>& entry) {
  return entry ? bytes_of_attributes(entry->attributes) : 0;
}
std::size_t bytes_of(const ItemRef& item) {
  return item ? bytes_of_attributes(item->attributes()) : 0;
}

// R8.
std::uint64_t units_of(std::size_t bytes) { return bytes <= 1024 ? 1 : (bytes + 1023) / 1024; }

// What an index is charged for a change of an entry.
struct IndexCharge {
  HalfUnits write = 0;
  std::uint64_t entries = 0;
  std::uint64_t vector_bytes = 0;
};

// R26, R35, R43 and R65.
IndexCharge charge_of(const std::optional<DerivedEntry>& before,
                      const std::optional<DerivedEntry>& after, const IndexSchema& index) {
  if (before == after) return {};
  const std::size_t old_bytes = bytes_of(before);
  const std::size_t new_bytes = bytes_of(after);
  const bool is_move = before && after && before->key != after->key;
  IndexCharge charge;
  charge.entries = is_move ? 2 : 1;
  if (index.kind == IndexKind::kVector) {
    charge.vector_bytes = is_move ? old_bytes + new_bytes : std::max(old_bytes, new_bytes);
  } else {
    charge.write = 2 * (is_move ? units_of(old_bytes) + units_of(new_bytes)
                                : units_of(std::max(old_bytes, new_bytes)));
  }
  return charge;
}

void check_index(const storage::ItemChange& change, const TableMeter& meter, std::size_t position) {
  const TableSchema& schema = meter.schema();
  const IndexSchema& index = schema.indexes[position];
  IndexCharge expected;
  if (index.follows_writes()) {
    expected = charge_of(storage::derive_entry(change.before, index, schema),
                         storage::derive_entry(change.after, index, schema), index);
  }
  const Arm arm = meter.indexes().empty() ? Arm{} : meter.indexes()[position];
  const std::string where = schema.name + ", index " + index.name;
  require_verified(arm.write == expected.write, "an index is billed other units", where);
  require_verified(arm.entries_written == expected.entries, "another number of entries is counted",
                   where);
  require_verified(arm.vectors.written == expected.vector_bytes, "other vector bytes are billed",
                   where);
}

void check_mode(const storage::ItemChange& change, std::span<const storage::IndexEffect> effects,
                const std::shared_ptr<const TableSchema>& schema, WriteMode mode) {
  TableMeter meter(schema->name, schema);
  meter.write_item(change.before ? change.before->size_bytes() : 0,
                   change.after ? change.after->size_bytes() : 0, mode, effects);
  const HalfUnits per_unit = mode == WriteMode::kTransactional ? 4 : 2;  // R34
  const std::size_t larger = std::max(bytes_of(change.before), bytes_of(change.after));
  require_verified(meter.table().write == units_of(larger) * per_unit,
                   "a write is billed other units", schema->name);
  for (std::size_t i = 0; i < schema->indexes.size(); ++i) check_index(change, meter, i);
}

}  // namespace

void check_bill(const storage::ItemChange& change, std::span<const storage::IndexEffect> effects,
                const TableSchema& schema) {
  const auto copy = std::make_shared<const TableSchema>(schema);
  check_mode(change, effects, copy, WriteMode::kStandard);
  check_mode(change, effects, copy, WriteMode::kTransactional);
}

}  // namespace stator::engine
