// A client's connection, of Asio's kind of stream, that speaks TLS if the client does.
//
// Without a TlsContext it is its socket. With one, what the client speaks shows in the first byte
// that it sends: a TLS handshake starts with one that no HTTP method starts with. So both are
// served on one port.
//
// Thread safety: none; a stream belongs to the thread of its executor. It must stay where it is
// while an operation waits.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/system/error_code.hpp>

#include "server/http/tls.h"

namespace stator::server::http {

class ClientStream {
 public:
  using executor_type = boost::asio::io_context::executor_type;
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, executor_type>;
  using ErrorCode = boost::system::error_code;

  // `socket` is connected and in non-blocking mode. `context` may be null, and must outlive the
  // stream.
  ClientStream(Socket socket, const TlsContext* context)
      : socket_(std::move(socket)), undecided_(context) {}

  executor_type get_executor() { return socket_.get_executor(); }

  // Whether the client has yet to show what it speaks. Then: wait for its first byte, decide, and
  // shake hands if it speaks TLS. Nothing else may be done before.
  bool is_undecided() const { return undecided_ != nullptr; }

  template <class Token>
  auto async_wait_for_client(Token&& token) {
    return socket_.async_wait(Socket::wait_read, std::forward<Token>(token));
  }

  // Whether the client speaks TLS; with an error if it is gone. To be called when there is
  // something to read; otherwise it is the error would_block.
  bool decide(ErrorCode& error);

  template <class Token>
  auto async_shake_hands(Token&& token) {
    return wait_for([this] { return TlsProgress{tls_->shake_hands()}; },
                    std::forward<Token>(token));
  }

  template <class Token>
  auto async_read_some(boost::asio::mutable_buffer to, Token&& token) {
    return tls_ == nullptr ? socket_.async_read_some(to, std::forward<Token>(token))
                           : wait_for([this, to] { return read_tls(to); },
                                      std::forward<Token>(token));
  }

  // Writes what can be written at once; would_block if that is nothing. TLS takes the first buffer
  // that is not empty.
  template <class Buffers>
  std::size_t write_some(const Buffers& from, ErrorCode& error) {
    return tls_ == nullptr ? socket_.write_some(from, error) : write_tls(first_of(from), error);
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& from, Token&& token) {
    return tls_ == nullptr
               ? socket_.async_write_some(from, std::forward<Token>(token))
               : wait_for([this, first = first_of(from)] { return tls_->write(first); },
                          std::forward<Token>(token));
  }

  void shutdown(boost::asio::socket_base::shutdown_type what, ErrorCode& error);
  void close(ErrorCode& error);

 private:
  // One operation of TLS: tries, waits for the socket as often as TLS wants it, and completes.
  template <class Attempt>
  struct Operation {
    ClientStream& stream;
    Attempt attempt;
    bool has_waited = false;
    std::optional<TlsProgress> result;

    template <class Self>
    void operator()(Self& self, ErrorCode error = {});
  };

  // Answers the end of the client's sending with that of ours, as clients expect that wait for it.
  TlsProgress read_tls(boost::asio::mutable_buffer to);

  template <class Attempt, class Token>
  auto wait_for(Attempt attempt, Token&& token) {
    return boost::asio::async_compose<Token, void(ErrorCode, std::size_t)>(
        Operation<Attempt>{*this, std::move(attempt), false, {}}, token, socket_);
  }

  template <class Buffers>
  static boost::asio::const_buffer first_of(const Buffers& buffers);

  std::size_t write_tls(boost::asio::const_buffer from, ErrorCode& error);

  static ErrorCode error_of(TlsStep step);

  Socket socket_;
  const TlsContext* undecided_;
  std::unique_ptr<TlsConnection> tls_;
};

template <class Attempt>
template <class Self>
void ClientStream::Operation<Attempt>::operator()(Self& self, ErrorCode error) {
  if (error) {
    self.complete(error, 0);
    return;
  }
  if (!result) {
    const TlsProgress progress = attempt();
    Socket& socket = stream.socket_;
    if (progress.step == TlsStep::kWantsToRead || progress.step == TlsStep::kWantsToWrite) {
      has_waited = true;
      socket.async_wait(
          progress.step == TlsStep::kWantsToRead ? Socket::wait_read : Socket::wait_write,
          std::move(self));
      return;
    }
    result = progress;
    if (!has_waited) {
      // Whoever started the operation may not be called back from within the start.
      boost::asio::post(socket.get_executor(), std::move(self));
      return;
    }
  }
  self.complete(error_of(result->step), result->bytes);
}

template <class Buffers>
boost::asio::const_buffer ClientStream::first_of(const Buffers& buffers) {
  for (auto each = boost::asio::buffer_sequence_begin(buffers);
       each != boost::asio::buffer_sequence_end(buffers); ++each) {
    const boost::asio::const_buffer buffer(*each);
    if (buffer.size() > 0) return buffer;
  }
  return {};
}

}  // namespace stator::server::http
