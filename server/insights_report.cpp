#include "server/insights_report.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/contributor_insights.h"
#include "model/mutex.h"
#include "server/operations/insights_json.h"
#include "server/wire/value_json.h"

namespace stator::server {
namespace {

using storage::KeyCount;
using storage::KeyEvent;

constexpr std::size_t kKeysMax = 100;  // as many as CloudWatch shows

void write_counts(wire::JsonWriter& out, std::string_view name,
                  const std::vector<KeyCount>& counts) {
  out.key(name).begin_array();
  for (const auto& [key, count, overcount_max] : counts) {
    out.begin_object().key("Key");
    wire::write_attributes(out, key);
    out.member("Count", static_cast<std::int64_t>(count));
    out.member("OvercountMax", static_cast<std::int64_t>(overcount_max));
    out.end_object();
  }
  out.end_array();
}

// By partition key, and where there is a sort key by both.
void write_event(wire::JsonWriter& out, std::string_view partitions, std::string_view keys,
                 const storage::KeyCounter& counter, KeyEvent event) {
  write_counts(out, partitions, counter.top_partitions(event, kKeysMax));
  if (!counter.key().range.empty()) write_counts(out, keys, counter.top_keys(event, kKeysMax));
}

void write_counter(wire::JsonWriter& out, const std::string& name_space,
                   const engine::InsightsTarget& target, const storage::KeyCounter& counter) {
  out.begin_object();
  if (!name_space.empty()) out.member("Namespace", name_space);
  out.member("TableName", target.table);
  if (!target.index.empty()) out.member("IndexName", target.index);
  out.member("ContributorInsightsMode", spelling(counter.mode()));
  if (counter.mode() == InsightsMode::kAccessedAndThrottledKeys) {
    write_event(out, "MostAccessedPartitionKeys", "MostAccessedKeys", counter,
                KeyEvent::kAccessed);
  }
  write_event(out, "MostThrottledPartitionKeys", "MostThrottledKeys", counter,
              KeyEvent::kThrottled);
  out.end_object();
}

std::shared_ptr<const storage::KeyMonitor> monitor_of(const storage::Table& table) {
  const ReadLock lock(table.mutex());
  return table.monitor();
}

}  // namespace

std::string insights_report(const engine::Engine& engine) {
  std::string text;
  wire::JsonWriter out(text);
  out.begin_object().key("Entries").begin_array();
  engine.namespaces.for_each([&](const std::string& name_space, const storage::Database& database) {
    for (const std::string& name : database.names({}, database.size())) {
      const auto table = database.find(name);
      const auto monitor = table ? monitor_of(*table) : nullptr;
      if (!monitor) continue;
      if (monitor->table) write_counter(out, name_space, {name, {}}, *monitor->table);
      for (const auto& [index, counter] : monitor->indexes) {
        write_counter(out, name_space, {name, index}, *counter);
      }
    }
  });
  out.end_array().end_object();
  return text;
}

}  // namespace stator::server
