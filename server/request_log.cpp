#include "server/request_log.h"

#include <fmt/format.h>

#include "engine/table_lifecycle_time.h"
#include "server/wire/json_writer.h"

namespace stator::server {
namespace {

constexpr unsigned kServerFault = 500;

// Not by fmt/chrono.h, which brings libstdc++'s locales. Labels of streams are in this form, too.
std::string timestamp(Timestamp now) { return engine::stream_label(now) + "Z"; }

std::string units(engine::HalfUnits halves) {
  return halves % 2 == 0 ? std::to_string(halves / 2) : fmt::format("{}.5", halves / 2);
}

std::string_view name_of(std::string_view operation) {
  return operation.empty() ? "?" : operation;
}

double milliseconds(const CallRecord& call) {
  return std::chrono::duration<double, std::milli>(call.duration).count();
}

std::string render_text(const CallRecord& call, Timestamp now) {
  std::string line = fmt::format("{} {} {} {:.3f}ms", timestamp(now), name_of(call.operation),
                                 call.status, milliseconds(call));
  for (const TableUse& use : call.uses) {
    line += fmt::format(" {} r={} w={}", use.table_name, units(use.read), units(use.write));
  }
  if (!call.error.empty()) line += fmt::format(" {}: {}", call.error, call.message);
  if (!call.hint.empty()) line += fmt::format(" ({})", call.hint);
  if (!call.request.empty()) line += " " + call.request;
  return line;
}

std::string render_json(const CallRecord& call, Timestamp now) {
  std::string line;
  wire::JsonWriter out(line);
  out.begin_object();
  out.member("time", timestamp(now));
  out.member("operation", name_of(call.operation));
  out.member("status", static_cast<std::int64_t>(call.status));
  out.member("microseconds",
             std::chrono::duration_cast<std::chrono::microseconds>(call.duration).count());
  out.key("tables").begin_array();
  for (const TableUse& use : call.uses) {
    out.begin_object();
    out.member("table", use.table_name);
    out.key("read").half_units(static_cast<std::int64_t>(use.read));
    out.key("write").half_units(static_cast<std::int64_t>(use.write));
    out.end_object();
  }
  out.end_array();
  if (!call.error.empty()) {
    out.member("error", call.error);
    out.member("message", call.message);
  }
  if (!call.hint.empty()) out.member("hint", call.hint);
  if (!call.request.empty()) out.member("request", call.request);
  out.end_object();
  return line;
}

}  // namespace

std::string render(const CallRecord& call, Timestamp now, LogFormat format) {
  std::string line =
      format == LogFormat::kJson ? render_json(call, now) : render_text(call, now);
  for (char& character : line) {
    if (character == '\n' || character == '\r') character = ' ';  // a body can hold line ends
  }
  return line;
}

std::string render(std::string_view message, Timestamp now, LogFormat format) {
  if (format == LogFormat::kText) return fmt::format("{} {}", timestamp(now), message);
  std::string line;
  wire::JsonWriter out(line);
  out.begin_object();
  out.member("time", timestamp(now));
  out.member("message", message);
  out.end_object();
  return line;
}

void RequestLog::write(const CallRecord& call, const Clock& clock) const {
  const bool is_own_fault = call.status >= kServerFault;
  const bool is_wanted =
      wants_requests() || (level_ == LogLevel::kError && (is_own_fault || !call.hint.empty()));
  if (!is_wanted) return;
  write_line(render(call, clock.now(), format_));
}

void RequestLog::note(std::string_view message, const Clock& clock) const {
  if (level_ >= LogLevel::kError) write_line(render(message, clock.now(), format_));
}

void RequestLog::write_line(std::string line) const {
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), file_);
  std::fflush(file_);
}

}  // namespace stator::server
