// Who calls, as far as a request says: whether it carries complete AWS credentials, and the scope
// that they name. Signatures are not verified: any credentials are accepted.
//
// Pure functions, safe from any thread. They read the views of the request and return values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::server {

struct ApiRequest;

// An authentication error of the service: status 400, namespace com.amazon.coral.service#, member
// `message`.
struct AuthFault {
  std::string_view code;  // static text, for example "IncompleteSignatureException"
  std::string message;
};

// The credential scope: <access key>/<date>/<region>/<service>/aws4_request.
struct Scope {
  std::string access_key;  // as given, may be empty
  std::string region;      // us-east-1 if the credential is malformed or names none
  std::string service;     // dynamodb if the credential is malformed or names none
};

// The fault of the Authorization header, or of the presigned query, that the service would report.
std::optional<AuthFault> check_credentials(const ApiRequest& request);

// Never fails: what cannot be read has its default.
Scope parse_scope(const ApiRequest& request);

}  // namespace stator::server
