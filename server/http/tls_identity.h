// What a TLS server shows and how it proves that it is its own: a certificate and a private key,
// from files or made for the occasion. server/http/tls.h is the interface for others.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <openssl/evp.h>
#include <openssl/x509.h>

#include "model/clock.h"

namespace stator::server::http {

template <auto Free>
struct OpensslDeleter {
  template <class Object>
  void operator()(Object* object) const {
    Free(object);
  }
};

using Certificate = std::unique_ptr<X509, OpensslDeleter<&X509_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, OpensslDeleter<&EVP_PKEY_free>>;

struct TlsIdentity {
  Certificate certificate;
  std::vector<Certificate> chain;  // from the certificate's issuer upwards
  PrivateKey key;                  // belongs to the certificate
};

// From PEM files. Throws TlsError or FileError.
TlsIdentity load_identity(const std::string& certificate_path, const std::string& key_path);

// A new key on P-256 and a certificate signed with it. Throws TlsError if there is no randomness.
TlsIdentity make_identity(Timestamp now);

}  // namespace stator::server::http
