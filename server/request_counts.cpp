#include "server/request_counts.h"

#include <fmt/format.h>

#include "model/thread_shard.h"

namespace stator::server {
namespace {

// Names of tables and operations need no escapes; labels are the user's.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '\\' || character == '"') result += '\\';
    if (character == '\n') {
      result += "\\n";
    } else {
      result += character;
    }
  }
  return result;
}

void add_units(std::string& text, const engine::LedgerEntry& entry, std::string_view kind,
               engine::HalfUnits halves) {
  if (halves == 0) return;
  text += fmt::format(
      "stator_capacity_units_total{{operation=\"{}\",table=\"{}\",index=\"{}\",label=\"{}\","
      "kind=\"{}\"}} {}\n",
      entry.operation, entry.table_name, entry.index_name, escaped(entry.label), kind,
      static_cast<double>(halves) / 2);
}

}  // namespace

RequestCounts::RequestCounts()
    : per_shard_(operations().size() + 1),
      counters_(std::make_unique<Counters[]>(kShards * per_shard_)) {}

void RequestCounts::count(const Operation* operation, unsigned status,
                          std::chrono::nanoseconds duration) {
  const std::size_t position =
      operation == nullptr ? 0
                           : static_cast<std::size_t>(operation - operations().data()) + 1;
  Counters& counters = counters_[shard_of_thread(kShards) * per_shard_ + position];
  const std::size_t outcome = status < 400 ? 0 : status < 500 ? 1 : 2;
  counters.by_outcome[outcome].fetch_add(1, std::memory_order_relaxed);
  counters.nanoseconds.fetch_add(static_cast<std::uint64_t>(duration.count()),
                                 std::memory_order_relaxed);
}

std::vector<RequestCounts::Row> RequestCounts::rows() const {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < per_shard_; ++i) {
    Row row;
    if (i > 0) row.operation = operations()[i - 1].name;
    for (std::size_t shard = 0; shard < kShards; ++shard) {
      const Counters& counters = counters_[shard * per_shard_ + i];
      row.succeeded += counters.by_outcome[0].load(std::memory_order_relaxed);
      row.refused += counters.by_outcome[1].load(std::memory_order_relaxed);
      row.failed += counters.by_outcome[2].load(std::memory_order_relaxed);
      row.duration += std::chrono::nanoseconds(
          static_cast<std::int64_t>(counters.nanoseconds.load(std::memory_order_relaxed)));
    }
    if (row.succeeded + row.refused + row.failed > 0) rows.push_back(row);
  }
  return rows;
}

std::string render_metrics(const RequestCounts& counts, const engine::MeterLedger& ledger,
                           std::size_t tables) {
  std::string text =
      "# HELP stator_requests_total Calls, by operation and class of status.\n"
      "# TYPE stator_requests_total counter\n";
  const auto rows = counts.rows();
  for (const auto& row : rows) {
    const auto add = [&](std::string_view status, std::uint64_t count) {
      if (count == 0) return;
      text += fmt::format("stator_requests_total{{operation=\"{}\",status=\"{}\"}} {}\n",
                          row.operation, status, count);
    };
    add("2xx", row.succeeded);
    add("4xx", row.refused);
    add("5xx", row.failed);
  }
  text +=
      "# HELP stator_request_seconds_total Time from the parsed request to its answer.\n"
      "# TYPE stator_request_seconds_total counter\n";
  for (const auto& row : rows) {
    text += fmt::format("stator_request_seconds_total{{operation=\"{}\"}} {:.9f}\n", row.operation,
                        std::chrono::duration<double>(row.duration).count());
  }
  text +=
      "# HELP stator_capacity_units_total Metered units; failed_write are those of refused "
      "writes.\n"
      "# TYPE stator_capacity_units_total counter\n";
  for (const engine::LedgerEntry& entry : ledger.entries()) {
    add_units(text, entry, "read", entry.arm.read);
    add_units(text, entry, "write", entry.arm.write);
    add_units(text, entry, "failed_write", entry.arm.failed_write);
  }
  text += fmt::format(
      "# HELP stator_tables Tables of all namespaces.\n# TYPE stator_tables gauge\n"
      "stator_tables {}\n",
      tables);
  return text;
}

}  // namespace stator::server
