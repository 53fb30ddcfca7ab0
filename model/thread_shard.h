// Spreads threads over shards of what they all add to, so that they do not wait for each other.
#pragma once

#include <cstddef>

namespace stator {

// The calling thread's shard of so many. Threads take shards in turn; a thread keeps its own for
// life. Thread safety: safe from any thread.
std::size_t shard_of_thread(std::size_t shards);

}  // namespace stator
