// Changes of a table's settings that need nothing else of the table.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/table_change.h"
#include "model/error.h"
#include "model/mutex.h"
#include "model/table_settings.h"
#include "storage/table.h"

namespace stator::engine {

// ResourceInUseException: what cannot be done while something else goes on, told by `detail`.
inline Error in_use(std::string_view detail) {
  return Error(ErrorCode::kResourceInUse,
               fmt::format("Attempt to change a resource which is still in use: {}", detail));
}

// A copy of the settings as they are now.
inline TableSettings read_settings(const storage::Table& table) {
  const ReadLock lock(table.mutex());
  return table.settings();
}

// Lets `change(TableSettings&)` work on a copy, without a lock, so that it may throw; then takes
// the copy over, unless something else changed the settings meanwhile: then all begins again.
// Returns what `change` returns.
template <class Change>
auto change_settings(Engine& engine, storage::Table& table, Change change) {
  for (;;) {
    TableSettings settings = read_settings(table);
    const std::uint64_t revision = settings.revision++;
    auto result = change(settings);
    const TableChange lock(engine, table);
    if (table.settings().revision != revision) continue;
    std::swap(table.settings(), settings);
    return result;
  }
}

}  // namespace stator::engine
