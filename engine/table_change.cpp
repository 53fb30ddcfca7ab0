#include "engine/table_change.h"

#include "engine/persistence/definitions.h"
#include "engine/persistence/journal.h"

namespace stator::engine {

TableChange::TableChange(Engine& engine, storage::Table& table) : engine_(engine), table_(table) {
  if (engine.journal) engine.journal->require_working();
  table.mutex().lock();
  revision_ = table.settings().revision;
}

TableChange::~TableChange() {
  if (engine_.journal && (is_noted_ || table_.settings().revision != revision_)) {
    journal_definition(engine_, table_);
  }
  table_.mutex().unlock();
}

}  // namespace stator::engine
