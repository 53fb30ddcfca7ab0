// The command line: what the program was asked to do. Pure; safe from any thread.
//
// One binary answers to several habits: `stator serve` with flags of its own, the command line of
// DynamoDB Local (also when the program is called `java`), that of dynalite, and LocalStack's
// environment.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "engine/engine.h"
#include "server/command_line/load_options.h"
#include "server/command_line/security_options.h"
#include "server/wire/envelope.h"
#include "storage/journal/sync_mode.h"

namespace stator::server {

inline constexpr std::string_view kVersion = "0.1.0";

// Whose habits the server follows where they differ: the line it prints once it listens, and what
// GET / answers.
enum class Personality : std::uint8_t { kNative, kDynamoDbLocal, kDynalite, kLocalStack };

enum class LogLevel : std::uint8_t {
  kOff,
  kError,    // requests that failed for a reason of the server's own
  kRequest,  // a line per request
  kDebug,    // and what it asked for
};
enum class LogFormat : std::uint8_t { kText, kJson };

struct ServeOptions {
  Personality personality = Personality::kNative;
  std::string host;  // empty: all addresses of this machine
  std::uint16_t port = 8000;
  std::size_t threads = 0;  // 0: one per core, up to kDefaultThreadsMax
  std::optional<int> ready_fd;
  engine::NamespaceMode namespaces = engine::NamespaceMode::kShared;
  std::string cors = "*";  // origins that browsers may come from, separated by commas
  wire::ValidationTexts validation_texts = wire::ValidationTexts::kCurrent;
  std::uint32_t ttl_interval_seconds = 1;         // how long expired items may stay
  std::uint32_t ttl_change_interval_seconds = 0;  // in which a table's TTL can be changed once
  std::string kinesis_dir;  // where records for Kinesis data streams go; empty: nowhere
  engine::StateDurations durations;
  LogLevel log = LogLevel::kError;
  LogFormat log_format = LogFormat::kText;
  SecurityOptions security;
  std::string s3_dir;  // what stands for S3; empty: nothing does
  std::uint64_t memory_mebibytes_max = 0;   // 0: no limit
  std::uint64_t recovery_mebibytes = 256;  // for the point-in-time history of a table
  LoadOptions load;
  std::string data_dir;  // what keeps everything across restarts; empty: nothing does
  storage::SyncMode sync = storage::SyncMode::kInterval;
  std::uint64_t snapshot_mebibytes = 64;  // of log, after which a snapshot replaces it
};

// Long enough for every state to be seen by somebody who polls.
inline constexpr std::chrono::milliseconds kVisibleState{500};

// More threads seldom help a test suite; whoever has a use for them says --threads.
inline constexpr std::size_t kDefaultThreadsMax = 8;

// Something to print, and nothing else to do.
struct ShowText {
  std::string text;
};

// One line for stderr; the exit code is 2.
struct UsageError {
  std::string message;
};

// The program was called `curl`: one request, for health checks inside a container.
struct CurlOptions {
  std::string url;
  bool fails_on_error = false;        // -f
  bool asks_head = false;             // -I
  bool is_silent = false;             // -s: no progress, no errors
  std::optional<std::string> output;  // -o
  std::string write_out;              // -w
};

using Command = std::variant<ServeOptions, CurlOptions, ShowText, UsageError>;

// A variable of the environment, or nullptr.
using Environment = std::function<const char*(const char* name)>;

// `program` is the name that the program was called by, `arguments` are without it. None at all
// mean `serve`.
Command parse_command_line(std::string_view program, std::span<const char* const> arguments,
                           const Environment& environment);

}  // namespace stator::server
