// One line per request, or per failure of the server's own or of its surroundings, on standard
// error.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "engine/meter.h"
#include "model/clock.h"
#include "server/command_line/options.h"

namespace stator::server {

// What one call used of one table, in half units.
struct TableUse {
  std::string table_name;
  engine::HalfUnits read = 0;
  engine::HalfUnits write = 0;
};

// What there is to say about a call. Filled while it runs.
struct CallRecord {
  std::string_view operation;  // empty: the target names none
  unsigned status = 200;
  std::vector<TableUse> uses;
  std::string error;    // the exception's name; empty: none
  std::string message;
  std::string hint;     // what the user may not have noticed; empty: nothing
  std::string request;  // the body, for kDebug
  std::chrono::nanoseconds duration{};
};

// Thread safety: `write` from any thread; lines never mix.
class RequestLog {
 public:
  // `file` must stay open.
  RequestLog(LogLevel level, LogFormat format, std::FILE* file)
      : level_(level), format_(format), file_(file) {}

  // Whether calls that went well are logged, and whether with their bodies.
  bool wants_requests() const { return level_ >= LogLevel::kRequest; }
  bool wants_bodies() const { return level_ >= LogLevel::kDebug; }

  // Writes the line if the level asks for it.
  void write(const CallRecord& call, const Clock& clock) const;

  // Writes a line about something that is no call, unless nothing is logged.
  void note(std::string_view message, const Clock& clock) const;

 private:
  void write_line(std::string line) const;

  LogLevel level_;
  LogFormat format_;
  std::FILE* file_;
};

// The line without its end, in either format.
std::string render(const CallRecord& call, Timestamp now, LogFormat format);
std::string render(std::string_view message, Timestamp now, LogFormat format);

}  // namespace stator::server
