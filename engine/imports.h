// Imports from S3: the table that one makes, and which imports there are. How files are read is
// server/transfers/'s business.
//
// The table can be used from the beginning, while it fills.
//
// Errors: all functions throw Error, before anything has changed.
// Thread safety: all functions may be called from any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/exports.h"
#include "engine/import_job.h"
#include "engine/table_lifecycle.h"

namespace stator::engine {

// What ImportTable asks for.
struct ImportSpecification {
  ImportSource source;
  TableDefinition table;
  std::string table_parameters;  // TableCreationParameters, as answers repeat them
  std::string token;
  std::string fingerprint;  // identifies the request
};

struct StartedImport {
  Import job;
  std::shared_ptr<storage::Table> table;  // null when the token was used before
};

// Creates the table and adds a job that is IN_PROGRESS.
StartedImport start_import(Engine& engine, ImportSpecification specification,
                           const Caller& caller);

// ValidationException for what is no ARN of an import, ImportNotFoundException.
Import describe_import(Engine& engine, std::string_view arn, const Caller& caller);

// Those into a table, if its ARN is given.
JobPage<Import> list_imports(Engine& engine, const std::optional<std::string>& table_arn,
                             std::size_t limit, std::string_view before, const Caller& caller);

}  // namespace stator::engine
