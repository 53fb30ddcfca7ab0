// Files of items. Every item becomes a PutItem.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema.h"
#include "server/load/format.h"
#include "server/load/json_part.h"
#include "server/load/source.h"

namespace stator::server::load {

// {"Table": [{"PutRequest": {"Item": ...}}, {"DeleteRequest": {"Key": ...}}]}. Throws LoadError.
void read_write_requests(const Source& source, const JsonPart& tables, const StepSink& sink);

// A list of items, each by itself, in {"Item": ...} or in a PutRequest. Throws LoadError.
void read_item_list(const Source& source, const JsonPart& list, const std::string& table,
                    const StepSink& sink);

// A file whose format has items and no definitions. `definitions` are the key attributes of the
// table, whose types CSV takes from there. Throws LoadError.
void read_items(const Source& source, Format format, const std::vector<KeyAttribute>& definitions,
                const StepSink& sink);

}  // namespace stator::server::load
