#include "engine/persistence/definitions.h"

#include <memory>

#include "engine/persistence/journal.h"
#include "model/table_arn.h"
#include "storage/journal/item_codec.h"

namespace stator::engine {
namespace {

// So large become the records of a table's contents.
constexpr std::size_t kContentsBytes = std::size_t{64} << 10;

std::string begin_items(const storage::Table& table) {
  std::string record = begin_record(RecordType::kItems);
  storage::encode_number(record, table.journal_name().number);
  return record;
}

}  // namespace

TableRecord record_of(Engine& engine, const storage::Table& table) {
  const auto& name = table.journal_name();
  TableRecord record;
  record.number = name.number;
  record.name_space = name.name_space;
  record.schema = *table.trees().schema;
  record.settings = table.settings();
  record.at = engine.clock.now();
  const auto& stream = record.settings.stream;
  if (stream && stream->enabled) {
    const StreamRef found = engine.streams.find(
        name.name_space, stream_arn(record.settings.arn, stream->label), record.at);
    if (found && found->is_enabled()) record.stream = *found;
  }
  if (const auto history = engine.recovery.find(record.settings.id)) {
    record.recovery = history->period();
  }
  return record;
}

void journal_definition(Engine& engine, const storage::Table& table) {
  if (!engine.journal || table.journal_name().number == 0) return;
  engine.journal->append(make_record(RecordType::kTable, record_of(engine, table)));
}

TableMaking::TableMaking(Engine& engine) : engine_(engine) {
  if (engine.journal) engine.journal->making().lock_shared();
}

TableMaking::~TableMaking() {
  if (engine_.journal) engine_.journal->making().unlock_shared();
}

void journal_contents(Engine& engine, storage::Table& table, const storage::Database& database) {
  if (table.journal_name().number != 0) return;
  table.set_journal_name(
      {engine.journal ? engine.journal->next_table_number() : 0, database.name()});
  if (!engine.journal) return;
  if (table.trees().items.empty()) return;
  TableRecord unlisted = record_of(engine, table);
  unlisted.is_listed = false;
  engine.journal->append(make_record(RecordType::kTable, unlisted));
  std::string record = begin_items(table);
  table.trees().items.ascend({}, [&](std::string_view, const ItemRef& item) {
    storage::encode_item(record, *item);
    if (record.size() >= kContentsBytes) {
      engine.journal->append(record);
      record = begin_items(table);
    }
    return true;
  });
  engine.journal->append(record);
}

void journal_table_gone(Engine& engine, const storage::Table& table) {
  if (!engine.journal || table.journal_name().number == 0) return;
  engine.journal->append(make_record(RecordType::kTableGone, table.journal_name().number));
}

void journal_stream_closed(Engine& engine, const Stream& stream, Timestamp closed) {
  if (!engine.journal) return;
  engine.journal->append(make_record(RecordType::kStreamClosed,
                                     StreamName{stream.name_space, stream.arn, closed}));
}

void journal_reset(Engine& engine, const std::vector<std::uint64_t>& tables) {
  if (!engine.journal) return;
  engine.journal->append(make_record(RecordType::kReset, tables));
}

}  // namespace stator::engine
