#include "server/load/load.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/error.h"
#include "model/table_arn.h"
#include "server/load/format.h"
#include "server/load/items.h"
#include "server/load/json_part.h"
#include "server/load/node.h"
#include "server/load/table_resources.h"
#include "server/load/tables.h"
#include "server/load/workbench.h"
#include "server/operations/operation.h"
#include "server/wire/envelope.h"
#include "server/wire/json.h"

namespace stator::server::load {
namespace {

// A file, and what it turned out to be.
struct Loadable {
  SourceFile file;
  Format format = Format::kItems;
};

void read_templates(const Source& source, const Node& root, const LoadOptions& options,
                    const StepSink& sink) {
  const Node* resources = root.find("Resources");
  if (resources != nullptr && resources->is_map()) {
    return read_template(source, root, options, sink);
  }
  if (root.find("resources") != nullptr) return read_service(source, root, options, sink);
  throw LoadError(source.at_line(root.line), "no template: it has no map Resources");
}

void read_definitions(const Source& source, Format format, const LoadOptions& options,
                      const StepSink& sink) {
  if (format == Format::kTemplateYaml) {
    return read_templates(source, read_yaml(source), options, sink);
  }
  const JsonPart root(source.text());
  if (format == Format::kTemplateJson) {
    return read_templates(source, read_json(source, root), options, sink);
  }
  if (format == Format::kWorkbench) {
    read_workbench_tables(source, root, sink);
  } else if (format == Format::kDataModel) {
    read_tables(source, *root.find("tables"), sink);
  } else {
    read_tables(source, root, sink);
  }
}

class Loader {
 public:
  Loader(engine::Engine& engine, const LoadOptions& options)
      : engine_(engine), options_(options), caller_{options.region, kAccountId} {
    for (std::string& name : database().names({}, database().size())) {
      present_.insert(std::move(name));
    }
  }

  void run() {
    for (const std::string& source : options_.sources) {
      for (SourceFile& file : files_of(source)) files_.push_back({std::move(file)});
    }
    try {
      for (Loadable& each : files_) define(each);
      for (const Loadable& each : files_) {
        if (has_items(each.format)) fill(each);
      }
    } catch (...) {
      undo();
      throw;
    }
  }

 private:
  storage::Database& database() const { return engine_.database_of(caller_); }

  StepSink sink() {
    return [this](Step step) { perform(std::move(step)); };
  }

  void define(Loadable& each) {
    const Source source(each.file);
    each.format = format_of(source);
    if (!has_definitions(each.format)) return;
    if (each.file.is_table_given) {
      throw LoadError(source.at_line(1), "it defines tables, so --load takes no TABLE= for it");
    }
    read_definitions(source, each.format, options_, sink());
  }

  void fill(const Loadable& each) {
    const Source source(each.file);
    // It was read once before, and is only known to be sound if it still is what it was.
    if (format_of(source) != each.format) {
      throw LoadError(source.at_line(1), "the file changed while it was loaded");
    }
    if (each.format == Format::kWorkbench) {
      return read_workbench_items(source, JsonPart(source.text()), sink());
    }
    if (each.format == Format::kDataModel) {
      return read_data_model_items(source, JsonPart(source.text()), sink());
    }
    std::vector<KeyAttribute> definitions;
    if (each.format != Format::kWriteRequests) definitions = require_table(source);
    read_items(source, each.format, definitions, sink());
  }

  // The key attributes of the table that the file is for.
  std::vector<KeyAttribute> require_table(const Source& source) const {
    const SourceFile& file = source.file();
    const std::shared_ptr<const storage::Table> table = database().find(file.table);
    if (table == nullptr) {
      throw LoadError(source.at_line(1),
                      fmt::format("there is no table {} for these items; say --load TABLE={}",
                                  file.table, file.path));
    }
    const ReadLock lock(table->mutex());
    return table->settings().attribute_definitions;
  }

  void perform(Step step) {
    if (step.operation == "CreateTable" && present_.contains(step.table)) kept_.insert(step.table);
    if (!kept_.empty() && kept_.contains(step.table)) return;
    try {
      call(step);
      if (step.operation == "CreateTable") created_.push_back(std::move(step.table));
    } catch (const Error& error) {
      throw LoadError(step.origin, fmt::format("{}: {}", spelling(error.code()).name,
                                               wire::apply_envelope(step.operation, error)));
    }
  }

  // Throws Error, too.
  void call(Step& step) {
    const Operation& operation =
        *find_operation(fmt::format("DynamoDB_20120810.{}", step.operation));
    const wire::JsonDocument document(step.body);
    if (document.root() == nullptr) throw LoadError(step.origin, "no JSON that the service takes");
    CallContext context{engine_, operation.name, caller_, {}, nullptr};
    answer_.clear();
    wire::JsonWriter out(answer_);
    operation.run(*document.root(), context, out);
  }

  // Drops the tables that the load made: the next start must not find half of it in a data
  // directory, and take that for what was there before.
  void undo() {
    for (const std::string& table : created_) {
      attempt(
          {{}, "UpdateTable", table, request_body(table, "DeletionProtectionEnabled", "false")});
      attempt({{}, "DeleteTable", table, request_body(table)});
    }
  }

  // What cannot be undone stays; the fault that led here is the one to tell.
  void attempt(Step step) {
    try {
      call(step);
    } catch (const Error&) {
    }
  }

  engine::Engine& engine_;
  const LoadOptions& options_;
  const engine::Caller caller_;
  std::set<std::string> present_;  // tables that were there before
  std::set<std::string> kept_;     // those of them that the load defines, too
  std::vector<std::string> created_;
  std::vector<Loadable> files_;
  std::string answer_;
};

// No state takes its time while this is there.
class Hurry {
 public:
  explicit Hurry(engine::StateDurations& durations)
      : durations_(durations), usual_(std::exchange(durations, {})) {}
  ~Hurry() { durations_ = usual_; }
  Hurry(const Hurry&) = delete;
  Hurry& operator=(const Hurry&) = delete;

 private:
  engine::StateDurations& durations_;
  const engine::StateDurations usual_;
};

}  // namespace

void load(engine::Engine& engine, const LoadOptions& options) {
  const Hurry hurry(engine.durations);
  Loader(engine, options).run();
  engine.ledger.reset();
}

}  // namespace stator::server::load
