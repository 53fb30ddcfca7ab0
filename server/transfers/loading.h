// What imports and bulk operations share: objects to read from, and the way of one item into the
// table.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "engine/write.h"
#include "expressions/condition.h"
#include "model/item.h"
#include "storage/table.h"

namespace stator::server {

// The most that one slice of background work stores or decompresses.
inline constexpr std::size_t kLoadSliceItems = 500;
inline constexpr std::size_t kLoadSliceBytes = std::size_t{4} << 20;

// Throws the TransferError S3NoSuchBucket. REQUIRES: the engine has an object store.
void require_bucket(const engine::Engine& engine, const std::string& bucket);
// Throws the TransferError S3NoSuchKey when there are none.
void require_objects(const std::vector<std::string>& keys);

// What became of an item: the write, or why it cannot be one of the table's.
using Loaded = std::variant<engine::WriteResult, std::string>;

// Puts the item if the condition, which may be absent, holds.
Loaded load_item(engine::Engine& engine, const std::shared_ptr<storage::Table>& table,
                 const ItemRef& item, std::optional<expressions::Condition> condition);

// Takes the next line that is not blank, without its end, from the front of `rest`; nothing at the
// end.
std::optional<std::string_view> take_line(std::string_view& rest);

}  // namespace stator::server
