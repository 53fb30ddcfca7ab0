// Which faults of a signed request are found, and which of several is reported.
#include "server/auth/signature_verifier.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/auth/percent.h"
#include "server/dispatcher.h"
#include "tests/unit/server/http_fakes.h"

namespace stator::server {
namespace {

constexpr std::string_view kIncomplete = "IncompleteSignatureException";
constexpr std::string_view kInvalid = "InvalidSignatureException";
constexpr std::string_view kUnrecognized = "UnrecognizedClientException";
constexpr std::string_view kMismatch =
    "The request signature we calculated does not match the signature you provided. Check your AWS "
    "Secret Access Key and signing method. Consult the service documentation for details.";

// A request and how it is signed; what is wrong with it is changed before signing or after.
struct Signed {
  std::string algorithm = "AWS4-HMAC-SHA256";
  std::string key_id = "AKIDEXAMPLE";
  std::string secret = "secret";
  std::string date = "20150830";
  std::string region = "us-east-1";
  std::string service = "dynamodb";
  std::string terminator = "aws4_request";
  std::string time = "20150830T123600Z";
  std::string signed_headers = "host;x-amz-date;x-amz-target";
  std::optional<std::string> credential = {};  // instead of the elements above
  std::optional<std::string> signature = {};   // instead of the right one
  std::vector<SignedRequest::Header> headers = {
      {"Host", "localhost:8000"}, {"X-Amz-Target", "DynamoDB_20120810.ListTables"}};
  std::string body = "{}";
  std::string sent_body = "{}";  // if it was changed on the way
};

class Verifier {
 public:
  std::string fault_of_header(Signed given) {
    given.headers.push_back({"X-Amz-Date", given.time});
    SignedRequest covered{"POST", "/", "", given.headers, to_hex(sha256(given.body))};
    const std::string header = given.algorithm + " Credential=" + credential_of(given) +
                               ", SignedHeaders=" + given.signed_headers +
                               ", Signature=" + sign(given, covered);
    covered.payload_hash = to_hex(sha256(given.sent_body));
    ApiRequest request;
    request.authorization = header;
    return described(request, covered);
  }

  std::string fault_of_query(Signed given, const std::string& expires) {
    const auto encoded = [](std::string_view text) { return encode_percent(text, KeepSlash::kNo); };
    const std::string query = "X-Amz-Algorithm=" + given.algorithm +
                              "&X-Amz-Credential=" + encoded(credential_of(given)) +
                              "&X-Amz-Date=" + given.time + "&X-Amz-Expires=" + expires +
                              "&X-Amz-SignedHeaders=" + encoded(given.signed_headers);
    SignedRequest covered{"POST", "/", query, given.headers, to_hex(sha256(given.body))};
    covered.query += "&X-Amz-Signature=" + sign(given, covered);
    ApiRequest request;
    request.query = covered.query;
    return described(request, covered);
  }

  void advance(std::chrono::milliseconds by) { clock_.time += by; }

 private:
  static std::string scope_of(const Signed& given) {
    return given.date + "/" + given.region + "/" + given.service + "/" + given.terminator;
  }

  static std::string credential_of(const Signed& given) {
    return given.credential.value_or(given.key_id + "/" + scope_of(given));
  }

  static std::string sign(const Signed& given, const SignedRequest& covered) {
    if (given.signature) return *given.signature;
    const Sha256 key = signing_key(given.secret, given.date, given.region, given.service);
    return signature_of(key, string_to_sign(given.time, scope_of(given),
                                            canonical_request(covered, given.signed_headers)));
  }

  std::string described(ApiRequest& request, const SignedRequest& covered) {
    request.signed_request = &covered;
    const std::optional<AuthFault> fault = verifier_.verify(request);
    return fault ? std::string(fault->code) + " " + fault->message : "";
  }

