#include "server/dispatcher.h"

#include <cstdio>
#include <exception>

#include "engine/engine.h"
#include "model/messages.h"
#include "model/table_arn.h"
#include "server/auth/authentication.h"
#include "server/metering_report.h"
#include "server/operations/operation.h"
#include "server/wire/envelope.h"
#include "server/wire/error_json.h"
#include "server/wire/json.h"

namespace stator::server {

struct Dispatcher::State {
  State(const Clock& clock, Entropy& entropy) : engine(clock, entropy) {}
  engine::Engine engine;
};

namespace {

// Authentication faults come with the service's name of their code.
Error to_error(const AuthFault& fault) {
  for (const ErrorCode code : {ErrorCode::kMissingAuthenticationToken,
                               ErrorCode::kIncompleteSignature, ErrorCode::kInvalidSignature}) {
    if (spelling(code).name == fault.code) return Error(code, fault.message);
  }
  return Error(ErrorCode::kInternalServerError, fault.message);
}

// A body that is not JSON is refused with the error's name alone.
Error unreadable_body() { return Error(ErrorCode::kSerialization, ""); }

// The checks that come before the operation, in the service's order: JSON, target, credentials,
// presence of a body.
const Operation& admit(const ApiRequest& request, bool is_empty, const wire::Json* root) {
  if (!is_empty && root == nullptr) throw unreadable_body();
  const Operation* operation = find_operation(request.target);
  if (operation == nullptr) throw Error(ErrorCode::kUnknownOperation, "");
  if (auto fault = check_credentials(request)) throw to_error(*fault);
  if (is_empty) throw unreadable_body();
  return *operation;
}

// `operation` is set as soon as it is known, for the error texts that depend on it.
std::string run(engine::Engine& engine, ApiRequest& request, std::string_view& operation_name) {
  const bool is_empty = request.body.empty();
  const wire::JsonDocument document(request.body);
  const Operation& operation = admit(request, is_empty, document.root());
  operation_name = operation.name;
  const Scope scope = parse_scope(request);
  CallContext context{engine, operation.name,
                      {scope.region, kAccountId, scope.access_key}, request.label};
  std::string answer;
  wire::JsonWriter out(answer);
  operation.run(*document.root(), context, out);
  return answer;
}

ApiReply internal_error(std::string_view operation, const char* what) {
  std::fprintf(stderr, "stator: %.*s failed: %s\n", static_cast<int>(operation.size()),
               operation.data(), what);
  return wire::render_error(
      Error(ErrorCode::kInternalServerError, std::string(messages::kInternalServerError)));
}

}  // namespace

Dispatcher::Dispatcher(const Clock& clock, Entropy& entropy)
    : state_(std::make_unique<State>(clock, entropy)) {}

Dispatcher::~Dispatcher() = default;

ApiReply Dispatcher::handle(ApiRequest& request) {
  std::string_view operation;
  try {
    return {200, run(state_->engine, request, operation)};
  } catch (const Error& error) {
    return wire::render_error(error, wire::apply_envelope(operation, error));
  } catch (const std::exception& error) {
    // What is not an Error is a bug of ours: say so, and go on serving.
    return internal_error(operation, error.what());
  }
}

void Dispatcher::start_background() { state_->engine.background.start(); }

void Dispatcher::run_background() { state_->engine.background.run_due(); }

std::string Dispatcher::metering_report() const {
  return server::metering_report(state_->engine.ledger);
}

void Dispatcher::reset_metering() { state_->engine.ledger.reset(); }

}  // namespace stator::server
