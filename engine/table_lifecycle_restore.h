// Restores: a table made from the image of another one.
//
// A restored table is what CreateTable would make of the image's schema and settings, with the
// overrides of the request; its trees are the image's, shared until they change. An index is built
// only when the image was taken before it was added.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backup_catalogue.h"
#include "engine/table_lifecycle.h"

namespace stator::engine {

// What a restore changes. Absent members keep what the source has.
struct RestoreOverrides {
  std::optional<BillingMode> billing_mode;
  std::optional<std::vector<IndexDefinition>> local_indexes;   // those to keep
  std::optional<std::vector<IndexDefinition>> global_indexes;  // those to keep
  std::optional<std::vector<VectorIndexDefinition>> vector_indexes;  // those to keep
  std::optional<Throughput> throughput;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<EncryptionDefinition> encryption;
};

// What a restore starts from.
struct RestoreSource {
  TableImage image;                            // whose contents
  std::shared_ptr<const TableSchema> schema;   // whose indexes, which may be newer
  RestoreSummary summary;
};

// The rules that need no source. ValidationException.
void check_overrides(const RestoreOverrides& overrides);

// TableAlreadyExistsException when the name is taken.
void check_restore_target(Engine& engine, std::string_view target, const Caller& caller);

// REQUIRES: both checks passed. ValidationException for overrides that do not fit the source;
// TableAlreadyExistsException when another call took the name meanwhile.
TableDescription restore_table(Engine& engine, std::string_view target,
                               const RestoreSource& source, const RestoreOverrides& overrides,
                               const Caller& caller);

// RestoreTableFromBackup.
TableDescription restore_table_from_backup(Engine& engine, std::string_view target,
                                           std::string_view backup_arn,
                                           const RestoreOverrides& overrides,
                                           const Caller& caller);

}  // namespace stator::engine
