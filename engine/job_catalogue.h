// Exports and imports that run or have run, and the tokens that make asking for one idempotent.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/clock.h"
#include "model/mutex.h"

namespace stator::engine {

enum class JobStatus : std::uint8_t { kInProgress, kCompleted, kFailed, kCancelled };

// What every job has.
struct Job {
  std::string arn;
  std::string token;        // ClientToken
  std::string fingerprint;  // of the request
  JobStatus status = JobStatus::kInProgress;
  Timestamp start{};
  std::optional<Timestamp> end;  // when it is done
  std::string failure_code;      // when it failed
  std::string failure_message;
};

// Jobs of one kind by namespace and ARN. `T` is derived from Job.
//
// Thread safety: safe to use from any thread.
template <class T>
class JobCatalogue {
 public:
  enum class TokenUse : std::uint8_t { kNew, kReplay, kConflict };

  // A token counts for eight hours after its job is done.
  static constexpr std::chrono::hours kTokenLife{8};
  // Jobs are listed for ninety days.
  static constexpr std::chrono::days kListedFor{90};

  // What asking with that token means, and for a replay the job that it started.
  std::pair<TokenUse, std::optional<T>> look_up(std::string_view space, std::string_view token,
                                                std::string_view fingerprint,
                                                Timestamp now) const {
    const MutexLock lock(mutex_);
    return look_up_locked(space, token, fingerprint, now);
  }

  // Adds a job unless its token is in use; says which, as look_up does.
  std::pair<TokenUse, std::optional<T>> add(std::string_view space, const T& job) {
    const MutexLock lock(mutex_);
    auto use = look_up_locked(space, job.token, job.fingerprint, job.start);
    if (use.first == TokenUse::kNew) jobs_[Key(space, job.arn)] = job;
    return use;
  }

  std::optional<T> find(std::string_view space, std::string_view arn) const {
    const MutexLock lock(mutex_);
    const auto at = jobs_.find(Key(space, arn));
    if (at == jobs_.end()) return std::nullopt;
    return at->second;
  }

  // Changes a job that is there.
  void update(std::string_view space, std::string_view arn,
              const std::function<void(T&)>& change) {
    const MutexLock lock(mutex_);
    const auto at = jobs_.find(Key(space, arn));
    if (at != jobs_.end()) change(at->second);
  }

  // What is still running goes on, and is not seen.
  void clear() {
    const MutexLock lock(mutex_);
    jobs_.clear();
  }

  // Those that `wanted` is true for, by ARN descending, starting below `before` (empty: at the
  // end), at most `limit`.
  std::vector<T> list(std::string_view space, std::string_view before, std::size_t limit,
                      Timestamp now, const std::function<bool(const T&)>& wanted) const {
    const MutexLock lock(mutex_);
    std::vector<T> found;
    for (auto at = jobs_.rbegin(); at != jobs_.rend() && found.size() < limit; ++at) {
      const T& job = at->second;
      if (at->first.first != space || (!before.empty() && job.arn >= before)) continue;
      if (job.start >= now - kListedFor && wanted(job)) found.push_back(job);
    }
    return found;
  }

 private:
  using Key = std::pair<std::string, std::string>;  // namespace and ARN

  std::pair<TokenUse, std::optional<T>> look_up_locked(std::string_view space,
                                                       std::string_view token,
                                                       std::string_view fingerprint,
                                                       Timestamp now) const
      STATOR_REQUIRES(mutex_) {
    for (const auto& [key, job] : jobs_) {
      if (key.first != space || job.token != token) continue;
      if (job.end && now > *job.end + kTokenLife) continue;
      if (job.fingerprint != fingerprint) return {TokenUse::kConflict, std::nullopt};
      return {TokenUse::kReplay, job};
    }
    return {TokenUse::kNew, std::nullopt};
  }

  mutable Mutex mutex_;
  std::map<Key, T> jobs_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine
