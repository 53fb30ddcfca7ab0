// What a request used, in capacity units: facts in, units out.
//
// meter.cpp is the only place that prices anything. docs/METERING.md gives the rules by number
// (R8 ...) with their sources; comments here refer to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/schema.h"
#include "storage/table.h"

namespace stator::engine {

// Capacity in halves of a unit: an eventually consistent read of up to 4 KB is one half (R10).
using HalfUnits = std::uint64_t;

enum class ReadMode { kEventual, kStrong, kTransactional };
enum class WriteMode { kStandard, kTransactional };

// Vector indexes are billed by bytes: of the entries written and of those compared (R65, R66).
struct VectorBytes {
  std::uint64_t searched = 0;
  std::uint64_t written = 0;

  bool empty() const { return searched == 0 && written == 0; }
};

// One line of a bill: a table or one of its indexes.
struct Arm {
  HalfUnits read = 0;
  HalfUnits write = 0;            // includes failed_write
  HalfUnits failed_write = 0;     // of failed conditions and cancelled transactions (R56)
  std::uint64_t entries_written = 0;  // entries physically put or deleted; a key move is two
  VectorBytes vectors;            // of a vector index, which has nothing of the above but the last

  HalfUnits total() const { return read + write; }
};

// What one request used of one table.
// Thread safety: none; a request owns its meters.
class TableMeter {
 public:
  // `requested_name` is how the request named the table: a name or an ARN (R53).
  TableMeter(std::string requested_name, std::shared_ptr<const TableSchema> schema)
      : requested_name_(std::move(requested_name)), schema_(std::move(schema)) {}

  // One item looked up by key; a missing one has 0 bytes (R12 to R14, R37).
  void read_item(std::size_t item_bytes, ReadMode mode);

  // A page of a Query or Scan: the bytes of all evaluated entries together (R15 to R17).
  // `index` is a position in schema->indexes; `units_min` is the least number of whole units that
  // the page costs (R21), 1 for every Query.
  void read_page(std::size_t evaluated_bytes, ReadMode mode, std::optional<std::size_t> index,
                 std::uint64_t units_min);

  // A base item that a local-index read had to fetch for unprojected attributes (R18).
  void fetch_item(std::size_t item_bytes, ReadMode mode);

  // A change of an item, 0 bytes where there is none, and what it did to the indexes
  // (R23, R26, R34, R35).
  void write_item(std::size_t bytes_before, std::size_t bytes_after, WriteMode mode,
                  std::span<const storage::IndexEffect> effects);

  // The entries of a vector index that one search compared, in bytes (R66).
  void search_vectors(std::size_t bytes, std::size_t index);

  // A ConditionCheck of the item it read (R36).
  void check_item(std::size_t item_bytes);

  // A write that was refused by its condition, or by its transaction's cancellation: metered, but
  // never part of an answer, since errors carry no capacity (R54, R56).
  void fail_write(std::size_t bytes_stored, std::size_t bytes_attempted, WriteMode mode);

  // The replay of a transaction's action under its token: a read of the larger image (R38).
  void replay_action(std::size_t bytes_max);

  // A statement of a batch that ran and failed, beside others that succeeded: it adds to the total
  // but to no arm (R47).
  void fail_statement(std::size_t bytes_stored, std::size_t bytes_attempted);

  const std::string& requested_name() const { return requested_name_; }
  const TableSchema& schema() const { return *schema_; }
  const Arm& table() const { return table_; }
  // By position in schema().indexes; empty when no index was touched.
  const std::vector<Arm>& indexes() const { return indexes_; }
  std::uint64_t failures() const { return failures_; }
  // Table, indexes and what no arm holds (R30, R47), without refused writes.
  HalfUnits answered_total() const;

 private:
  Arm& index_arm(std::size_t index);

  std::string requested_name_;
  std::shared_ptr<const TableSchema> schema_;
  Arm table_;
  std::vector<Arm> indexes_;
  HalfUnits unattributed_ = 0;
  std::uint64_t failures_ = 0;
};

// Whole units, each rounded alone (R8): at least one.
std::uint64_t read_units(std::size_t bytes);
std::uint64_t write_units(std::size_t bytes);

}  // namespace stator::engine
