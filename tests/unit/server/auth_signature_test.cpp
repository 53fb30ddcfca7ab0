// Signature Version 4 against the signatures that AWS has published: the worked example of its
// documentation, and requests of its test suite (key AKIDEXAMPLE, 30 August 2015).
#include "server/auth/signature.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/auth/percent.h"
#include "server/auth/signing_keys.h"

namespace stator::server {
namespace {

using Header = SignedRequest::Header;

constexpr std::string_view kSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr std::string_view kTime = "20150830T123600Z";
constexpr std::string_view kScope = "20150830/us-east-1/service/aws4_request";
constexpr std::string_view kVanilla =
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";

std::string signature_of_request(const SignedRequest& request, std::string_view signed_headers) {
  const Sha256 key = signing_key(kSecret, "20150830", "us-east-1", "service");
  const std::string canonical = canonical_request(request, signed_headers);
  return signature_of(key, string_to_sign(kTime, kScope, canonical));
}

TEST(Signature, HashesAndKeysAreThoseOfTheDocumentation) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(signing_key(kSecret, "20150830", "us-east-1", "iam")),
            "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
}

TEST(Signature, IsThatOfTheDocumentedExample) {
  const SignedRequest request{
      "GET",
      "/",
      "Action=ListUsers&Version=2010-05-08",
      {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"},
       {"Host", "iam.amazonaws.com"},
       {"X-Amz-Date", std::string(kTime)}},
      to_hex(sha256(""))};
  const std::string canonical = canonical_request(request, "content-type;host;x-amz-date");
  const std::string text = string_to_sign(kTime, "20150830/us-east-1/iam/aws4_request", canonical);
  EXPECT_EQ(text,
            "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/iam/aws4_request\n"
            "f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59");
  EXPECT_EQ(signature_of(signing_key(kSecret, "20150830", "us-east-1", "iam"), text),
            "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
}

TEST(Signature, IsThatOfTheTestSuite) {
  struct Case {
    std::string_view title;
    std::string path;
    std::string query;
    std::vector<Header> headers;  // beside Host and X-Amz-Date
    std::string signed_headers;
    std::string_view signature;
  };
  const std::string plain = "host;x-amz-date";
  const std::string unreserved =
      "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const std::vector<Case> cases = {
      {"get-vanilla", "/", "", {}, plain, kVanilla},
      {"get-vanilla-query-order", "/", "Param2=value2&Param1=value1", {}, plain,
       "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
      {"get-vanilla-query-unreserved", "/", unreserved + "=" + unreserved, {}, plain,
       "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
      {"get-relative-relative", "/example1/example2/../..", "", {}, plain, kVanilla},
      {"get-slash-dot-slash", "/./", "", {}, plain, kVanilla},
      {"get-slashes", "//example//", "", {}, plain,
       "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"},
      {"an escape in the path is escaped again", "/example%20space/", "", {}, plain,
       "446b817944c553435b35e813c261ff4e161fff982d1bacdef1c87f6785dd1662"},
      {"get-header-value-trim", "/", "",
       {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
       "host;my-header1;my-header2;x-amz-date",
       "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
  };
  for (const Case& each : cases) {
    std::vector<Header> headers = {{"Host", "example.amazonaws.com"},
                                   {"X-Amz-Date", std::string(kTime)}};
    headers.insert(headers.end(), each.headers.begin(), each.headers.end());
    EXPECT_EQ(signature_of_request({"GET", each.path, each.query, headers, to_hex(sha256(""))},
                                   each.signed_headers),
              each.signature)
        << each.title;
  }
}

TEST(Signature, JoinsHeadersOfTheSameName) {
  const SignedRequest request{"GET", "/", "", {{"A", "x"}, {"b", "y"}, {"a", "  z  w"}}, ""};
  EXPECT_EQ(header_value(request, "a"), "x,z w");
  EXPECT_EQ(header_value(request, "c"), "");
}

TEST(Signature, CanonicalQueriesAreSortedAndEncodedAnew) {
  const SignedRequest request{"POST", "", "b=%2f&a=x+y&b=%2E&c&X-Amz-Signature=1", {}, "hash"};
  EXPECT_EQ(canonical_request(request, ""), "POST\n/\na=x%2By&b=%2F&b=.&c=\n\n\nhash");
}

TEST(Percent, RoundTrips) {
  const std::string text = "a/b c%~\xC3\xA9";
  EXPECT_EQ(encode_percent(text, KeepSlash::kNo), "a%2Fb%20c%25~%C3%A9");
  EXPECT_EQ(encode_percent(text, KeepSlash::kYes), "a/b%20c%25~%C3%A9");
  EXPECT_EQ(decode_percent(encode_percent(text, KeepSlash::kNo)), text);
  EXPECT_EQ(decode_percent("%4"), "%4");
}

TEST(SigningKeys, AreThoseOfTheirScope) {
  SigningKeys keys;
  const CredentialScope scope{"AKIDEXAMPLE", "20150830", "us-east-1", "service"};
  const Sha256 expected = signing_key(kSecret, "20150830", "us-east-1", "service");
  EXPECT_EQ(keys.key_for(scope, kSecret), expected);
  EXPECT_EQ(keys.key_for(scope, kSecret), expected);
  CredentialScope other = scope;
  for (int i = 0; i < 1000; ++i) {  // more than are kept
    const std::string region = "region-" + std::to_string(i);
    other.region = region;
    ASSERT_EQ(keys.key_for(other, kSecret), signing_key(kSecret, "20150830", region, "service"));
  }
  EXPECT_EQ(keys.key_for(scope, kSecret), expected);
}

}  // namespace
}  // namespace stator::server
