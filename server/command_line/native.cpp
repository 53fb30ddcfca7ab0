#include "server/command_line/native.h"

#include <array>
#include <limits>

#include <fmt/format.h>

#include "server/command_line/flags.h"

namespace stator::server {
namespace {

constexpr std::size_t kThreadsMax = 1024;
constexpr std::uint64_t kRecoveryMebibytesMax = std::uint64_t{1} << 20;

using Fault = std::optional<UsageError>;

Fault one_of(std::string_view flag, std::string_view value, std::string_view choices) {
  return UsageError{fmt::format("{} takes {}, not '{}'", flag, choices, value)};
}

Fault set_namespaces(ServeOptions& options, std::string_view flag, std::string_view value) {
  using engine::NamespaceMode;
  if (value == "shared") {
    options.namespaces = NamespaceMode::kShared;
  } else if (value == "region") {
    options.namespaces = NamespaceMode::kRegion;
  } else if (value == "account-region") {
    options.namespaces = NamespaceMode::kAccountRegion;
  } else {
    return one_of(flag, value, "shared, region or account-region");
  }
  return {};
}

Fault set_validation_texts(ServeOptions& options, std::string_view flag, std::string_view value) {
  if (value == "current") {
    options.validation_texts = wire::ValidationTexts::kCurrent;
  } else if (value == "2025") {
    options.validation_texts = wire::ValidationTexts::k2025;
  } else {
    return one_of(flag, value, "current or 2025");
  }
  return {};
}

Fault set_log(ServeOptions& options, std::string_view flag, std::string_view value) {
  if (value == "off") {
    options.log = LogLevel::kOff;
  } else if (value == "error") {
    options.log = LogLevel::kError;
  } else if (value == "request") {
    options.log = LogLevel::kRequest;
  } else if (value == "debug") {
    options.log = LogLevel::kDebug;
  } else {
    return one_of(flag, value, "off, error, request or debug");
  }
  return {};
}

Fault set_log_format(ServeOptions& options, std::string_view flag, std::string_view value) {
  if (value == "text") {
    options.log_format = LogFormat::kText;
  } else if (value == "json") {
    options.log_format = LogFormat::kJson;
  } else {
    return one_of(flag, value, "text or json");
  }
  return {};
}

// In the order in which help shows them.
constexpr std::array kFlags = {
    Flag{"host", "ADDRESS",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.host = value;
           return Fault();
         },
         "the IP address to listen on, or localhost", "all addresses"},
    Flag{"port", "NUMBER",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint16_t>(options.port, flag, value, 0);
         },
         "the port; 0 takes a free one", "8000"},
    Flag{"threads", "N",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::size_t>(options.threads, flag, value, 1, kThreadsMax);
         },
         "threads that serve requests", "one per core, at most 8"},
    Flag{"ready-fd", "N",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<int>(options.ready_fd.emplace(), flag, value, 0);
         },
         "write {\"port\":NUMBER} to this descriptor once clients can connect"},
    Flag{"namespaces", "MODE", set_namespaces,
         "who sees the same tables: shared, region or account-region", "shared"},
    Flag{"cors", "ORIGINS",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.cors = value;
           return Fault();
         },
         "origins that browsers may call from, separated by commas", "*"},
    Flag{"validation-texts", "YEAR", set_validation_texts,
         "current, or 2025: without \"1 validation error detected: \" before some messages",
         "current"},
    Flag{"s3-dir", "DIR",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.s3_dir = value;
           return Fault();
         },
         "what stands for S3: the directories in DIR are buckets", "none"},
    Flag{"recovery-memory", "MIB",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint64_t>(options.recovery_mebibytes, flag, value, 1,
                                        kRecoveryMebibytesMax);
         },
         "memory for the point-in-time history of each table", "256"},
    Flag{"log", "LEVEL", set_log, "off, error, request or debug, on standard error", "error"},
    Flag{"log-format", "FORMAT", set_log_format, "text or json", "text"},
};

std::string help() {
  return fmt::format(
      "usage: stator serve [options]\n\n{}{}"
      "\nOnce clients can connect, one line on standard output tells the address:\n"
      "Stator listening on http://127.0.0.1:8000\n",
      describe_flags(kFlags, FlagStyle::kTwoDashes), "  --help   print this text\n");
}

}  // namespace

Command parse_native(std::span<const char* const> arguments) {
  if (asks_for_help(arguments)) return ShowText{help()};
  ServeOptions options;
  if (auto fault = parse_flags(kFlags, FlagStyle::kTwoDashes, arguments,
                               "stator serve --help lists them", options)) {
    return *std::move(fault);
  }
  return options;
}

}  // namespace stator::server
