#include "engine/idempotency.h"

#include <chrono>
#include <utility>

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
  const auto found = entries_.find(token);
  if (found != entries_.end() && !found->second.is_complete) entries_.erase(found);
}

void IdempotencyTokens::forget_expired(Timestamp now) {
  const auto window = std::chrono::minutes(limits::kClientRequestTokenMinutes);
  while (!completed_.empty() && now - completed_.front().first >= window) {
    entries_.erase(completed_.front().second);
    completed_.pop_front();
  }
}

std::vector<IdempotencyTokens::Completed> IdempotencyTokens::completed(Timestamp now) {
  const MutexLock lock(mutex_);
  forget_expired(now);
  std::vector<Completed> all;
  for (const auto& [at, token] : completed_) {
    const auto found = entries_.find(token);
    if (found == entries_.end()) continue;
    all.push_back({token, found->second.fingerprint, found->second.image_bytes, at});
  }
  return all;
}

void IdempotencyTokens::restore(Completed completed) {
  const MutexLock lock(mutex_);
  Entry& entry = entries_[completed.token];
  if (!entry.is_complete) completed_.emplace_back(completed.at, completed.token);
  entry = {std::move(completed.fingerprint), true, std::move(completed.image_bytes)};
}

void IdempotencyTokens::clear() {
  const MutexLock lock(mutex_);
  entries_.clear();
  completed_.clear();
}

}  // namespace stator::engine
