// Spells the head of a reply: status line and headers up to the blank line.
//
// One HeadWriter serves one thread: it remembers the Date header's text for as long as the second
// lasts.
#pragma once

#include <cstdint>
#include <string>

#include "server/http/message.h"

namespace stator {
class Clock;
}  // namespace stator

namespace stator::server::http {

enum class Persistence : std::uint8_t { kKeepAlive, kClose };

class HeadWriter {
 public:
  // `clock` must outlive the writer.
  explicit HeadWriter(const Clock& clock);

  // Appends the head of `reply` to `out`.
  void append_head(const HttpReply& reply, Persistence persistence, std::string& out);

 private:
  void refresh_date();

  const Clock& clock_;
  std::int64_t date_second_;
  std::string date_;  // "Sun, 06 Nov 1994 08:49:37 GMT"
};

}  // namespace stator::server::http
