#include "server/dispatcher.h"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/persistence/file_journal.h"
#include "engine/replication.h"
#include "model/messages.h"
#include "model/table_arn.h"
#include "server/auth/authentication.h"
#include "server/auth/signature_verifier.h"
#include "server/insights_report.h"
#include "server/kinesis_files.h"
#include "server/load/load.h"
#include "server/metering_report.h"
#include "server/request_counts.h"
#include "server/request_log.h"
#include "server/operations/operation.h"
#include "server/snapshots.h"
#include "server/verify.h"
#include "server/wire/envelope.h"
#include "server/wire/error_json.h"
#include "server/wire/json.h"

namespace stator::server {

struct Dispatcher::State {
  State(const Clock& clock, Entropy& entropy, const DispatcherOptions& options)
      : engine(clock, entropy),
        validation_texts(options.validation_texts),
        needs_credentials(options.needs_credentials),
        log(options.log, options.log_format, stderr) {
    engine.namespace_mode = options.namespaces;
    engine.durations = options.durations;
    engine.collection_bytes_max = options.collection_bytes_max;
    engine.time_to_live.sweep_interval = options.ttl_interval;
    engine.time_to_live.change_interval = options.ttl_change_interval;
    engine.recovery.bytes_max = options.recovery_bytes_max;
    if (!options.s3_dir.empty()) engine.objects.emplace(options.s3_dir);
    if (!options.kinesis_dir.empty()) write_kinesis_files(options.kinesis_dir);
    if (!options.data_dir.empty()) {
      keep_in({options.data_dir, options.sync, options.snapshot_bytes_min});
    }
  }

  void keep_in(const engine::PersistenceOptions& options) {
    auto opened = engine::FileJournal::open(engine, disk, options);
    journal = opened.get();
    engine.journal = std::move(opened);
  }

  void write_kinesis_files(const std::string& folder) {
    engine.kinesis.sink = [files = KinesisFiles(folder)](
                              const engine::KinesisSource& source,
                              const std::vector<engine::KinesisRecord>& records) {
      files.append(source, records);
    };
  }

