#include "model_client.h"

namespace stator::server::testing {

using rapidjson::Document;

ApiReply ModelClient::call_any(std::string_view operation, const std::string& body) {
  last_request_ = std::string(operation) + ' ' + body;
  ApiReply reply = api_.call(operation, body);
  last_answer_ = reply.body;
  ++calls_;
  return reply;
}

Document ModelClient::call(std::string_view operation, const std::string& body) {
  const ApiReply reply = call_any(operation, body);
  if (reply.status != 200U) fail("the call was refused");
  Document answer;
  answer.Parse(reply.body.c_str());
  return answer;
}

std::optional<Document> ModelClient::call_conditional(std::string_view operation,
                                                      const std::string& body) {
  const ApiReply reply = call_any(operation, body);
  if (reply.status != 200U) {
    if (reply.body.find("ConditionalCheckFailed") == std::string::npos) {
      fail("the call was refused by something else than its condition");
    }
    return std::nullopt;
  }
  Document answer;
  answer.Parse(reply.body.c_str());
  return answer;
}

void ModelClient::expect_refusal(std::string_view operation, const std::string& body,
                                 std::string_view error) {
  const ApiReply reply = call_any(operation, body);
  if (reply.status != 400U || reply.body.find(error) == std::string::npos) {
    fail("the answer is no " + std::string(error));
  }
}

void ModelClient::expect_equal(const std::string& what, const std::string& got,
                               const std::string& expected) {
  if (got != expected) fail(what + "\n  server:    " + got + "\n  reference: " + expected);
}

void ModelClient::expect_equal(const std::string& what, double got, double expected) {
  if (got != expected) expect_equal(what, std::to_string(got), std::to_string(expected));
}

void ModelClient::fail(const std::string& what) {
  throw Mismatch(what + "\n  last request: " + last_request_ + "\n  its answer:   " + last_answer_);
}

}  // namespace stator::server::testing
