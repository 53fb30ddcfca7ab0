#include "server/http/tls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "server/http/tls_identity.h"

#include <sys/socket.h>
#include <sys/types.h>

namespace stator::server::http {
namespace {

// For TLS 1.2: forward secrecy and authenticated encryption. TLS 1.3 has nothing else.
constexpr const char* kCiphers12 = "ECDHE+AESGCM:ECDHE+CHACHA20";

constexpr std::uint64_t kOptions = SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                   SSL_OP_IGNORE_UNEXPECTED_EOF;

// Partial writes, since a session counts what was taken; moving buffers, since it may lengthen the
// data in between; and an idle connection keeps no buffers.
constexpr long kModes = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                        SSL_MODE_RELEASE_BUFFERS;

int clamped(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

std::string to_hex_pairs(const unsigned char* bytes, std::size_t count) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ':';
    text += kDigits[bytes[i] >> 4U];
    text += kDigits[bytes[i] & 15U];
  }
  return text;
}

// The settings; without a certificate yet.
SSL_CTX* make_context() {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  if (context == nullptr) throw TlsError("OpenSSL cannot be set up");
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context, kCiphers12);
  SSL_CTX_set_options(context, kOptions);
  SSL_CTX_set_mode(context, kModes);
  // Sessions resume by what the client keeps (a ticket), so that nothing grows here.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 1);
  return context;
}

void use(SSL_CTX* context, TlsIdentity identity, const std::string& what) {
  // OpenSSL refuses keys that are too short, and kinds that TLS cannot use.
  if (SSL_CTX_use_certificate(context, identity.certificate.get()) != 1 ||
      SSL_CTX_use_PrivateKey(context, identity.key.get()) != 1) {
    ERR_clear_error();
    throw TlsError(what + " cannot serve TLS: its key is too short or of the wrong kind");
  }
  for (Certificate& issuer : identity.chain) {
    if (SSL_CTX_add0_chain_cert(context, issuer.get()) != 1) throw std::bad_alloc();
    static_cast<void>(issuer.release());  // the context owns it now
  }
}

}  // namespace

// OpenSSL's view of a socket. Its own one comes with name resolution and more that nobody needs.
struct SocketBio {
  using Socket = TlsConnection::Socket;

  static Socket& socket_of(BIO* bio) { return *static_cast<Socket*>(BIO_get_data(bio)); }

  static bool may_try_again() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

  static int read(BIO* bio, char* to, int bytes) {
    BIO_clear_retry_flags(bio);
    Socket& socket = socket_of(bio);
    const ssize_t result = ::recv(socket.descriptor, to, static_cast<std::size_t>(bytes), 0);
    if (result == 0) socket.has_ended = true;
    if (result < 0 && may_try_again()) BIO_set_retry_read(bio);
    return static_cast<int>(result);
  }

  static int write(BIO* bio, const char* from, int bytes) {
    BIO_clear_retry_flags(bio);
    const ssize_t result = ::send(socket_of(bio).descriptor, from, static_cast<std::size_t>(bytes),
                                  MSG_NOSIGNAL);
    if (result < 0 && may_try_again()) BIO_set_retry_write(bio);
    return static_cast<int>(result);
  }

  static long control(BIO* bio, int command, long, void*) {
    switch (command) {
      case BIO_CTRL_FLUSH:
        return 1;
      case BIO_CTRL_EOF:
        return socket_of(bio).has_ended ? 1 : 0;
      default:
        return 0;
    }
  }

  static int create(BIO* bio) {
    BIO_set_init(bio, 1);
    return 1;
  }

  // Lives as long as the process.
  static const BIO_METHOD* method() {
    static const BIO_METHOD* const kMethod = [] {
      BIO_METHOD* const made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
      if (made == nullptr) throw std::bad_alloc();
      BIO_meth_set_read(made, &read);
      BIO_meth_set_write(made, &write);
      BIO_meth_set_ctrl(made, &control);
      BIO_meth_set_create(made, &create);
      return made;
    }();
    return kMethod;
  }
};

TlsContext::TlsContext() : context_(make_context()) {}

void TlsContext::Deleter::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

TlsContext TlsContext::from_files(const std::string& certificate_path,
                                  const std::string& key_path) {
  TlsContext context;
  use(context.context_.get(), load_identity(certificate_path, key_path), certificate_path);
  return context;
}

TlsContext TlsContext::self_signed(Timestamp now) {
  TlsContext context;
  use(context.context_.get(), make_identity(now), "the certificate");
  return context;
}

std::string TlsContext::fingerprint() const {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned bytes = 0;
  X509_digest(SSL_CTX_get0_certificate(context_.get()), EVP_sha256(), digest.data(), &bytes);
  return to_hex_pairs(digest.data(), bytes);
}

TlsConnection::TlsConnection(const TlsContext& context, int socket)
    : socket_{socket}, connection_(SSL_new(context.context_.get())) {
  BIO* const bio = connection_ == nullptr ? nullptr : BIO_new(SocketBio::method());
  if (bio == nullptr) throw std::bad_alloc();
  BIO_set_data(bio, &socket_);
  SSL_set_bio(connection_.get(), bio, bio);  // owns it from here on
  SSL_set_accept_state(connection_.get());
}

TlsConnection::~TlsConnection() = default;

void TlsConnection::Deleter::operator()(ssl_st* connection) const { SSL_free(connection); }

TlsStep TlsConnection::shake_hands() {
  ERR_clear_error();
  const int result = SSL_do_handshake(connection_.get());
  return result == 1 ? TlsStep::kDone : step_after(result);
}

TlsProgress TlsConnection::read(boost::asio::mutable_buffer to) {
  ERR_clear_error();
  const int result = SSL_read(connection_.get(), to.data(), clamped(to.size()));
  if (result > 0) return {TlsStep::kDone, static_cast<std::size_t>(result)};
  return {step_after(result)};
}

TlsProgress TlsConnection::write(boost::asio::const_buffer from) {
  ERR_clear_error();
  const int result = SSL_write(connection_.get(), from.data(), clamped(from.size()));
  if (result > 0) return {TlsStep::kDone, static_cast<std::size_t>(result)};
  return {step_after(result)};
}

void TlsConnection::end() {
  ERR_clear_error();
  SSL_shutdown(connection_.get());
}

// The errors of a thread are one list; it is emptied before each call, or this would read the
// error of another connection.
TlsStep TlsConnection::step_after(int result) const {
  switch (SSL_get_error(connection_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      return TlsStep::kWantsToRead;
    case SSL_ERROR_WANT_WRITE:
      return TlsStep::kWantsToWrite;
    case SSL_ERROR_ZERO_RETURN:
      return TlsStep::kEnded;
    default:
      return TlsStep::kFailed;
  }
}

}  // namespace stator::server::http