  storage::Disk disk;
  engine::Engine engine;
  engine::FileJournal* journal = nullptr;  // the engine's, if it has one
  const wire::ValidationTexts validation_texts;
  const bool needs_credentials;
  RequestLog log;
  RequestCounts counts;
  std::unique_ptr<SignatureVerifier> verifier;  // null: any signature will do
};

namespace {

// Authentication faults come with the service's name of their code.
Error to_error(const AuthFault& fault) {
  for (const ErrorCode code : {ErrorCode::kMissingAuthenticationToken,
                               ErrorCode::kIncompleteSignature, ErrorCode::kInvalidSignature,
                               ErrorCode::kUnrecognizedClient}) {
    if (spelling(code).name == fault.code) return Error(code, fault.message);
  }
  return Error(ErrorCode::kInternalServerError, fault.message);
}

// A body that is not JSON is refused with the error's name alone.
Error unreadable_body() { return Error(ErrorCode::kSerialization, ""); }

// One call on its way. `operation` is set as soon as it is known, for what depends on it.
struct Call {
  engine::Engine& engine;
  wire::ValidationTexts validation_texts;
  bool needs_credentials;
  SignatureVerifier* verifier;  // null: any signature will do
  ApiRequest& request;
  const Operation* operation = nullptr;
  CallRecord record;
};

// The checks that come before the operation, in the service's order: JSON, target, credentials,
// presence of a body.
const Operation& admit(const Call& call, bool is_empty, const wire::Json* root) {
  const ApiRequest& request = call.request;
  if (!is_empty && root == nullptr) throw unreadable_body();
  const Operation* operation = find_operation(request.target);
  if (operation == nullptr) throw Error(ErrorCode::kUnknownOperation, "");
  if (call.needs_credentials) {
    if (auto fault = check_credentials(request)) throw to_error(*fault);
  }
  if (call.verifier != nullptr) {
    if (auto fault = call.verifier->verify(request)) throw to_error(*fault);
  }
  if (is_empty) throw unreadable_body();
  return *operation;
}

// What concerns more than items one by one is done before or after a restore, as a whole.
void perform(const Operation& operation, const wire::Json& body, CallContext& context,
             wire::JsonWriter& out) {
  if (operation.is_of_items) return operation.run(body, context, out);
  const engine::Gate::Passage passage(context.engine.gate);
  operation.run(body, context, out);
}

std::string run(Call& call, bool is_logged) {
  ApiRequest& request = call.request;
  const bool is_empty = request.body.empty();
  const wire::JsonDocument document(request.body);
  call.operation = &admit(call, is_empty, document.root());
  const Operation& operation = *call.operation;
  const Scope scope = parse_scope(request);
  CallContext context{call.engine, operation.name,
                      {scope.region, kAccountId, scope.access_key}, request.label,
                      is_logged ? &call.record : nullptr};
  constexpr std::size_t kUsualAnswerBytes = 500;
  std::string answer;
  answer.reserve(kUsualAnswerBytes);
  wire::JsonWriter out(answer);
  perform(operation, *document.root(), context, out);
  engine::deliver_strong_writes();
  if (call.engine.journal) call.engine.journal->settle();
  return answer;
}

// Where a table is that the caller does not see, or nothing.
std::string hint_for(Call& call, const std::string& table_name) {
  std::string hint;
  if (table_name.empty()) return hint;
  call.engine.namespaces.for_each([&](const std::string& name, storage::Database& database) {
    if (!database.find(table_name)) return;
    hint += hint.empty() ? "table " + table_name + " exists in namespace " : ", ";
    hint += name;
  });
  return hint;
}

ApiReply refuse(Call& call, const Error& error) {
  const std::string_view operation = call.operation == nullptr ? "" : call.operation->name;
  ApiReply reply = wire::render_error(error, wire::apply_envelope(operation, error,
                                                               call.validation_texts));
  reply.hint = hint_for(call, error.table_name);
  call.record.error = spelling(error.code()).name;
  call.record.message = error.message();
  call.record.hint = reply.hint;
  return reply;
}

// A bug of ours: say so, and go on serving. The log has the reason, the answer has not.
ApiReply internal_error(Call& call, const char* what) {
  call.record.error = spelling(ErrorCode::kInternalServerError).name;
  call.record.message = what;
  return wire::render_error(
      Error(ErrorCode::kInternalServerError, std::string(messages::kInternalServerError)));
}

ApiReply answer(Call& call, bool is_logged) {
  try {
    return {200, run(call, is_logged), {}};
  } catch (const Error& error) {
    return refuse(call, error);
  } catch (const std::exception& error) {
    return internal_error(call, error.what());
  }
}

}  // namespace

Dispatcher::Dispatcher(const Clock& clock, Entropy& entropy, const DispatcherOptions& options)
    : state_(std::make_unique<State>(clock, entropy, options)) {}

Dispatcher::~Dispatcher() = default;

ApiReply Dispatcher::handle(ApiRequest& request) {
  const RequestLog& log = state_->log;
  const auto start = std::chrono::steady_clock::now();
  Call call{state_->engine, state_->validation_texts, state_->needs_credentials,
            state_->verifier.get(), request, nullptr, {}};
  if (log.wants_bodies()) call.record.request = request.body;  // parsed in place, so gone later
  ApiReply reply = answer(call, log.wants_requests());
  verify_reply(reply);
  call.record.duration = std::chrono::steady_clock::now() - start;
  call.record.status = reply.status;
  if (call.operation != nullptr) call.record.operation = call.operation->name;
  state_->counts.count(call.operation, reply.status, call.record.duration);
  log.write(call.record, state_->engine.clock);
  return reply;
}

void Dispatcher::load(const LoadOptions& options) { load::load(state_->engine, options); }

void Dispatcher::verify_signatures(std::unique_ptr<SignatureVerifier> verifier) {
  state_->verifier = std::move(verifier);
}

bool Dispatcher::verifies_signatures() const { return state_->verifier != nullptr; }

void Dispatcher::start_background() {
  if (state_->journal != nullptr) state_->journal->start();
  state_->engine.background.start();
}

std::size_t Dispatcher::run_background(std::size_t tasks_max) {
  return state_->engine.background.run_due(tasks_max);
}

std::string Dispatcher::metering_report() const {
  return server::metering_report(state_->engine.ledger);
}

std::string Dispatcher::insights_report() const {
  return server::insights_report(state_->engine);
}

void Dispatcher::reset_metering() { state_->engine.ledger.reset(); }

std::string Dispatcher::metrics() const {
  std::size_t tables = 0;
  state_->engine.namespaces.for_each(
      [&](const std::string&, storage::Database& database) { tables += database.size(); });
  return render_metrics(state_->counts, state_->engine.ledger, tables);
}

void Dispatcher::sync() {
  if (state_->journal != nullptr) state_->journal->sync();
}

void Dispatcher::compact() {
  if (state_->journal != nullptr) state_->journal->take_snapshot();
}

void Dispatcher::reset() {
  state_->engine.reset();
  if (state_->engine.journal) state_->engine.journal->settle();
}

ApiReply Dispatcher::snapshots(SnapshotAction action, std::string_view name) {
  return answer_snapshots(state_->engine, action, name);
}

}  // namespace stator::server
