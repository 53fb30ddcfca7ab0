// Signature Version 4: what a signature is made of, step by step as AWS describes it
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
// Pure functions, safe from any thread; signing_keys.h keeps what is worth keeping.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stator::server {

inline constexpr std::string_view kSignatureAlgorithm = "AWS4-HMAC-SHA256";
inline constexpr std::string_view kScopeTerminator = "aws4_request";

using Sha256 = std::array<unsigned char, 32>;

Sha256 sha256(std::string_view bytes);
Sha256 hmac_sha256(std::string_view key, std::string_view bytes);
std::string to_hex(const Sha256& digest);  // lower case

// What a signature covers, as it came over the wire.
struct SignedRequest {
  struct Header {
    std::string name;  // in the client's spelling
    std::string value;
  };

  std::string method;
  std::string path;   // still percent-encoded, without the query
  std::string query;  // without '?'
  std::vector<Header> headers;
  std::string payload_hash;  // SHA-256 of the body as sent, in hexadecimal
};

// `signed_headers` as the client lists them: "host;x-amz-date".
std::string canonical_request(const SignedRequest& request, std::string_view signed_headers);

// `time` is the request's: YYYYMMDDTHHMMSSZ. `scope` is date/region/service/aws4_request.
std::string string_to_sign(std::string_view time, std::string_view scope,
                           std::string_view canonical_request);

Sha256 signing_key(std::string_view secret_access_key, std::string_view date,
                   std::string_view region, std::string_view service);

// In hexadecimal.
std::string signature_of(const Sha256& signing_key, std::string_view string_to_sign);

// The value of a header, blanks around it removed and runs of blanks made one; several of the same
// name joined by commas, as they are signed. Empty when there is none. `name` is in lower case.
std::string header_value(const SignedRequest& request, std::string_view name);

// Takes the same time wherever they differ. Only their lengths may leak.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace stator::server
