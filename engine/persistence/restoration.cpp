#include "engine/persistence/restoration.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/backups.h"
#include "engine/persistence/finish.h"
#include "engine/persistence/journal.h"
#include "engine/replication.h"
#include "model/mutex.h"

namespace stator::engine {
namespace {

using storage::Database;

class Restoration {
 public:
  Restoration(Engine& engine, const Capture& captured) : engine_(engine), captured_(captured) {}

  // Nothing has changed when one of these throws.
  void make_tables();
  void make_groups();

  // The tables get their numbers, and the journal hears of it.
  void enter(std::uint64_t kept);

  void replace_everything();

 private:
  struct Made {
    const Capture::Table& captured;
    std::shared_ptr<storage::Table> table;
    StreamRef stream;
    std::shared_ptr<RecoveryHistory> history;
  };

  StreamRef make_stream(const Capture::Table& captured) const;
  std::shared_ptr<storage::Table> find(const std::string& space, const std::string& name) const;
  void replace_tables();
  void replace_streams();
  void replace_backups();
  void replace_rest();
  void resume();

  Engine& engine_;
  const Capture& captured_;
  std::vector<Made> tables_;
  std::map<std::string, Database::Tables> by_space_;
  std::vector<GlobalTable> global_tables_;  // as in the capture
  std::uint64_t last_table_number_ = 0;
};

// A stream that has gone on since then keeps its numbers: whoever reads it must not take for read
// what is written from now on.
StreamRef Restoration::make_stream(const Capture::Table& captured) const {
  if (!captured.record.stream) return nullptr;
  auto stream = std::make_shared<Stream>(*captured.record.stream);
  stream->log = std::make_shared<storage::StreamLog>(stream->view_type, stream->seed,
                                                     captured.stream);
  const StreamRef present =
      engine_.streams.find(stream->name_space, stream->arn, engine_.clock.now());
  if (present) stream->log->go_on_behind(present->log->last_number());
  return stream;
}

void Restoration::make_tables() {
  tables_.reserve(captured_.tables.size());
  for (const Capture::Table& captured : captured_.tables) {
    const TableRecord& record = captured.record;
    Made made{captured, std::make_shared<storage::Table>(captured.trees, record.settings),
              make_stream(captured), nullptr};
    made.table->set_journal_name({0, record.name_space});
    made.table->set_serves_items(record.settings.status == TableStatus::kActive);
    if (made.stream) {
      const WriteLock lock(made.table->mutex());
      made.table->attach(made.stream->log);
    }
    made.history = attach_followers(engine_, made.table, record.recovery);
    by_space_[record.name_space].emplace(made.table->name(), made.table);
    tables_.push_back(std::move(made));
  }
}

std::shared_ptr<storage::Table> Restoration::find(const std::string& space,
                                                  const std::string& name) const {
  const auto tables = by_space_.find(space);
  if (tables == by_space_.end()) return nullptr;
  const auto table = tables->second.find(name);
  return table == tables->second.end() ? nullptr : table->second;
}

void Restoration::make_groups() {
  const bool has_key = engine_.namespace_mode == NamespaceMode::kAccountRegion;
  for (const Capture::Global& global : captured_.global_tables) {
    GlobalTable table = global.table;
    if (table.group) {
      table.group = std::make_shared<ReplicationGroup>(engine_, table.version, table.consistency);
      for (const Replica& replica : table.replicas) {
        const std::string space = has_key ? global.scope + '/' + replica.region : replica.region;
        const auto member = find(space, table.name);
        if (!member) continue;
        const WriteLock lock(member->mutex());
        table.group->join(replica.region, member);
      }
    }
    global_tables_.push_back(std::move(table));
  }
}

void Restoration::enter(std::uint64_t kept) {
  RestoreRecord record;
  record.file = kept;
  record.last_table_number = engine_.journal->take_table_numbers(tables_.size());
  last_table_number_ = record.last_table_number;
  for (const Made& made : tables_) {
    const TableRecord& captured = made.captured.record;
    made.table->set_journal_name({last_table_number_ + captured.number, captured.name_space});
    if (made.stream) record.stream_numbers.push_back(made.stream->log->last_number());
  }
  engine_.journal->append_restore(record);
}

void Restoration::replace_everything() {
  replace_tables();
  replace_streams();
  replace_backups();
  replace_rest();
  resume();
}

void Restoration::replace_tables() {
  for (const auto& [space, tables] : by_space_) engine_.namespaces.at(space);
  engine_.namespaces.for_each([&](const std::string& space, Database& database) {
    Database::Tables replaced = database.replace(std::exchange(by_space_[space], {}));
    if (!replaced.empty()) engine_.reclaimer.drop(std::move(replaced));
  });
  auto histories = engine_.recovery.clear();
  if (!histories.empty()) engine_.reclaimer.drop(std::move(histories));
  for (Made& made : tables_) {
    if (!made.history) continue;
    engine_.recovery.add(made.captured.record.settings.id, std::move(made.history));
  }
}

void Restoration::replace_streams() {
  engine_.streams.clear();
  for (const Made& made : tables_) {
    if (made.stream) engine_.streams.add(made.stream);
  }
  for (const Capture::Closed& closed : captured_.closed_streams) {
    engine_.streams.add(closed.stream);
  }
}

// The journal knows the tables by other numbers than the capture does.
void Restoration::replace_backups() {
  engine_.backups.clear();
  for (const auto& [space, captured] : captured_.backups) {
    BackupRef backup = captured;
    if (backup->image.table != 0) {
      Backup numbered = *backup;
      numbered.image.table += last_table_number_;
      backup = make_backup_ref(engine_, std::move(numbered));
    }
    engine_.backups.restore(space, backup);
    expire_backup(engine_, space, *backup);
  }
}

void Restoration::replace_rest() {
  engine_.global_tables->clear();
  for (std::size_t i = 0; i < global_tables_.size(); ++i) {
    engine_.global_tables->restore(captured_.global_tables[i].scope, global_tables_[i]);
  }
  engine_.exports.clear();
  engine_.imports.clear();
  engine_.bulk_operations.clear();
  engine_.tokens.clear();
  for (const auto& token : captured_.tokens) engine_.tokens.restore(token);
}

void Restoration::resume() {
  for (const Made& made : tables_) {
    resume_work(engine_, engine_.namespaces.at(made.captured.record.name_space), made.table);
  }
  resume_streams(engine_);
  for (std::size_t i = 0; i < global_tables_.size(); ++i) {
    if (!global_tables_[i].group) continue;
    for (const ReplicatedChange& change : captured_.global_tables[i].on_the_way) {
      global_tables_[i].group->note(change.region, {change.key, nullptr, change.after},
                                    {change.at});
    }
  }
}

}  // namespace

void restore(Engine& engine, const Capture& captured, std::optional<std::uint64_t> kept) {
  Restoration restoration(engine, captured);
  restoration.make_tables();
  restoration.make_groups();
  if (!engine.journal) return restoration.replace_everything();
  // A snapshot for the journal has all of it or nothing.
  const WriteLock making_none(engine.journal->making());
  restoration.enter(kept.value());
  restoration.replace_everything();
}

}  // namespace stator::engine
