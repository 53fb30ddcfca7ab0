#include "server/operations/next_token.h"

#include "expressions/partiql/print.h"
#include "model/error.h"
#include "server/digest.h"
#include "server/wire/base64.h"
#include "server/wire/json.h"
#include "server/wire/json_writer.h"
#include "server/wire/value_json.h"

namespace stator::server {

namespace {

constexpr std::size_t kFingerprintBytes = 16;
constexpr std::size_t kCheckSumBytes = 16;

[[noreturn]] void fail_token() { throw validation_error("Invalid NextToken"); }

std::string check_sum(std::string_view fingerprint, std::string_view place) {
  std::string bytes(fingerprint);
  bytes += place;
  return sha256(bytes).substr(0, kCheckSumBytes);
}

std::string decode_base64_or_fail(const std::string& token) {
  try {
    return wire::decode_base64(token);
  } catch (const Error&) {
    fail_token();
  }
}

}  // namespace

std::string statement_fingerprint(const expressions::partiql::Statement& statement,
                                  const std::optional<wire::WireValueList>& parameters) {
  std::string text = expressions::partiql::print(statement);
  if (parameters) {
    for (const AttributeValue& value : parameters->peek()) wire::append_value(text, value);
  }
  return sha256(text).substr(0, kFingerprintBytes);
}

std::string encode_next_token(std::string_view fingerprint,
                              const engine::SelectPosition& position) {
  std::string place;
  wire::JsonWriter out(place);
  out.begin_object();
  out.member("P", static_cast<std::int64_t>(position.partition));
  if (position.key) {
    out.key("K");
    wire::write_attributes(out, *position.key);
  }
  out.end_object();
  return wire::encode_base64(std::string(fingerprint) + check_sum(fingerprint, place) + place);
}

engine::SelectPosition decode_next_token(const std::string& token, std::string_view fingerprint) {
  const std::string bytes = decode_base64_or_fail(token);
  if (bytes.size() < kFingerprintBytes + kCheckSumBytes) fail_token();
  const std::string of_statement = bytes.substr(0, kFingerprintBytes);
  std::string place = bytes.substr(kFingerprintBytes + kCheckSumBytes);
  if (bytes.substr(kFingerprintBytes, kCheckSumBytes) != check_sum(of_statement, place)) {
    fail_token();
  }
  if (of_statement != fingerprint) throw validation_error("NextToken does not match request");

  const wire::JsonDocument document(place);
  const wire::Json& json = *document.root();  // the check sum says that it is ours
  engine::SelectPosition position;
  position.partition = static_cast<std::size_t>(json["P"].GetUint64());
  if (json.HasMember("K")) {
    position.key = wire::decode_item(json["K"], wire::Place::kMember).take();
  }
  return position;
}

}  // namespace stator::server
