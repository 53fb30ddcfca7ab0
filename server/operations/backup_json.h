// Writes BackupDetails, BackupDescription and BackupSummary.
#pragma once

#include <string_view>

#include "engine/backup_catalogue.h"
#include "server/wire/json_writer.h"

namespace stator::server {

// `status` is CREATING in the answer of CreateBackup, DELETED in that of DeleteBackup, and
// otherwise AVAILABLE. Each writes one object.
void write_backup_details(wire::JsonWriter& json, const engine::Backup& backup,
                          std::string_view status);
void write_backup_description(wire::JsonWriter& json, const engine::Backup& backup,
                              std::string_view status);
void write_backup_summary(wire::JsonWriter& json, const engine::Backup& backup);

}  // namespace stator::server
