// What an operation is: a name, a request with its field table, and a function.
//
// Adding one is a file and a line in registry.cpp. `run_operation` is the part that all share:
// decode, check the constraints, execute; the dispatcher catches what they throw.
#pragma once

#include <span>
#include <string_view>

#include "engine/engine.h"
#include "server/wire/fields.h"
#include "server/wire/json.h"
#include "server/wire/json_writer.h"

namespace stator::server {

struct CallRecord;

// Who calls, and on what. Lives as long as the call.
struct CallContext {
  engine::Engine& engine;
  std::string_view operation;   // "PutItem"
  engine::Caller caller;
  std::string_view label;       // X-Stator-Label, may be empty
  CallRecord* record = nullptr;  // what the log will say; null: nothing
};

// The API that an operation belongs to: one endpoint serves both, told apart by X-Amz-Target.
enum class Service { kDynamoDb, kStreams };

struct Operation {
  Service service;
  std::string_view name;
  const wire::Shape* request;  // what its field table says
  // It reads or writes items, each by itself, and nothing else: it need not pass engine::Gate.
  bool is_of_items;
  // Reads the request from `body` and writes the whole answer to `out`. Throws Error.
  void (*run)(const wire::Json& body, CallContext& context, wire::JsonWriter& out);
};

// An operation type has `kName`, `Request` and
// `static void execute(Request&, CallContext&, wire::JsonWriter&)`; one of the streams API also
// `kService`.
template <class Op>
void run_operation(const wire::Json& body, CallContext& context, wire::JsonWriter& out) {
  auto request = wire::decode<typename Op::Request>(body);
  wire::check_constraints(request);
  Op::execute(request, context, out);
}

template <class Op>
constexpr Service service_of() {
  if constexpr (requires { Op::kService; }) {
    return Op::kService;
  } else {
    return Service::kDynamoDb;
  }
}

template <class Op>
constexpr Operation operation(bool is_of_items = false) {
  return {service_of<Op>(), Op::kName, &wire::kRequestShape<typename Op::Request>, is_of_items,
          &run_operation<Op>};
}
template <class Op>
constexpr Operation item_operation() {
  return operation<Op>(true);
}

// The operation behind `DynamoDB_20120810.<name>` or `DynamoDBStreams_20120810.<name>`, or nullptr.
const Operation* find_operation(std::string_view target);

// All of them, in alphabetical order.
std::span<const Operation> operations();

}  // namespace stator::server
