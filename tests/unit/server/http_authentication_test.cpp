#include "server/auth/authentication.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/dispatcher.h"

namespace stator::server {
namespace {

constexpr std::string_view kCompleteHeader =
    "AWS4-HMAC-SHA256 Credential=AKID/20261130/eu-west-2/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=abc";
constexpr std::string_view kCompleteQuery =
    "X-Amz-Algorithm=AWS4-HMAC-SHA256"
    "&X-Amz-Credential=AKID%2F20261130%2Feu-west-2%2Fdynamodb%2Faws4_request"
    "&X-Amz-Date=20261130T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=abc";

constexpr std::string_view kIncomplete = "IncompleteSignatureException";
constexpr std::string_view kMissing = "MissingAuthenticationTokenException";
constexpr std::string_view kMissingText = "Request is missing Authentication Token";

struct CredentialsCase {
  std::string_view title;
  std::string_view header;
  std::string_view query;
  bool has_date;
  std::string_view code;  // empty: no fault
  std::string_view message;
};
constexpr CredentialsCase kCredentialsCases[] = {
    {"header", kCompleteHeader, "", true, "", ""},
    {"header without blanks after commas",
     "AWS4-HMAC-SHA256 Credential=a,SignedHeaders=b,Signature=c", "", true, "", ""},
    {"query", "", kCompleteQuery, false, "", ""},
    {"both", kCompleteHeader, kCompleteQuery, true, "InvalidSignatureException",
     "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."},
    {"both, and neither is complete", "x", "X-Amz-Algorithm", true, "InvalidSignatureException",
     "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."},
    {"neither", "", "", true, kMissing, kMissingText},
    {"a query about something else", "", "a=b&XX-Amz-Algorithm=c", true, kMissing, kMissingText},
    {"another scheme", "Bearer abc", "", true, kMissing, kMissingText},
    {"the scheme of version 3", "AWS3-HTTPS x", "", true, kMissing, kMissingText},
    {"header without parameters", "AWS4-HMAC-SHA256", "", true, kIncomplete,
     "Authorization header requires 'Credential' parameter. "
     "Authorization header requires 'Signature' parameter. "
     "Authorization header requires 'SignedHeaders' parameter. "
     "Authorization=AWS4-HMAC-SHA256"},
    {"header without signature", "AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b", "", true,
     kIncomplete,
     "Authorization header requires 'Signature' parameter. "
     "Authorization=AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b"},
    {"names that only look alike",
     "AWS4-HMAC-SHA256 XCredential=a, SignedHeadersX=b, Signature=Credential=", "", true,
     kIncomplete,
     "Authorization header requires 'Credential' parameter. "
     "Authorization header requires 'SignedHeaders' parameter. "
     "Authorization=AWS4-HMAC-SHA256 XCredential=a, SignedHeadersX=b, Signature=Credential="},
    {"empty value", "AWS4-HMAC-SHA256 Credential=, SignedHeaders=b, Signature=c", "", true,
     kIncomplete,
     "Authorization header requires 'Credential' parameter. "
     "Authorization=AWS4-HMAC-SHA256 Credential=, SignedHeaders=b, Signature=c"},
    {"no date", "AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c", "", false,
     kIncomplete,
     "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
     "Authorization=AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c"},
    {"nothing but the scheme", "AWS4-", "", false, kIncomplete,
     "Authorization header requires 'Credential' parameter. "
     "Authorization header requires 'Signature' parameter. "
     "Authorization header requires 'SignedHeaders' parameter. "
     "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
     "Authorization=AWS4-"},
    {"query with an empty algorithm", "", "X-Amz-Algorithm=", true, kIncomplete,
     "AWS query-string parameters must include 'X-Amz-Algorithm'. "
     "AWS query-string parameters must include 'X-Amz-Credential'. "
     "AWS query-string parameters must include 'X-Amz-Signature'. "
     "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
     "AWS query-string parameters must include 'X-Amz-Date'. "
     "Re-examine the query-string parameters."},
    {"query without a date; the header does not help", "",
     "X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Signature=c&X-Amz-SignedHeaders=d", true,
     kIncomplete,
     "AWS query-string parameters must include 'X-Amz-Date'. "
     "Re-examine the query-string parameters."},
};

TEST(CheckCredentials, FollowsItsTable) {
  for (const CredentialsCase& each : kCredentialsCases) {
    ApiRequest request;
    request.authorization = each.header;
    request.query = each.query;
    request.has_date = each.has_date;
    const std::optional<AuthFault> fault = check_credentials(request);
    EXPECT_EQ(fault ? fault->code : "", each.code) << each.title;
    EXPECT_EQ(fault ? fault->message : "", each.message) << each.title;
  }
}

TEST(ParseScope, FollowsItsTable) {
  struct Case {
    std::string_view credential;  // in a header, unless it has a '%'
    std::string_view access_key;
    std::string_view region;
    std::string_view service;
  };
  const std::vector<Case> cases = {
      {"AKID/20261130/eu-west-2/dynamodb/aws4_request", "AKID", "eu-west-2", "dynamodb"},
      {"a-b_c/20261130/local/kinesis/aws4_request", "a-b_c", "local", "kinesis"},
      {"/20261130/fakeRegion/dynamodb/aws4_request", "", "fakeRegion", "dynamodb"},
      {"a/b/20261130/eu-west-2/dynamodb/aws4_request", "a/b", "eu-west-2", "dynamodb"},
      {"AKID%2F20261130%2Feu-west-2%2Fdynamodb%2Faws4_request", "AKID", "eu-west-2", "dynamodb"},
      {"A%2b%zz%2F20261130%2feu-west-2%2Fdynamodb%2Faws4_request", "A+%zz", "eu-west-2",
       "dynamodb"},
      {"AKID", "AKID", "us-east-1", "dynamodb"},
      {"AKID/20261130/eu-west-2", "AKID", "us-east-1", "dynamodb"},
      {"AKID/20261130//dynamodb/aws4_request", "AKID", "us-east-1", "dynamodb"},
      {"AKID/20261130/a\"b/dynamodb/aws4_request", "AKID", "us-east-1", "dynamodb"},
      {"", "", "us-east-1", "dynamodb"},
  };
  for (const Case& each : cases) {
    const std::string header =
        "AWS4-HMAC-SHA256 Credential=" + std::string(each.credential) + ", SignedHeaders=host";
    const std::string query = "X-Amz-Algorithm=x&X-Amz-Credential=" + std::string(each.credential);
    ApiRequest request;
    if (each.credential.find('%') == std::string_view::npos) {
      request.authorization = header;
    } else {
      request.query = query;
    }
    const Scope scope = parse_scope(request);
    EXPECT_EQ(scope.access_key, each.access_key) << each.credential;
    EXPECT_EQ(scope.region, each.region) << each.credential;
    EXPECT_EQ(scope.service, each.service) << each.credential;
  }
}

TEST(ParseScope, HasDefaultsWithoutCredentials) {
  const Scope scope = parse_scope(ApiRequest());
  EXPECT_EQ(scope.access_key, "");
  EXPECT_EQ(scope.region, "us-east-1");
  EXPECT_EQ(scope.service, "dynamodb");
}

}  // namespace
}  // namespace stator::server
