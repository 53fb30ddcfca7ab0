#include "server/auth/authentication.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/auth/percent.h"
#include "server/auth/signature.h"
#include "server/dispatcher.h"

namespace stator::server {
namespace {

constexpr std::string_view kDefaultRegion = "us-east-1";
constexpr std::string_view kDefaultService = "dynamodb";
constexpr std::size_t kScopeNameBytesMax = 64;

// The position of the first of some characters, or the size of the text. Each is looked for by
// itself (memchr): that looks at many bytes of a signature at a time.
std::size_t first_of(std::string_view text, std::string_view characters) {
  std::size_t end = text.size();
  for (const char c : characters) end = std::min(end, text.substr(0, end).find(c));
  return end;
}

// The value of `name` in a text of name=value parts, which one of `separators` ends; nothing if it
// is absent. Searching for the name and looking at its neighbours is several times faster than
// splitting, and every request comes through here four times.
std::optional<std::string_view> find_parameter(std::string_view text, std::string_view name,
                                               std::string_view separators) {
  // Not string_view::find, which calls memchr: there are one or two separators.
  const auto is_separator = [&](char c) {
    return std::any_of(separators.begin(), separators.end(), [c](char each) { return each == c; });
  };
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if (at > 0 && !is_separator(text[at - 1])) {
      continue;
    }
    const std::string_view rest = text.substr(at + name.size());
    if (rest.empty() || is_separator(rest.front())) {
      return std::string_view();
    }
    if (rest.front() == '=') {
      const std::string_view value = rest.substr(1);
      return value.substr(0, first_of(value, separators));
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> query_parameter(std::string_view query, std::string_view name) {
  return find_parameter(query, name, "&");
}

// The parameters follow the algorithm: AWS4-HMAC-SHA256 Credential=..., SignedHeaders=..., ...
std::string_view header_parameter(std::string_view authorization, std::string_view name) {
  authorization.remove_prefix(std::min(authorization.find(' '), authorization.size()));
  return find_parameter(authorization, name, ", ").value_or(std::string_view());
}

std::optional<AuthFault> check_query(std::string_view query) {
  static constexpr std::array<std::string_view, 5> kRequired = {
      "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders",
      "X-Amz-Date"};
  std::string message;
  for (const std::string_view name : kRequired) {
    if (query_parameter(query, name).value_or(std::string_view()).empty()) {
      message.append("AWS query-string parameters must include '").append(name).append("'. ");
    }
  }
  if (message.empty()) {
    return std::nullopt;
  }
  return AuthFault{"IncompleteSignatureException",
                   message + "Re-examine the query-string parameters."};
}

std::optional<AuthFault> check_header(const ApiRequest& request) {
  static constexpr std::array<std::string_view, 3> kRequired = {"Credential", "Signature",
                                                                "SignedHeaders"};
  std::string message;
  for (const std::string_view name : kRequired) {
    if (header_parameter(request.authorization, name).empty()) {
      message.append("Authorization header requires '").append(name).append("' parameter. ");
    }
  }
  if (!request.has_date) {
    message.append(
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ");
  }
  if (message.empty()) {
    return std::nullopt;
  }
  return AuthFault{"IncompleteSignatureException",
                   message.append("Authorization=").append(request.authorization)};
}

Scope split_credential(std::string_view credential) {
  std::array<std::string_view, 4> elements;  // date, region, service, terminator
  std::string_view rest = credential;
  for (std::size_t i = elements.size(); i-- > 0;) {
    const std::size_t slash = rest.rfind('/');
    if (slash == std::string_view::npos) {
      const std::string_view key = credential.substr(0, credential.find('/'));
      return {std::string(key), std::string(kDefaultRegion), std::string(kDefaultService)};
    }
    elements[i] = rest.substr(slash + 1);
    rest = rest.substr(0, slash);
  }
  const std::string_view region = elements[1];
  const std::string_view service = elements[2];
  return {std::string(rest),  // what stands before the scope, slashes included
          std::string(is_scope_name(region) ? region : kDefaultRegion),
          std::string(is_scope_name(service) ? service : kDefaultService)};
}

}  // namespace

// Regions need not exist (people write "local" or "fakeRegion"), but they end up in ARNs.
bool is_scope_name(std::string_view text) {
  return !text.empty() && text.size() <= kScopeNameBytesMax &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

// given                                              answer
// -------------------------------------------------  --------------------------------------------
// header and X-Amz-Algorithm in the query            InvalidSignatureException
// neither, or a header of another scheme than AWS4-  MissingAuthenticationTokenException
// query without a parameter, or with an empty one    IncompleteSignatureException, naming them all
// header without a parameter or without a date       IncompleteSignatureException, naming them all
// otherwise                                          none
std::optional<AuthFault> check_credentials(const ApiRequest& request) {
  const bool has_header = !request.authorization.empty();
  const bool has_query = query_parameter(request.query, "X-Amz-Algorithm").has_value();
  if (has_header && has_query) {
    return AuthFault{"InvalidSignatureException",
                     "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as "
                     "HTTP header."};
  }
  if (has_query) {
    return check_query(request.query);
  }
  if (!request.authorization.starts_with("AWS4-")) {
    return AuthFault{"MissingAuthenticationTokenException",
                     "Request is missing Authentication Token"};
  }
  return check_header(request);
}

SignatureClaim read_claim(const ApiRequest& request) {
  SignatureClaim claim;
  if (!request.authorization.empty()) {
    const std::string_view header = request.authorization;
    claim.algorithm = header.substr(0, header.find(' '));
    claim.credential = header_parameter(header, "Credential");
    claim.signed_headers = header_parameter(header, "SignedHeaders");
    claim.signature = header_parameter(header, "Signature");
    claim.session_token = header_value(*request.signed_request, "x-amz-security-token");
    claim.time = header_value(*request.signed_request, "x-amz-date");
    if (claim.time.empty()) claim.time = header_value(*request.signed_request, "date");
    return claim;
  }
  const auto decoded = [&](std::string_view name) {
    return decode_percent(query_parameter(request.query, name).value_or(std::string_view()));
  };
  claim.algorithm = decoded("X-Amz-Algorithm");
  claim.credential = decoded("X-Amz-Credential");
  claim.signed_headers = decoded("X-Amz-SignedHeaders");
  claim.signature = decoded("X-Amz-Signature");
  claim.session_token = decoded("X-Amz-Security-Token");
  claim.time = decoded("X-Amz-Date");
  claim.expires = decoded("X-Amz-Expires");
  return claim;
}

Scope parse_scope(const ApiRequest& request) {
  if (!request.authorization.empty()) {
    return split_credential(header_parameter(request.authorization, "Credential"));
  }
  const auto credential = query_parameter(request.query, "X-Amz-Credential");
  return split_credential(decode_percent(credential.value_or(std::string_view())));
}

}  // namespace stator::server
