// The executable: reads the command line, wires the layers together and serves.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <variant>

#include "model/clock.h"
#include "model/entropy.h"
#include "model/memory_limit.h"
#include "server/auth/credentials.h"
#include "server/auth/signature_verifier.h"
#include "server/banner.h"
#include "server/command_line/options.h"
#include "server/curl.h"
#include "server/dispatcher.h"
#include "server/files.h"
#include "server/http/gateway.h"
#include "server/http/listener.h"
#include "server/http/tls.h"
#include "server/request_log.h"

#include <unistd.h>

namespace stator::server {
namespace {

constexpr int kExitFailure = 1;
constexpr int kExitUsage = 2;

class DispatcherApi final : public http::Api {
 public:
  explicit DispatcherApi(Dispatcher& dispatcher) : dispatcher_(dispatcher) {}

  ApiReply handle(ApiRequest& request) override { return dispatcher_.handle(request); }
  bool verifies_signatures() const override { return dispatcher_.verifies_signatures(); }
  std::string metering_report() override { return dispatcher_.metering_report(); }
  void reset_metering() override { dispatcher_.reset_metering(); }
  std::string insights_report() override { return dispatcher_.insights_report(); }
  std::string metrics() override { return dispatcher_.metrics(); }
  void reset() override { dispatcher_.reset(); }
  ApiReply snapshots(SnapshotAction action, std::string_view name) override {
    return dispatcher_.snapshots(action, name);
  }

 private:
  Dispatcher& dispatcher_;
};

void print(std::FILE* file, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

std::size_t default_threads() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kDefaultThreadsMax);
}

// Best effort: whoever asked for the descriptor notices if nothing comes.
void announce_on(int descriptor, std::uint16_t port) {
  const std::string line = "{\"port\":" + std::to_string(port) + "}\n";
  [[maybe_unused]] const ssize_t written = ::write(descriptor, line.data(), line.size());
  if (descriptor > STDERR_FILENO) {
    ::close(descriptor);  // so that the reader sees the end
  }
}

// Health checks of DynamoDB Local's users wait for 400, everybody else's for 200.
http::RootAnswer root_answer(Personality personality) {
  return personality == Personality::kDynamoDbLocal ? http::RootAnswer::kMissingToken
                                                    : http::RootAnswer::kLikeService;
}

// The certificate that the options ask for, or null. It lives as long as the process.
const http::TlsContext* make_tls(const SecurityOptions& options, const Clock& clock) {
  if (options.is_self_signed) {
    return new http::TlsContext(http::TlsContext::self_signed(clock.now()));
  }
  if (options.tls_certificate.empty()) return nullptr;
  return new http::TlsContext(
      http::TlsContext::from_files(options.tls_certificate, options.tls_key));
}

// What clients that do not know the certificate can compare.
std::string describe_tls(const http::TlsContext* tls) {
  if (tls == nullptr) return {};
  return "TLS on the same port; SHA-256 of the certificate: " + tls->fingerprint() + "\n";
}

std::unique_ptr<SignatureVerifier> make_verifier(const SecurityOptions& options,
                                                 const Clock& clock) {
  if (!options.verifies_signatures) return nullptr;
  return std::make_unique<SignatureVerifier>(
      CredentialStore::parse(read_small_file(options.credentials), options.credentials), clock);
}

// DynamoDB Local makes no directory, and programs that start it match the line that says so.
bool lacks_local_directory(const ServeOptions& options) {
  std::error_code ignored;
  return options.personality == Personality::kDynamoDbLocal && !options.data_dir.empty() &&
         !std::filesystem::is_directory(options.data_dir, ignored);
}

int serve(const ServeOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  MemoryLimit::of_process().set(static_cast<std::size_t>(options.memory_mebibytes_max << 20));

  // Never destroyed: freeing what a million items hold would take longer than the process may
  // take to end, and the kernel does it better.
  static const SystemClock& clock = *new SystemClock();
  static SystemEntropy& entropy = *new SystemEntropy();
  static Dispatcher& dispatcher = *new Dispatcher(
      clock, entropy,
      {.namespaces = options.namespaces,
       .validation_texts = options.validation_texts,
       .needs_credentials = options.security.needs_credentials,
       .durations = options.durations,
       .log = options.log,
       .log_format = options.log_format,
       .ttl_interval = std::chrono::seconds(options.ttl_interval_seconds),
       .ttl_change_interval = std::chrono::seconds(options.ttl_change_interval_seconds),
       .kinesis_dir = options.kinesis_dir,
       .s3_dir = options.s3_dir,
       .recovery_bytes_max = static_cast<std::size_t>(options.recovery_mebibytes << 20),
       .data_dir = options.data_dir,
       .sync = options.sync,
       .snapshot_bytes_min = options.snapshot_mebibytes << 20});
  dispatcher.load(options.load);
  dispatcher.start_background();
  static DispatcherApi& api = *new DispatcherApi(dispatcher);
  dispatcher.verify_signatures(make_verifier(options.security, clock));
  static const http::TlsContext* const tls = make_tls(options.security, clock);

  static const RequestLog log(options.log, options.log_format, stderr);
  http::Listener listener(api, clock, entropy,
                          {.host = options.host,
                           .port = options.port,
                           .threads = options.threads == 0 ? default_threads() : options.threads,
                           .limits = {},
                           .gateway = {.root = root_answer(options.personality),
                                       .cors = options.cors},
                           .tls = tls,
                           .notify = [](std::string_view text) { log.note(text, clock); }});
  print(stdout, banner(options, listener.url(), listener.port()) + describe_tls(tls));
  if (options.ready_fd) {
    announce_on(*options.ready_fd, listener.port());
  }
  const http::Ending ending = listener.run();
  dispatcher.sync();
  if (ending == http::Ending::kAbandoned) {
    std::_Exit(EXIT_SUCCESS);
  }
  return EXIT_SUCCESS;
}

int run(const Command& command) {
  try {
    if (const auto* text = std::get_if<ShowText>(&command)) {
      print(stdout, text->text);
      return EXIT_SUCCESS;
    }
    if (const auto* fault = std::get_if<UsageError>(&command)) {
      print(stderr, "stator: " + fault->message + "\n");
      return kExitUsage;
    }
    if (const auto* curl = std::get_if<CurlOptions>(&command)) return run_curl(*curl);
    const auto& options = std::get<ServeOptions>(command);
    if (lacks_local_directory(options)) {
      print(stderr, "Invalid directory for database creation.\n");
      return kExitFailure;
    }
    return serve(options);
  } catch (const std::exception& failure) {
    print(stderr, std::string("stator: ") + failure.what() + "\n");
    return kExitFailure;
  }
}

}  // namespace
}  // namespace stator::server

int main(int argc, char** argv) {
  const auto count = static_cast<std::size_t>(std::max(argc, 1));
  const std::span<const char* const> arguments(argv, count);
  return stator::server::run(stator::server::parse_command_line(
      argc > 0 ? argv[0] : "", arguments.subspan(1), [](const char* name) {
        return std::getenv(name);  // NOLINT(concurrency-mt-unsafe): there is one thread yet
      }));
}
