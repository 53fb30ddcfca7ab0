#include "server/request_log.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace stator::server {
namespace {

const Timestamp kNow{std::chrono::milliseconds(1'790'000'000'123)};

class StillClock final : public Clock {
 public:
  Timestamp now() const override { return kNow; }
};

CallRecord put() {
  CallRecord call;
  call.operation = "PutItem";
  call.uses.push_back({"music", 0, 3});
  call.duration = std::chrono::microseconds(1234);
  return call;
}

CallRecord missing() {
  CallRecord call;
  call.operation = "GetItem";
  call.status = 400;
  call.error = "ResourceNotFoundException";
  call.message = "not found";
  call.hint = "table T exists in namespace eu-west-1";
  return call;
}

CallRecord bug() {
  CallRecord call;
  call.operation = "Query";
  call.status = 500;
  call.error = "InternalServerError";
  call.message = "a \"bug\"\nof two lines";
  return call;
}

TEST(RequestLog, lines_of_text) {
  EXPECT_EQ(render(put(), kNow, LogFormat::kText),
            "2026-09-21T14:13:20.123Z PutItem 200 1.234ms music r=0 w=1.5");
  EXPECT_EQ(render(missing(), kNow, LogFormat::kText),
            "2026-09-21T14:13:20.123Z GetItem 400 0.000ms ResourceNotFoundException: not found "
            "(table T exists in namespace eu-west-1)");
  EXPECT_EQ(render(CallRecord(), kNow, LogFormat::kText),
            "2026-09-21T14:13:20.123Z ? 200 0.000ms");
}

TEST(RequestLog, lines_of_json) {
  EXPECT_EQ(render(put(), kNow, LogFormat::kJson),
            R"({"time":"2026-09-21T14:13:20.123Z","operation":"PutItem","status":200,)"
            R"("microseconds":1234,"tables":[{"table":"music","read":0.0,"write":1.5}]})");
  EXPECT_EQ(render(bug(), kNow, LogFormat::kJson),
            R"({"time":"2026-09-21T14:13:20.123Z","operation":"Query","status":500,)"
            R"("microseconds":0,"tables":[],"error":"InternalServerError",)"
            R"("message":"a \"bug\"\nof two lines"})");
}

TEST(RequestLog, a_call_is_one_line) {
  EXPECT_EQ(render(bug(), kNow, LogFormat::kText).find('\n'), std::string::npos);
}

TEST(RequestLog, notes) {
  EXPECT_EQ(render("a \"note\"", kNow, LogFormat::kText),
            "2026-09-21T14:13:20.123Z a \"note\"");
  EXPECT_EQ(render("a \"note\"", kNow, LogFormat::kJson),
            R"({"time":"2026-09-21T14:13:20.123Z","message":"a \"note\""})");
}

// What a log of that level says of a note and of the three calls, by their operations.
std::string logged(LogLevel level) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const file = open_memstream(&text, &size);
  const StillClock clock;
  const RequestLog log(level, LogFormat::kText, file);
  for (const CallRecord& call : {put(), missing(), bug()}) log.write(call, clock);
  log.note("Note", clock);
  std::fclose(file);
  const std::string lines(text, size);
  std::free(text);
  std::string operations;
  for (const char* operation : {"PutItem", "GetItem", "Query", "Note"}) {
    if (lines.find(operation) != std::string::npos) operations += std::string(operation) + " ";
  }
  return operations;
}

TEST(RequestLog, levels) {
  EXPECT_EQ(logged(LogLevel::kOff), "");
  EXPECT_EQ(logged(LogLevel::kError), "GetItem Query Note ");  // the hint is worth a line
  EXPECT_EQ(logged(LogLevel::kRequest), "PutItem GetItem Query Note ");
  EXPECT_EQ(logged(LogLevel::kDebug), "PutItem GetItem Query Note ");
}

}  // namespace
}  // namespace stator::server
