#include "model/memory_limit.h"

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

namespace stator {
namespace {

constexpr std::string_view kMemoryExhausted =
    "The server holds as much memory as --max-memory allows. Delete items or tables, or start it "
    "with more";

constexpr std::size_t kUnmeasuredMax = std::size_t{256} * 1024;

// malloc keeps what was freed; having it give pages back walks the whole heap.
constexpr auto kGiveBackInterval = std::chrono::seconds(1);

}  // namespace

MemoryLimit& MemoryLimit::of_process() {
  static MemoryLimit limit;
  return limit;
}

void MemoryLimit::set(std::size_t bytes) {
  if (statm_ < 0) statm_ = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  page_bytes_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  bytes_max_ = bytes;
  held_ = measure();
}

bool MemoryLimit::has_room(std::size_t bytes) {
  if (bytes_max_.load(std::memory_order_relaxed) == 0) return true;
  if (granted_.fetch_add(bytes) + bytes < kUnmeasuredMax && fits(bytes)) return true;
  held_ = measure();
  granted_ = bytes;
  if (fits(bytes)) return true;
  give_back();
  if (fits(bytes)) return true;
  granted_ = 0;
  return false;
}

bool MemoryLimit::fits(std::size_t bytes) const {
  return held_ + announced_ + bytes <= bytes_max_;
}

// The second number of statm is the pages that are resident.
std::size_t MemoryLimit::measure() {
  std::array<char, 128> text{};
  const ssize_t size = statm_ < 0 ? -1 : pread(statm_, text.data(), text.size() - 1, 0);
  if (size <= 0) {
    const auto heap = mallinfo2();
    return heap.arena + heap.hblkhd;
  }
  char* second = nullptr;
  std::strtoull(text.data(), &second, 10);
  return std::strtoull(second, nullptr, 10) * page_bytes_;
}

void MemoryLimit::give_back() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  auto next = next_give_back_.load();
  if (now.count() < next) return;
  const auto later =
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(now + kGiveBackInterval);
  if (!next_give_back_.compare_exchange_strong(next, later.count())) return;
  malloc_trim(0);
  held_ = measure();
}

void require_memory(std::size_t bytes) {
  if (!MemoryLimit::of_process().has_room(bytes)) throw memory_exhausted();
}

Error memory_exhausted() {
  return Error(ErrorCode::kLimitExceeded, std::string(kMemoryExhausted));
}

bool MemoryClaim::grow_to(std::size_t bytes) {
  if (bytes <= bytes_) return true;
  const std::size_t more = bytes - bytes_;
  if (!MemoryLimit::of_process().has_room(more)) return false;
  MemoryLimit::of_process().announce(more);
  bytes_ = bytes;
  return true;
}

void MemoryClaim::clear() {
  if (bytes_ == 0) return;
  MemoryLimit::of_process().retract(bytes_);
  bytes_ = 0;
}

}  // namespace stator
