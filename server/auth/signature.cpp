#include "server/auth/signature.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "server/auth/ascii.h"
#include "server/auth/percent.h"

namespace stator::server {
namespace {

bool is_named(std::string_view name, std::string_view lower_name) {
  return std::equal(name.begin(), name.end(), lower_name.begin(), lower_name.end(),
                    [](char a, char b) { return ascii_lower(a) == b; });
}

std::string_view as_text(const Sha256& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

void append_collapsed(std::string_view value, std::string& out) {
  bool is_pending = false;
  const std::size_t start = out.size();
  for (const char c : value) {
    if (c == ' ' || c == '\t') {
      is_pending = out.size() > start;
      continue;
    }
    if (is_pending) out += ' ';
    is_pending = false;
    out += c;
  }
}

// "/a/./b/../c" is "/a/c"; empty segments go, a slash at the end stays.
std::string normalized_path(std::string_view path) {
  std::vector<std::string_view> segments;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view segment = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (!segment.empty() && segment != ".") {
      segments.push_back(segment);
    }
  }
  std::string result;
  for (const std::string_view segment : segments) result.append("/").append(segment);
  if (result.empty() || path.ends_with('/')) result += '/';
  return result;
}

// Sorted by name, then value, both encoded anew: clients need not send them so.
std::string canonical_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> parameters;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view parameter = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string_view name = parameter.substr(0, equals);
    if (parameter.empty() || name == "X-Amz-Signature") continue;  // it does not cover itself
    const std::string_view value = parameter.substr(std::min(equals + 1, parameter.size()));
    parameters.emplace_back(encode_percent(decode_percent(name), KeepSlash::kNo),
                            encode_percent(decode_percent(value), KeepSlash::kNo));
  }
  std::sort(parameters.begin(), parameters.end());
  std::string result;
  for (const auto& [name, value] : parameters) {
    if (!result.empty()) result += '&';
    result.append(name).append("=").append(value);
  }
  return result;
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  // Fetched once: looking an algorithm up takes longer than hashing a request.
  static const EVP_MD* const kSha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  Sha256 digest;
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, kSha256, nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot hash");
  }
  return digest;
}

Sha256 hmac_sha256(std::string_view key, std::string_view bytes) {
  Sha256 digest;
  unsigned size = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data(),
           &size) == nullptr) {
    throw std::runtime_error("OpenSSL cannot hash");
  }
  return digest;
}

std::string to_hex(const Sha256& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::string header_value(const SignedRequest& request, std::string_view name) {
  std::string value;
  bool is_first = true;
  for (const SignedRequest::Header& header : request.headers) {
    if (!is_named(header.name, name)) continue;
    if (!is_first) value += ',';
    is_first = false;
    append_collapsed(header.value, value);
  }
  return value;
}

std::string canonical_request(const SignedRequest& request, std::string_view signed_headers) {
  std::string text = request.method;
  text.append("\n")
      // Encoded once more than on the wire, as all services but S3 do.
      .append(encode_percent(normalized_path(request.path), KeepSlash::kYes))
      .append("\n")
      .append(canonical_query(request.query))
      .append("\n");
  for (std::string_view rest = signed_headers; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    text.append(name).append(":").append(header_value(request, name)).append("\n");
  }
  return text.append("\n").append(signed_headers).append("\n").append(request.payload_hash);
}

std::string string_to_sign(std::string_view time, std::string_view scope,
                           std::string_view canonical_request) {
  std::string text(kSignatureAlgorithm);
  return text.append("\n")
      .append(time)
      .append("\n")
      .append(scope)
      .append("\n")
      .append(to_hex(sha256(canonical_request)));
}

Sha256 signing_key(std::string_view secret_access_key, std::string_view date,
                   std::string_view region, std::string_view service) {
  std::string secret = "AWS4" + std::string(secret_access_key);
  Sha256 key = hmac_sha256(secret, date);
  OPENSSL_cleanse(secret.data(), secret.size());
  for (const std::string_view part : {region, service, kScopeTerminator}) {
    key = hmac_sha256(as_text(key), part);
  }
  return key;
}

std::string signature_of(const Sha256& signing_key, std::string_view string_to_sign) {
  return to_hex(hmac_sha256(as_text(signing_key), string_to_sign));
}

bool is_same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace stator::server
