// Shard iterators as the wire carries them.
#pragma once

#include <string>
#include <string_view>

#include "engine/streams.h"

namespace stator::server {

std::string to_text(const engine::ShardIterator& iterator);

// Throws ValidationException for a text that no `to_text` made.
engine::ShardIterator parse_shard_iterator(std::string_view text);

}  // namespace stator::server
