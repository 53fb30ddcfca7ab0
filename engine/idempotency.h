// The memory of ClientRequestTokens: a transaction that is sent again within ten minutes of its
// completion changes nothing and succeeds (wire text and rules: API reference, TransactWriteItems).
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "model/clock.h"
#include "model/mutex.h"

namespace stator::engine {

// Thread safety: all members from any thread.
class IdempotencyTokens {
 public:
  // The caller runs the transaction, then calls complete() or abandon().
  struct Fresh {};
  // The first request with this token is still running.
  struct InProgress {};
  // The token was used for another request.
  struct Mismatch {};
  // The same request completed before: the larger image of each action, in bytes (R38).
  struct Replay {
    std::vector<std::size_t> image_bytes;
  };
  using Claim = std::variant<Fresh, InProgress, Mismatch, Replay>;

  // `fingerprint` identifies the request's content.
  Claim claim(const std::string& token, std::string_view fingerprint, Timestamp now);
  void complete(const std::string& token, std::vector<std::size_t> image_bytes, Timestamp now);
  // Gives up a claim, unless it is complete.
  void abandon(const std::string& token);
  // What a journal keeps: the tokens that count at `now`, and one as it was.
  struct Completed {
    std::string token;
    std::string fingerprint;
    std::vector<std::size_t> image_bytes;
    Timestamp at{};
  };
  std::vector<Completed> completed(Timestamp now);
  void restore(Completed completed);
  // Forgets all tokens.
  void clear();

 private:
  struct Entry {
    std::string fingerprint;
    bool is_complete = false;
    std::vector<std::size_t> image_bytes;
  };
  void forget_expired(Timestamp now) STATOR_REQUIRES(mutex_);

  Mutex mutex_;
  std::unordered_map<std::string, Entry> entries_ STATOR_GUARDED_BY(mutex_);
  // Completed tokens in order of completion.
  std::deque<std::pair<Timestamp, std::string>> completed_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine
