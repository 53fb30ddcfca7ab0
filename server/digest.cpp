#include "server/digest.h"

#include <openssl/evp.h>

namespace stator::server {

std::string sha256(std::string_view bytes) {
  std::string digest(32, '\0');
  std::size_t size = digest.size();
  EVP_Q_digest(nullptr, "SHA256", nullptr, bytes.data(), bytes.size(),
               reinterpret_cast<unsigned char*>(digest.data()), &size);
  return digest;
}

}  // namespace stator::server
