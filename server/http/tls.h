// TLS 1.2 and 1.3 for the server's connections, over OpenSSL: what they share (certificate, key,
// settings), and the state of one of them. Nothing here waits: a step that cannot go on says what
// for, and client_stream.h waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <boost/asio/buffer.hpp>

#include "model/clock.h"

// OpenSSL's types, so that whoever includes this need not see its headers.
struct ssl_ctx_st;
struct ssl_st;

namespace stator::server::http {

// The certificate or its key cannot be used; the message says why in one line, and holds nothing
// of what is in the files.
class TlsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Immutable; safe from any thread. Must outlive its connections.
class TlsContext {
 public:
  // PEM files: the certificate with those that lead to its root, and its private key, which must
  // not be encrypted. Both may be in one file. Throws TlsError.
  static TlsContext from_files(const std::string& certificate_path, const std::string& key_path);

  // A certificate made for this process, with a key that exists nowhere else. It names localhost,
  // the loopback addresses and this machine, and holds for about a year from `now`.
  static TlsContext self_signed(Timestamp now);

  // SHA-256 of the certificate, as OpenSSL and browsers write it: "AB:CD:...".
  std::string fingerprint() const;

 private:
  friend class TlsConnection;
  struct Deleter {
    void operator()(ssl_ctx_st* context) const;
  };

  TlsContext();

  std::unique_ptr<ssl_ctx_st, Deleter> context_;
};

enum class TlsStep : std::uint8_t {
  kDone,
  kWantsToRead,   // again once the socket can be read
  kWantsToWrite,  // again, with the same data, once it can be written
  kEnded,         // the client has ended the connection
  kFailed,        // not TLS as we speak it, or the socket failed
};

struct TlsProgress {
  TlsStep step;
  std::size_t bytes = 0;  // read or written; more than 0 if done
};

// Not thread-safe; belongs to the thread of its socket.
class TlsConnection {
 public:
  // `socket` is a connected socket in non-blocking mode; it stays the caller's.
  TlsConnection(const TlsContext& context, int socket);
  ~TlsConnection();
  TlsConnection(const TlsConnection&) = delete;
  TlsConnection& operator=(const TlsConnection&) = delete;

  TlsStep shake_hands();
  // Buffers hold at least one byte.
  TlsProgress read(boost::asio::mutable_buffer to);
  TlsProgress write(boost::asio::const_buffer from);
  // Tells the client that nothing follows, if the socket takes that at once.
  void end();

 private:
  struct Socket {
    int descriptor;
    bool has_ended = false;
  };
  struct Deleter {
    void operator()(ssl_st* connection) const;
  };
  friend struct SocketBio;

  TlsStep step_after(int result) const;

  Socket socket_;
  std::unique_ptr<ssl_st, Deleter> connection_;
};

// Whether a connection that starts with this byte speaks TLS: the type of a handshake record, which
// no HTTP method begins with.
constexpr bool is_tls_start(unsigned char first_byte) { return first_byte == 0x16; }

}  // namespace stator::server::http