  static Timestamp start() {
    // A moment after the time that requests have.
    return std::chrono::sys_days(std::chrono::August / 30 / 2015) + std::chrono::hours(12) +
           std::chrono::minutes(36) + std::chrono::milliseconds(500);
  }

  http::testing::FixedClock clock_ = [] {
    http::testing::FixedClock clock;
    clock.time = start();
    return clock;
  }();
  SignatureVerifier verifier_{
      CredentialStore::parse("[default]\naws_access_key_id = AKIDEXAMPLE\n"
                             "aws_secret_access_key = secret\n"
                             "[temporary]\naws_access_key_id = ASIA\n"
                             "aws_secret_access_key = secret\naws_session_token = token\n",
                             "file"),
      clock_};
};

std::string fault(std::string_view code, std::string_view message) {
  return std::string(code) + " " + std::string(message);
}

TEST(SignatureVerifier, AcceptsWhatIsSignedRight) {
  Verifier verifier;
  EXPECT_EQ(verifier.fault_of_header({}), "");
  EXPECT_EQ(verifier.fault_of_header({.region = "local"}), "");
  EXPECT_EQ(verifier.fault_of_header({.service = "dynamodbstreams"}), "");
  Signed temporary{.key_id = "ASIA"};
  temporary.headers.push_back({"X-Amz-Security-Token", "token"});
  temporary.signed_headers = "host;x-amz-date;x-amz-security-token;x-amz-target";
  EXPECT_EQ(verifier.fault_of_header(temporary), "");
  EXPECT_EQ(verifier.fault_of_query({.signed_headers = "host;x-amz-target"}, "60"), "");
}

TEST(SignatureVerifier, ReportsItsFaultsInOrder) {
  struct Case {
    std::function<void(Signed&)> spoil;
    std::string expected;
  };
  // Each is spoiled on top of those below it: so the fault of a row wins over all that follow.
  const std::vector<Case> cases = {
      {[](Signed& s) { s.algorithm = "AWS4-HMAC-SHA1"; },
       fault(kIncomplete,
             "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA1' (only AWS4-HMAC-SHA256 for now). ")},
      {[](Signed& s) { s.credential = "a/b/c"; },
       fault(kIncomplete,
             "Credential must have exactly 5 slash-delimited elements, e.g. "
             "keyid/date/region/service/term, got 'a/b/c'")},
      {[](Signed& s) { s.time = "2015-08-30T12:36:00Z"; },
       fault(kIncomplete,
             "Date must be in ISO-8601 'basic format'. Got '2015-08-30T12:36:00Z'. See "
             "http://en.wikipedia.org/wiki/ISO_8601")},
      {[](Signed& s) { s.signed_headers = "x-amz-date"; },
       fault(kInvalid, "'Host' must be a 'SignedHeader' in the AWS Authorization.")},
      {[](Signed& s) { s.signed_headers = "host;x-amz-date"; },
       fault(kInvalid, "'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.")},
      {[](Signed& s) {
         s.region = "";
         s.service = "s3";
         s.terminator = "aws5";
         s.date = "20150829";
       },
       fault(kInvalid,
             "Credential should be scoped to a valid region, not ''. "
             "Credential should be scoped to correct service: 'dynamodb'. "
             "Credential should be scoped with a valid terminator: "
             "'aws4_request', not 'aws5'. Date in Credential scope does not match YYYYMMDD from "
             "ISO-8601 version of date from HTTP: '20150829' != '20150830', from "
             "'20150830T122059Z'.")},
      {[](Signed& s) { s.time = "20150830T122059Z"; },
       fault(kInvalid,
             "Signature expired: 20150830T122059Z is now earlier than 20150830T122100Z "
             "(20150830T123600Z - 15 min.)")},
      {[](Signed& s) { s.key_id = "AKIA"; },
       fault(kUnrecognized, "The security token included in the request is invalid.")},
      {[](Signed& s) { s.key_id = "ASIA"; },
       fault(kUnrecognized, "The security token included in the request is invalid")},
      {[](Signed& s) { s.secret = "wrong"; }, fault(kInvalid, kMismatch)},
  };
  Verifier verifier;
  Signed given;
  for (auto each = cases.rbegin(); each != cases.rend(); ++each) {
    each->spoil(given);
    EXPECT_EQ(verifier.fault_of_header(given), each->expected);
  }
}

TEST(SignatureVerifier, NoticesWhateverWasChanged) {
  Verifier verifier;
  const std::string mismatch = fault(kInvalid, kMismatch);
  EXPECT_EQ(verifier.fault_of_header({.sent_body = "{ }"}), mismatch);
  EXPECT_EQ(verifier.fault_of_header({.signature = std::string(64, '0')}), mismatch);
  EXPECT_EQ(verifier.fault_of_header({.signature = "0"}), mismatch);
  EXPECT_EQ(verifier.fault_of_query(
                {.signed_headers = "host;x-amz-target", .signature = std::string(64, 'f')}, "60"),
            mismatch);
}

TEST(SignatureVerifier, WantsTheTokenOfATemporaryKeyOnly) {
  const std::string invalid =
      fault(kUnrecognized, "The security token included in the request is invalid");
  Verifier verifier;
  Signed given;
  given.headers.push_back({"X-Amz-Security-Token", "other"});
  given.signed_headers = "host;x-amz-date;x-amz-security-token;x-amz-target";
  EXPECT_EQ(verifier.fault_of_header(given), invalid);  // a long-term key has none
  given.key_id = "ASIA";
  EXPECT_EQ(verifier.fault_of_header(given), invalid);
}

TEST(SignatureVerifier, FollowsTheClock) {
  using std::chrono::minutes;
  using std::chrono::seconds;
  Verifier verifier;
  verifier.advance(minutes(15));
  EXPECT_EQ(verifier.fault_of_header({}), "");
  verifier.advance(seconds(1));
  EXPECT_NE(verifier.fault_of_header({}).find("Signature expired: "), std::string::npos);
  verifier.advance(-seconds(1) - minutes(30));
  EXPECT_EQ(verifier.fault_of_header({}), "");
  verifier.advance(-seconds(1));
  EXPECT_EQ(verifier.fault_of_header({}),
            fault(kInvalid,
                  "Signature not yet current: 20150830T123600Z is still later than "
                  "20150830T123559Z (20150830T122059Z + 15 min.)"));
}

TEST(SignatureVerifier, PresignedRequestsSayHowLongTheyHold) {
  using std::chrono::seconds;
  const Signed given{.signed_headers = "host;x-amz-target"};
  Verifier verifier;
  verifier.advance(seconds(20));
  EXPECT_EQ(verifier.fault_of_query(given, "20"), "");
  EXPECT_EQ(verifier.fault_of_query(given, "19"),
            fault(kInvalid,
                  "Signature expired: 20150830T123600Z is now earlier than 20150830T123601Z "
                  "(20150830T123620Z - 19 sec.)"));
  for (const std::string expires : {"0", "604801", "x", "-1", "1x"}) {
    EXPECT_EQ(verifier.fault_of_query(given, expires),
              fault(kIncomplete, fmt::format("X-Amz-Expires must be a number of seconds from 1 to "
                                             "604800. Got '{}'.",
                                             expires)));
  }
}

TEST(SignatureVerifier, ReadsTimesExactly) {
  Verifier verifier;
  for (const std::string time : {"20150230T123600Z", "20151330T123600Z", "20150830T243600Z",
                                 "20150830T126000Z", "20150830T123661Z", "20150830T123600",
                                 "20150830T123600Z0", "20150830 123600Z", ""}) {
    EXPECT_EQ(verifier.fault_of_header({.time = time}),
              fault(kIncomplete, "Date must be in ISO-8601 'basic format'. Got '" + time +
                                     "'. See http://en.wikipedia.org/wiki/ISO_8601"));
  }
}

}  // namespace
}  // namespace stator::server
