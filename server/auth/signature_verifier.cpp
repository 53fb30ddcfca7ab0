#include "server/auth/signature_verifier.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "model/clock.h"
#include "server/auth/ascii.h"
#include "server/dispatcher.h"

namespace stator::server {
namespace {

using Seconds = std::chrono::seconds;
using Time = std::chrono::sys_seconds;

constexpr std::string_view kIncomplete = "IncompleteSignatureException";
constexpr std::string_view kInvalid = "InvalidSignatureException";
constexpr std::string_view kUnrecognized = "UnrecognizedClientException";

constexpr Seconds kSkewMax = std::chrono::minutes(15);
constexpr Seconds kExpiresMax = std::chrono::days(7);

// The SDKs sign calls of both APIs for "dynamodb"; the other names are those of the endpoint.
constexpr std::array<std::string_view, 3> kServices = {"dynamodb", "dynamodbstreams",
                                                       "streams.dynamodb"};

constexpr std::size_t kCredentialElements = 5;

// YYYYMMDDTHHMMSSZ.
constexpr std::string_view kTimeForm = "00000000T000000Z";

std::optional<Time> parse_time(std::string_view text) {
  const auto fits = [](char c, char form) {
    return form == '0' ? c >= '0' && c <= '9' : c == form;
  };
  if (!std::equal(text.begin(), text.end(), kTimeForm.begin(), kTimeForm.end(), fits)) {
    return std::nullopt;
  }
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    std::from_chars(text.data() + at, text.data() + at + digits, value);
    return value;
  };
  const std::chrono::year_month_day date(
      std::chrono::year(number(0, 4)), std::chrono::month(static_cast<unsigned>(number(4, 2))),
      std::chrono::day(static_cast<unsigned>(number(6, 2))));
  if (!date.ok() || number(9, 2) > 23 || number(11, 2) > 59 || number(13, 2) > 60) {
    return std::nullopt;
  }
  return std::chrono::sys_days(date) + std::chrono::hours(number(9, 2)) +
         std::chrono::minutes(number(11, 2)) + Seconds(number(13, 2));
}

std::string format_time(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

// The credential's elements, or nothing if there are not five of them.
std::optional<std::array<std::string_view, kCredentialElements>> split_credential(
    std::string_view credential) {
  std::array<std::string_view, kCredentialElements> elements;
  const auto slashes = std::count(credential.begin(), credential.end(), '/');
  if (static_cast<std::size_t>(slashes) + 1 != kCredentialElements) return std::nullopt;
  for (std::string_view& element : elements) {
    const std::size_t slash = std::min(credential.find('/'), credential.size());
    element = credential.substr(0, slash);
    credential.remove_prefix(std::min(slash + 1, credential.size()));
  }
  return elements;
}

bool lists_header(std::string_view signed_headers, std::string_view name) {
  for (std::string_view rest = signed_headers; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// The host, and whatever of AWS's own the request has: else a signature could be used for another
// operation.
std::optional<AuthFault> check_signed_headers(const SignatureClaim& claim,
                                              const SignedRequest& request) {
  constexpr std::string_view kText = "'{}' must be a 'SignedHeader' in the AWS Authorization.";
  if (!lists_header(claim.signed_headers, "host")) {
    return AuthFault{kInvalid, fmt::format(kText, "Host")};
  }
  for (const SignedRequest::Header& header : request.headers) {
    const std::string name = ascii_lower(header.name);
    if (name.starts_with("x-amz-") && !lists_header(claim.signed_headers, name)) {
      return AuthFault{kInvalid, fmt::format(kText, header.name)};
    }
  }
  return std::nullopt;
}

// All of its faults in one text, as the service has them.
std::optional<AuthFault> check_scope(const CredentialScope& scope, std::string_view terminator,
                                     std::string_view time) {
  std::string text;
  if (!is_scope_name(scope.region)) {
    text += fmt::format("Credential should be scoped to a valid region, not '{}'. ", scope.region);
  }
  if (std::find(kServices.begin(), kServices.end(), scope.service) == kServices.end()) {
    text += "Credential should be scoped to correct service: 'dynamodb'. ";
  }
  if (terminator != kScopeTerminator) {
    text += fmt::format(
        "Credential should be scoped with a valid terminator: 'aws4_request', not '{}'. ",
        terminator);
  }
  if (const std::string_view day = time.substr(0, time.find('T')); scope.date != day) {
    text += fmt::format(
        "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
        "'{}' != '{}', from '{}'.",
        scope.date, day, time);
  }
  if (text.empty()) return std::nullopt;
  return AuthFault{kInvalid, std::move(text)};
}

// For how long a request is good: presigned ones say so, others may be as late as clocks differ.
std::optional<Seconds> lifetime_of(const SignatureClaim& claim) {
  if (claim.expires.empty()) return kSkewMax;
  long count = 0;
  const char* const end = claim.expires.data() + claim.expires.size();
  const auto [stop, error] = std::from_chars(claim.expires.data(), end, count);
  const Seconds seconds(count);
  if (error != std::errc() || stop != end || seconds < Seconds(1) || seconds > kExpiresMax) {
    return std::nullopt;
  }
  return seconds;
}

std::string describe(Seconds seconds) {
  return seconds % std::chrono::minutes(1) == Seconds(0)
             ? fmt::format("{} min.", seconds / std::chrono::minutes(1))
             : fmt::format("{} sec.", seconds.count());
}

std::optional<AuthFault> check_time(const SignatureClaim& claim, Time time, Time now) {
  const std::optional<Seconds> lifetime = lifetime_of(claim);
  if (!lifetime) {
    return AuthFault{kIncomplete,
                     fmt::format("X-Amz-Expires must be a number of seconds from 1 to {}. "
                                 "Got '{}'.",
                                 kExpiresMax.count(), claim.expires)};
  }
  if (time < now - *lifetime) {
    return AuthFault{kInvalid, fmt::format("Signature expired: {} is now earlier than {} ({} - {})",
                                           claim.time, format_time(now - *lifetime),
                                           format_time(now), describe(*lifetime))};
  }
  if (time > now + kSkewMax) {
    return AuthFault{kInvalid,
                     fmt::format("Signature not yet current: {} is still later than {} ({} + {})",
                                 claim.time, format_time(now + kSkewMax), format_time(now),
                                 describe(kSkewMax))};
  }
  return std::nullopt;
}

}  // namespace

SignatureVerifier::SignatureVerifier(CredentialStore credentials, const Clock& clock)
    : credentials_(std::move(credentials)), clock_(clock) {}

std::optional<AuthFault> SignatureVerifier::verify(const ApiRequest& request) {
  const SignatureClaim claim = read_claim(request);
  if (claim.algorithm != kSignatureAlgorithm) {
    return AuthFault{kIncomplete,
                     fmt::format("Unsupported AWS 'algorithm': '{}' (only {} for now). ",
                                 claim.algorithm, kSignatureAlgorithm)};
  }
  const auto elements = split_credential(claim.credential);
  if (!elements) {
    return AuthFault{kIncomplete,
                     fmt::format("Credential must have exactly 5 slash-delimited elements, e.g. "
                                 "keyid/date/region/service/term, got '{}'",
                                 claim.credential)};
  }
  const auto& [access_key_id, date, region, service, terminator] = *elements;
  const CredentialScope scope{access_key_id, date, region, service};
  const std::optional<Time> time = parse_time(claim.time);
  if (!time) {
    return AuthFault{kIncomplete,
                     fmt::format("Date must be in ISO-8601 'basic format'. Got '{}'. See "
                                 "http://en.wikipedia.org/wiki/ISO_8601",
                                 claim.time)};
  }
  if (auto fault = check_signed_headers(claim, *request.signed_request)) return fault;
  if (auto fault = check_scope(scope, terminator, claim.time)) return fault;
  const Time now = std::chrono::floor<Seconds>(clock_.now());
  if (auto fault = check_time(claim, *time, now)) return fault;
  return check_key(claim, scope, *request.signed_request);
}

std::optional<AuthFault> SignatureVerifier::check_key(const SignatureClaim& claim,
                                                      const CredentialScope& scope,
                                                      const SignedRequest& request) {
  const Credentials* const credentials = credentials_.find(scope.access_key_id);
  if (credentials == nullptr) {
    return AuthFault{kUnrecognized, "The security token included in the request is invalid."};
  }
  if (!is_same_secret(claim.session_token, credentials->session_token)) {
    return AuthFault{kUnrecognized, "The security token included in the request is invalid"};
  }
  const std::string scope_text = fmt::format("{}/{}/{}/{}", scope.date, scope.region,
                                             scope.service, kScopeTerminator);
  const std::string text = string_to_sign(claim.time, scope_text,
                                          canonical_request(request, claim.signed_headers));
  const Sha256 key = keys_.key_for(scope, credentials->secret_access_key);
  if (!is_same_secret(claim.signature, signature_of(key, text))) {
    return AuthFault{kInvalid,
                     "The request signature we calculated does not match the signature you "
                     "provided. Check your AWS Secret Access Key and signing method. Consult the "
                     "service documentation for details."};
  }
  return std::nullopt;
}

}  // namespace stator::server
