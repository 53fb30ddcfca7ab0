#include "server/command_line/native.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include <fmt/format.h>

#include "server/auth/authentication.h"
#include "server/command_line/flags.h"

namespace stator::server {
namespace {

constexpr std::size_t kThreadsMax = 1024;
constexpr std::uint32_t kSecondsMax = 24 * 3600;
constexpr std::int64_t kStateMillisecondsMax = 3'600'000;  // an hour
constexpr std::uint64_t kMebibytesMax = std::uint64_t{1} << 20;

using Fault = std::optional<UsageError>;

Fault one_of(std::string_view flag, std::string_view value, std::string_view choices) {
  return UsageError{fmt::format("{} takes {}, not '{}'", flag, choices, value)};
}

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

// Sets the option to what `value` names, or says what there is to choose from.
template <class T>
Fault choose(T& option, std::string_view flag, std::string_view value,
             std::initializer_list<Choice<T>> choices) {
  std::string names;
  for (const Choice<T>& choice : choices) {
    if (choice.name == value) {
      option = choice.value;
      return {};
    }
    const bool is_last = &choice + 1 == choices.end();
    if (!names.empty()) names += is_last ? " or " : ", ";
    names += choice.name;
  }
  return one_of(flag, value, names);
}

Fault set_namespaces(ServeOptions& options, std::string_view flag, std::string_view value) {
  using engine::NamespaceMode;
  return choose(options.namespaces, flag, value,
                {{"shared", NamespaceMode::kShared},
                 {"region", NamespaceMode::kRegion},
                 {"account-region", NamespaceMode::kAccountRegion}});
}

Fault set_sync(ServeOptions& options, std::string_view flag, std::string_view value) {
  using storage::SyncMode;
  return choose(options.sync, flag, value,
                {{"always", SyncMode::kAlways}, {"interval", SyncMode::kInterval}});
}

Fault set_validation_texts(ServeOptions& options, std::string_view flag, std::string_view value) {
  using wire::ValidationTexts;
  return choose(options.validation_texts, flag, value,
                {{"current", ValidationTexts::kCurrent}, {"2025", ValidationTexts::k2025}});
}

Fault set_log(ServeOptions& options, std::string_view flag, std::string_view value) {
  return choose(options.log, flag, value,
                {{"off", LogLevel::kOff},
                 {"error", LogLevel::kError},
                 {"request", LogLevel::kRequest},
                 {"debug", LogLevel::kDebug}});
}

Fault set_log_format(ServeOptions& options, std::string_view flag, std::string_view value) {
  return choose(options.log_format, flag, value,
                {{"text", LogFormat::kText}, {"json", LogFormat::kJson}});
}

Fault set_tls_mode(ServeOptions& options, std::string_view flag, std::string_view value) {
  const auto choices = set_tls(options.security, value);
  return choices ? one_of(flag, value, *choices) : Fault();
}

Fault set_auth_mode(ServeOptions& options, std::string_view flag, std::string_view value) {
  const auto choices = set_auth(options.security, value);
  return choices ? one_of(flag, value, *choices) : Fault();
}

template <std::string SecurityOptions::*kPath>
Fault set_path(ServeOptions& options, std::string_view flag, std::string_view value) {
  if (value.empty()) return UsageError{fmt::format("{} takes the path of a file", flag)};
  options.security.*kPath = value;
  return {};
}

Fault set_delay(std::chrono::milliseconds& delay, std::string_view flag, std::string_view value) {
  return assign_milliseconds(delay, flag, value, kStateMillisecondsMax);
}

Fault set_table_delay(ServeOptions& options, std::string_view flag, std::string_view value) {
  std::chrono::milliseconds each{0};
  auto fault = set_delay(each, flag, value);
  if (!fault) options.durations.set_table(each);
  return fault;
}

Fault add_source(ServeOptions& options, std::string_view flag, std::string_view value) {
  if (value.empty()) return UsageError{fmt::format("{} takes a file or a directory", flag)};
  options.load.sources.emplace_back(value);
  return {};
}

Fault add_parameter(ServeOptions& options, std::string_view flag, std::string_view value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return UsageError{fmt::format("{} takes NAME=VALUE, not '{}'", flag, value)};
  }
  options.load.parameters.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  return {};
}

Fault set_load_region(ServeOptions& options, std::string_view flag, std::string_view value) {
  if (!is_scope_name(value)) {
    return UsageError{fmt::format("{} takes the name of a region, not '{}'", flag, value)};
  }
  options.load.region = value;
  return {};
}

// Nobody could say whose account the tables would be in.
Fault find_load_conflict(const ServeOptions& options) {
  if (options.load.sources.empty()) return {};
  if (options.namespaces != engine::NamespaceMode::kAccountRegion) return {};
  return UsageError{"--load goes with --namespaces shared or region only"};
}

// In the order in which help shows them.
constexpr std::array kFlags = {
    Flag{"host", "ADDRESS", set_host, "the IP address to listen on, or localhost", "all addresses"},
    Flag{"port", "NUMBER", set_port, "the port; 0 takes a free one", "8000"},
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
    Flag{"table-delay", "MS", set_table_delay,
         "how long tables are CREATING, UPDATING and DELETING", "0"},
    Flag{"index-delay", "MS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return set_delay(options.durations.index, flag, value);
         },
         "how long added indexes are CREATING, and deleted ones DELETING", "0"},
    Flag{"replication-delay", "MS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return set_delay(options.durations.replication, flag, value);
         },
         "how long a write takes to the other replicas of a global table", "0"},
    Flag{"cors", "ORIGINS",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.cors = value;
           return Fault();
         },
         "origins that browsers may call from, separated by commas", "*"},
    Flag{"validation-texts", "YEAR", set_validation_texts,
         "current, or 2025: without \"1 validation error detected: \" before some messages",
         "current"},
    Flag{"ttl-interval", "SECONDS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint32_t>(options.ttl_interval_seconds, flag, value, 1, kSecondsMax);
         },
         "how often expired items (Time to Live) are deleted", "1"},
    Flag{"ttl-change-interval", "SECONDS",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint32_t>(options.ttl_change_interval_seconds, flag, value, 0,
                                        kSecondsMax);
         },
         "in which Time to Live of a table can be changed once", "0"},
    Flag{"kinesis-dir", "FOLDER",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.kinesis_dir = value;
           return Fault();
         },
         "where the records of Kinesis destinations go: a file for each stream", "nowhere"},
    Flag{"s3-dir", "DIR",
         [](ServeOptions& options, std::string_view, std::string_view value) {
           options.s3_dir = value;
           return Fault();
         },
         "what stands for S3: the directories in DIR are buckets", "none"},
    Flag{"max-memory", "MIB",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint64_t>(options.memory_mebibytes_max, flag, value, 1,
                                        kMebibytesMax);
         },
         "memory that the process may hold; then writes are refused", "no limit"},
    Flag{"recovery-memory", "MIB",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint64_t>(options.recovery_mebibytes, flag, value, 1,
                                        kMebibytesMax);
         },
         "memory for the point-in-time history of each table", "256"},
    Flag{"load", "SOURCE", add_source,
         "FILE or DIR with tables or items to start with, TABLE=FILE or TABLE=DIR; repeatable"},
    Flag{"load-parameter", "NAME=VALUE", add_parameter,
         "a parameter of the templates among them, or AWS::StackName; repeatable"},
    Flag{"load-region", "REGION", set_load_region, "where the loaded tables are", "us-east-1"},
    Flag{"data-dir", "DIR", set_data_dir,
         "keep everything in this directory across restarts", "only in memory"},
    Flag{"sync", "MODE", set_sync,
         "when the disk has a write: always (before its answer) or interval (within a second)",
         "interval"},
    Flag{"snapshot-log", "MIB",
         [](ServeOptions& options, std::string_view flag, std::string_view value) {
           return assign<std::uint64_t>(options.snapshot_mebibytes, flag, value, 1,
                                        kMebibytesMax);
         },
         "how much log a snapshot replaces, at least", "64"},
    Flag{"log", "LEVEL", set_log, "off, error, request or debug, on standard error", "error"},
    Flag{"log-format", "FORMAT", set_log_format, "text or json", "text"},
    Flag{"tls", "MODE", set_tls_mode,
         "self-signed: speak HTTPS, too, with a certificate made at start", "off"},
    Flag{"tls-cert", "FILE", set_path<&SecurityOptions::tls_certificate>,
         "speak HTTPS, too, with this certificate (PEM, with its chain)"},
    Flag{"tls-key", "FILE", set_path<&SecurityOptions::tls_key>, "the certificate's private key"},
    Flag{"auth", "MODE", set_auth_mode, "sigv4: verify signatures", "off"},
    Flag{"no-auth", "",
         [](ServeOptions& options, std::string_view, std::string_view) {
           options.security.needs_credentials = false;
           return Fault();
         },
         "answer requests without credentials, too"},
    Flag{"credentials", "FILE", set_path<&SecurityOptions::credentials>,
         "the keys that may sign, as in ~/.aws/credentials; several profiles"},
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
  if (auto conflict = find_conflict(options.security)) return UsageError{*std::move(conflict)};
  if (auto conflict = find_load_conflict(options)) return *std::move(conflict);
  return options;
}

}  // namespace stator::server
