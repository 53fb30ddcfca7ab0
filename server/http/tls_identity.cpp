#include "server/http/tls_identity.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <string_view>
#include <utility>

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "server/files.h"
#include "server/http/tls.h"

#include <unistd.h>

namespace stator::server::http {
namespace {

using Bio = std::unique_ptr<BIO, OpensslDeleter<&BIO_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, OpensslDeleter<&X509_EXTENSION_free>>;
using BigNumber = std::unique_ptr<BIGNUM, OpensslDeleter<&BN_free>>;

constexpr std::string_view kCommonName = "localhost";
constexpr std::chrono::days kValidBefore{1};  // for clients whose clock is late
constexpr std::chrono::days kValidFor{397};   // some clients take no longer ones
constexpr int kSerialBits = 126;              // positive, and at most 16 bytes
constexpr int kVersion3 = 2;                  // counted from 0

Bio view_of(const std::string& text) {
  Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (bio == nullptr) throw std::bad_alloc();
  return bio;
}

// OpenSSL would ask the terminal for the passphrase of an encrypted key.
int no_passphrase(char*, int, int, void*) { return -1; }

Certificate next_certificate(BIO* from) {
  return Certificate(PEM_read_bio_X509(from, nullptr, &no_passphrase, nullptr));
}

void read_certificates(const std::string& path, TlsIdentity& into) {
  const std::string text = read_small_file(path);
  const Bio bio = view_of(text);
  into.certificate = next_certificate(bio.get());
  if (into.certificate == nullptr) throw TlsError(path + " holds no certificate in PEM form");
  while (Certificate issuer = next_certificate(bio.get())) {
    into.chain.push_back(std::move(issuer));
  }
}

PrivateKey read_key(const std::string& path) {
  const std::string text = read_small_file(path);
  const Bio bio = view_of(text);
  PrivateKey key(PEM_read_bio_PrivateKey(bio.get(), nullptr, &no_passphrase, nullptr));
  if (key == nullptr) {
    const bool is_encrypted = text.find("ENCRYPTED") != std::string::npos;
    throw TlsError(path + (is_encrypted ? " is encrypted; a key without a passphrase is needed"
                                        : " holds no private key in PEM form"));
  }
  return key;
}

void require(bool done) {
  if (!done) throw TlsError("cannot make a certificate: OpenSSL has no memory or no randomness");
}

void set_times(X509* certificate, Timestamp now) {
  const auto to_time = [](Timestamp time) { return std::chrono::system_clock::to_time_t(time); };
  require(ASN1_TIME_set(X509_getm_notBefore(certificate), to_time(now - kValidBefore)) != nullptr);
  require(ASN1_TIME_set(X509_getm_notAfter(certificate), to_time(now + kValidFor)) != nullptr);
}

void set_random_serial(X509* certificate) {
  const BigNumber number(BN_new());
  require(number != nullptr &&
          BN_rand(number.get(), kSerialBits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1);
  require(BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr);
}

void set_names(X509* certificate) {
  X509_NAME* const name = X509_get_subject_name(certificate);
  const auto add = [&](const char* field, std::string_view text) {
    require(X509_NAME_add_entry_by_txt(name, field, MBSTRING_ASC,
                                       reinterpret_cast<const unsigned char*>(text.data()),
                                       static_cast<int>(text.size()), -1, 0) == 1);
  };
  add("O", "Stator");
  add("CN", kCommonName);
  require(X509_set_issuer_name(certificate, name) == 1);
}

// This machine's name as a further name, if it is one that a certificate may hold.
std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  const std::string text(name.data());
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '.';
  });
  return is_plain ? text : std::string();
}

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  require(extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1);
}

void add_extensions(X509* certificate) {
  std::string names = "DNS:localhost,DNS:*.localhost,IP:127.0.0.1,IP:::1";
  if (const std::string machine = machine_name(); !machine.empty()) names += ",DNS:" + machine;
  add_extension(certificate, NID_subject_alt_name, names);
  add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE");
  add_extension(certificate, NID_key_usage, "critical,digitalSignature");
  add_extension(certificate, NID_ext_key_usage, "serverAuth");
  add_extension(certificate, NID_subject_key_identifier, "hash");
}

}  // namespace

TlsIdentity load_identity(const std::string& certificate_path, const std::string& key_path) {
  TlsIdentity identity;
  read_certificates(certificate_path, identity);
  identity.key = read_key(key_path);
  ERR_clear_error();  // the end of the chain is one
  if (X509_check_private_key(identity.certificate.get(), identity.key.get()) != 1) {
    ERR_clear_error();
    throw TlsError("the private key in " + key_path + " does not belong to the certificate in " +
                   certificate_path);
  }
  return identity;
}

TlsIdentity make_identity(Timestamp now) {
  TlsIdentity identity;
  identity.key.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  identity.certificate.reset(X509_new());
  X509* const certificate = identity.certificate.get();
  require(identity.key != nullptr && certificate != nullptr);
  require(X509_set_version(certificate, kVersion3) == 1);
  set_random_serial(certificate);
  set_times(certificate, now);
  set_names(certificate);
  require(X509_set_pubkey(certificate, identity.key.get()) == 1);
  add_extensions(certificate);
  require(X509_sign(certificate, identity.key.get(), EVP_sha256()) > 0);
  return identity;
}

}  // namespace stator::server::http
