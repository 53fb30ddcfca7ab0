#include "server/operations/continuous_backups_json.h"

#include <cstdint>

namespace stator::server {

// Continuous backups are always ENABLED: what can be turned off is recovery.
void write_continuous_backups(wire::JsonWriter& json,
                              const std::optional<engine::RecoveryWindow>& window) {
  json.begin_object().key("ContinuousBackupsDescription").begin_object();
  json.member("ContinuousBackupsStatus", "ENABLED");
  json.key("PointInTimeRecoveryDescription").begin_object();
  json.member("PointInTimeRecoveryStatus", window ? "ENABLED" : "DISABLED");
  if (window) {
    json.member("RecoveryPeriodInDays", static_cast<std::int64_t>(window->period.count()));
    json.member("EarliestRestorableDateTime", window->earliest);
    json.member("LatestRestorableDateTime", window->latest);
  }
  json.end_object().end_object().end_object();
}

}  // namespace stator::server
