// The seam between HTTP and DynamoDB: one API call in, one answer out, no sockets.
//
// The HTTP gateway calls it for every POST that has passed the checks on size, method and content
// type; tests call it directly. It runs the protocol checks that need the body (JSON, target,
// authentication, types, constraints) in the service's order, then the operation.
//
// Thread safety: `handle` may be called from any number of threads at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/limits.h"
#include "server/command_line/options.h"

namespace stator {
class Clock;
class Entropy;
}  // namespace stator

namespace stator::server {

class SignatureVerifier;
struct SignedRequest;

// What one API call brings, as the gateway read it. Views are valid during `handle` only.
struct ApiRequest {
  std::string_view target;         // X-Amz-Target, empty when absent
  std::string_view authorization;  // Authorization header, empty when absent
  std::string_view query;          // raw query string without '?', for presigned calls
  bool has_date = false;           // an X-Amz-Date or Date header is present
  std::string_view label;          // X-Stator-Label: groups the call in the metering report
  const SignedRequest* signed_request = nullptr;  // needed only if signatures are verified
  std::string body;                // decoded (ungzipped) body; parsed in place, so consumed
};

struct ApiReply {
  unsigned status = 200;
  std::string body;  // JSON, or empty
  std::string hint;  // for the header X-Stator-Hint; empty: none
};

// What can be done with snapshots of everything (engine/persistence/named_snapshots.h).
enum class SnapshotAction : std::uint8_t { kTake, kRestore, kRemove, kList };

struct DispatcherOptions {
  engine::NamespaceMode namespaces = engine::NamespaceMode::kShared;
  wire::ValidationTexts validation_texts = wire::ValidationTexts::kCurrent;
  bool needs_credentials = true;  // whether a request without any is refused
  engine::StateDurations durations = {};
  std::uint64_t collection_bytes_max = limits::kItemCollectionBytesMax;
  LogLevel log = LogLevel::kOff;
  LogFormat log_format = LogFormat::kText;
  std::chrono::milliseconds ttl_interval = std::chrono::seconds(1);
  std::chrono::milliseconds ttl_change_interval{0};
  std::string kinesis_dir = {};  // empty: records for Kinesis data streams are dropped
  std::string s3_dir = {};  // what stands for S3; empty: nothing does
  std::size_t recovery_bytes_max = std::size_t{256} << 20;  // history of a table
  std::string data_dir = {};  // what keeps everything across restarts; empty: nothing does
  storage::SyncMode sync = storage::SyncMode::kInterval;
  std::uint64_t snapshot_bytes_min = std::uint64_t{64} << 20;  // engine/persistence/
};

class Dispatcher {
 public:
  // `clock` and `entropy` must outlive the dispatcher. With a data directory, everything that it
  // holds is there at once, or storage::PersistenceError says why not.
  Dispatcher(const Clock& clock, Entropy& entropy, const DispatcherOptions& options = {});
  ~Dispatcher();
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // From now on refuses calls that are not signed with a key that the verifier knows. To be called
  // before the first call.
  void verify_signatures(std::unique_ptr<SignatureVerifier> verifier);
  bool verifies_signatures() const;

  // Loads files (load/load.h). Throws load::LoadError. To be called before the first call.
  void load(const LoadOptions& options);

  // Answers one call. Never throws: what escapes an operation becomes InternalServerError.
  ApiReply handle(ApiRequest& request);

  // Runs what is due in the background (engine/background.h): in a thread of its own from now on,
  // or here and now, for tests that move their own clock. The second says how many tasks it ran.
  void start_background();
  std::size_t run_background(std::size_t tasks_max = SIZE_MAX);

  // The sums of all metered facts since the start or the last reset, as a JSON document
  // (docs/METERING.md describes its members).
  std::string metering_report() const;
  void reset_metering();

  // The most accessed and throttled keys of what contributor insights are enabled for, as a JSON
  // document (docs/ARCHITECTURE.md describes its members).
  std::string insights_report() const;

  // What calls there were and what they used, in the exposition format of Prometheus.
  std::string metrics() const;

  // Has the disk have everything that the data directory is to keep, and, of tests, has it keep it
  // in the shortest form. Without one they do nothing.
  void sync();
  void compact();

  // Forgets everything, as if the server had just started, save for the snapshots.
  void reset();

  // Takes, restores, removes or lists named snapshots of everything (server/snapshots.h).
  ApiReply snapshots(SnapshotAction action, std::string_view name = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stator::server
