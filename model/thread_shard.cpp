#include "model/thread_shard.h"

#include <atomic>

namespace stator {

std::size_t shard_of_thread(std::size_t shards) {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
  return mine % shards;
}

}  // namespace stator
