// Who calls, as far as a request says: whether it carries complete AWS credentials, the scope that
// they name, and what it says about its signature. Whether that is right is signature_verifier.h's
// to find out, if anybody wants to know; else any credentials are accepted.
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

// Whether a text can be the region or service of a scope.
bool is_scope_name(std::string_view text);

// What a request says about its signature, in its Authorization header and others, or in its query.
// What it does not say is empty.
struct SignatureClaim {
  std::string algorithm;
  std::string credential;
  std::string signed_headers;
  std::string signature;
  std::string session_token;
  std::string time;     // YYYYMMDDTHHMMSSZ, if it is right
  std::string expires;  // seconds; presigned queries only
};

// `request` must have its `signed_request`.
SignatureClaim read_claim(const ApiRequest& request);

}  // namespace stator::server
