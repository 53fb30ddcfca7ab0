#include "server/wire/error_json.h"

#include "server/wire/json_writer.h"
#include "server/wire/value_json.h"

namespace stator::wire {
namespace {

void write_reason(JsonWriter& json, const CancellationReason& reason) {
  json.begin_object();
  json.member("Code", reason.code);
  if (!reason.message.empty()) json.member("Message", reason.message);
  if (reason.item) {
    json.key("Item");
    write_item(json, *reason.item);
  }
  json.end_object();
}

// Protocol faults without a text have no message member at all; other codes have it even if empty.
bool has_message(const Error& error, std::string_view message) {
  const bool is_bare =
      error.code() == ErrorCode::kSerialization || error.code() == ErrorCode::kUnknownOperation;
  return !message.empty() || !is_bare;
}

}  // namespace

server::ApiReply render_error(const Error& error) { return render_error(error, error.message()); }

server::ApiReply render_error(const Error& error, std::string_view message) {
  const ErrorSpelling& spelled = spelling(error.code());
  server::ApiReply reply;
  reply.status = spelled.status;
  JsonWriter json(reply.body);
  json.begin_object();
  json.member("__type", std::string(spelled.prefix) + std::string(spelled.name));
  if (error.item) {
    json.key("Item");
    write_item(json, *error.item);
  }
  if (!error.cancellation_reasons.empty()) {
    json.key("CancellationReasons").begin_array();
    for (const CancellationReason& reason : error.cancellation_reasons) write_reason(json, reason);
    json.end_array();
  }
  if (has_message(error, message)) json.member(spelled.message_key, message);
  json.end_object();
  return reply;
}

}  // namespace stator::wire
