#include "engine/idempotency.h"

#include <chrono>

#include "model/limits.h"

namespace stator::engine {

IdempotencyTokens::Claim IdempotencyTokens::claim(const std::string& token,
                                                  std::string_view fingerprint, Timestamp now) {
  MutexLock lock(mutex_);
  forget_expired(now);
  auto [at, is_new] = entries_.try_emplace(token);
  Entry& entry = at->second;
  if (is_new) {
    entry.fingerprint = fingerprint;
    return Fresh{};
  }
  if (entry.fingerprint != fingerprint) return Mismatch{};
  if (!entry.is_complete) return InProgress{};
  return Replay{entry.image_bytes};
}

void IdempotencyTokens::complete(const std::string& token, std::vector<std::size_t> image_bytes,
                                 Timestamp now) {
  MutexLock lock(mutex_);
  const auto found = entries_.find(token);
  if (found == entries_.end()) return;  // forgotten meanwhile, with all others
  found->second.is_complete = true;
  found->second.image_bytes = std::move(image_bytes);
  completed_.emplace_back(now, token);
}

void IdempotencyTokens::abandon(const std::string& token) {
  MutexLock lock(mutex_);
  entries_.erase(token);
}

void IdempotencyTokens::forget_expired(Timestamp now) {
  const auto window = std::chrono::minutes(limits::kClientRequestTokenMinutes);
  while (!completed_.empty() && now - completed_.front().first >= window) {
    entries_.erase(completed_.front().second);
    completed_.pop_front();
  }
}

void IdempotencyTokens::clear() {
  const MutexLock lock(mutex_);
  entries_.clear();
  completed_.clear();
}

}  // namespace stator::engine
