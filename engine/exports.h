// Exports to S3: what may be exported, and which exports there are. What the files look like is
// server/transfers/'s business.
//
// Errors: all functions throw Error, before anything has changed.
// Thread safety: all functions may be called from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/export_job.h"
#include "engine/recovery_history.h"
#include "model/clock.h"
#include "storage/table.h"

namespace stator::engine {

// What an export has to write.
struct ExportContents {
  storage::Trees trees;  // at its end
  // Of an incremental export: the trees at its beginning, and those before each second since then
  // in which the table changed, ascending.
  std::optional<storage::Trees> before;
  std::vector<RecoveryHistory::Root> roots;
};

struct StartedExport {
  Export job;
  std::optional<ExportContents> contents;  // absent when the token was used before
};

// Adds a job that is IN_PROGRESS. `fingerprint` identifies the request.
StartedExport start_export(Engine& engine, ExportSpecification specification, std::string token,
                           std::string fingerprint, const Caller& caller);

// ValidationException for what is no ARN of an export, ExportNotFoundException.
Export describe_export(Engine& engine, std::string_view arn, const Caller& caller);

template <class T>
struct JobPage {
  std::vector<T> jobs;                   // by ARN, descending
  std::optional<std::string> next_token;  // absent on the last page
};

// Those of a table, if its ARN is given. `next_token` is that of the page before.
JobPage<Export> list_exports(Engine& engine, const std::optional<std::string>& table_arn,
                             std::size_t limit, const std::optional<std::string>& next_token,
                             const Caller& caller);

// ValidationException unless the server has a directory that stands for S3.
void require_object_store(const Engine& engine);

}  // namespace stator::engine
