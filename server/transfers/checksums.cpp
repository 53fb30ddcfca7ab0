#include "server/transfers/checksums.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "server/wire/base64.h"

namespace stator::server {
namespace {

std::string md5(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_md5(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no MD5");
  }
  return {digest.begin(), digest.begin() + size};
}

}  // namespace

std::string md5_base64(std::string_view bytes) { return wire::encode_base64(md5(bytes)); }

// S3 takes the digest of the digests of all parts.
std::string etag(std::string_view bytes) {
  std::string text;
  for (const char byte : md5(md5(bytes))) {
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return text + "-1";
}

}  // namespace stator::server
