// Errors of ImportTable win in this order. Texts are measured but for those marked (*), which are
// our own.
//
//   1  options of another format
//   2  the token was used with other parameters (*)
//   3  there is no directory that stands for S3 (*)
//   4  everything that CreateTable checks, a table of that name last
#include "engine/imports.h"

#include <utility>

#include <fmt/format.h>

#include "engine/job_id.h"
#include "model/error.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

std::string_view spelling(DataFormat format) {
  return format == DataFormat::kIon ? "ION" : "DYNAMODB_JSON";
}

void check_source(const ImportSource& source) {
  if (source.csv && source.format != DataFormat::kCsv) {
    throw validation_error(fmt::format(
        "Invalid Request: Unsupported InputFormatOptions for the given input format: {}.",
        spelling(source.format)));
  }
}

Error conflict() {
  return Error(ErrorCode::kImportConflict,
               "Import conflict: Duplicate request detected with conflicting parameters");
}

std::string log_group_arn(const Caller& caller) {
  return fmt::format("arn:aws:logs:{}:{}:log-group:/aws-dynamodb/imports:*", caller.region,
                     caller.account_id);
}

}  // namespace

StartedImport start_import(Engine& engine, ImportSpecification specification,
                           const Caller& caller) {
  using TokenUse = Imports::TokenUse;
  check_source(specification.source);
  const std::string space = namespace_of(engine.namespace_mode, caller);
  Import job;
  job.start = engine.clock.now();
  job.token = specification.token.empty() ? make_uuid(engine.entropy)
                                          : std::move(specification.token);
  job.fingerprint = std::move(specification.fingerprint);
  auto use = engine.imports.look_up(space, job.token, job.fingerprint, job.start);
  if (use.first == TokenUse::kConflict) throw conflict();
  if (use.first == TokenUse::kReplay) return {*std::move(use.second), nullptr};
  require_object_store(engine);

  const TableDescription table = create_table(engine, specification.table, caller);
  job.source = std::move(specification.source);
  job.table_parameters = std::move(specification.table_parameters);
  job.table_arn = table.settings.arn;
  job.table_id = table.settings.id;
  job.log_group_arn = log_group_arn(caller);
  job.arn = fmt::format("{}/import/{}", job.table_arn, make_job_id(job.start, engine.entropy));
  engine.imports.add(space, job);  // of two calls at once, only one could create the table
  return {std::move(job), find_table(engine, table.schema->name, caller)};
}

Import describe_import(Engine& engine, std::string_view arn, const Caller& caller) {
  if (!is_job_arn(arn, "import")) throw validation_error("Invalid Import ARN");
  auto job = engine.imports.find(namespace_of(engine.namespace_mode, caller), arn);
  if (!job) {
    throw Error(ErrorCode::kImportNotFound, fmt::format("Import not found: {}", arn));
  }
  return *std::move(job);
}

JobPage<Import> list_imports(Engine& engine, const std::optional<std::string>& table_arn,
                             std::size_t limit, std::string_view before, const Caller& caller) {
  JobPage<Import> page;
  page.jobs = engine.imports.list(
      namespace_of(engine.namespace_mode, caller), before, limit + 1, engine.clock.now(),
      [&](const Import& job) { return !table_arn || job.table_arn == *table_arn; });
  if (page.jobs.size() > limit) {
    page.jobs.pop_back();
    page.next_token = page.jobs.back().arn;
  }
  return page;
}

}  // namespace stator::engine
