// Contributor insights: which keys of a table or global index are asked for most.
// UpdateContributorInsights, DescribeContributorInsights, ListContributorInsights.
//
// While they are off, an access costs one comparison with nullptr; while they are on, one or two
// counters in bounded memory (storage/key_monitor.h).
//
// Errors and thread safety as in table_lifecycle.h. ENABLING and DISABLING last until the answer
// has been made.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/clock.h"
#include "model/table_settings.h"
#include "storage/key_monitor.h"
#include "storage/table.h"

namespace stator::engine {

// The table, or one of its global indexes.
struct InsightsTarget {
  std::string table;
  std::string index;  // empty: the table itself

  friend auto operator<=>(const InsightsTarget&, const InsightsTarget&) = default;
};

enum class InsightsAction { kEnable, kDisable };
enum class InsightsStatus { kEnabling, kEnabled, kDisabling, kDisabled };

struct InsightsDescription {
  InsightsTarget target;
  InsightsStatus status = InsightsStatus::kDisabled;
  std::optional<InsightsMode> mode;      // absent until enabled for the first time
  std::optional<Timestamp> last_update;  // likewise
  std::vector<std::string> rules;        // while enabled
};

// Absent `mode`: both kinds of events, or what is enabled already.
InsightsDescription update_insights(Engine& engine, const InsightsTarget& target,
                                    InsightsAction action, std::optional<InsightsMode> mode,
                                    const Caller& caller);

InsightsDescription describe_insights(Engine& engine, const InsightsTarget& target,
                                      const Caller& caller);

struct InsightsPage {
  std::vector<InsightsDescription> enabled;  // by table, then the table before its indexes
  std::optional<InsightsTarget> last;        // absent on the last page
};

// What is enabled, of one table or of all, after `start`; at most `limit`.
InsightsPage list_insights(Engine& engine, const std::optional<std::string>& table,
                           const std::optional<InsightsTarget>& start, std::size_t limit,
                           const Caller& caller);

// Makes the table's counters agree with its settings and indexes: those that stay keep what they
// counted. Call it after every change of either. Takes the table's lock.
void refresh_monitor(storage::Table& table);

}  // namespace stator::engine
