#include "server/http/client_stream.h"

#include <boost/asio/socket_base.hpp>

namespace stator::server::http {

bool ClientStream::decide(ErrorCode& error) {
  unsigned char first = 0;
  socket_.receive(boost::asio::buffer(&first, 1), boost::asio::socket_base::message_peek, error);
  if (error) return false;
  const TlsContext& context = *std::exchange(undecided_, nullptr);
  if (!is_tls_start(first)) return false;
  tls_ = std::make_unique<TlsConnection>(context, socket_.native_handle());
  return true;
}

std::size_t ClientStream::write_tls(boost::asio::const_buffer from, ErrorCode& error) {
  error = {};
  if (from.size() == 0) return 0;
  const TlsProgress progress = tls_->write(from);
  error = error_of(progress.step);
  return progress.bytes;
}

TlsProgress ClientStream::read_tls(boost::asio::mutable_buffer to) {
  const TlsProgress progress = tls_->read(to);
  if (progress.step == TlsStep::kEnded) tls_->end();
  return progress;
}

// The sending half only: the client may still have something to say.
void ClientStream::shutdown(boost::asio::socket_base::shutdown_type what, ErrorCode& error) {
  if (tls_ != nullptr) tls_->end();
  socket_.shutdown(what, error);
}

void ClientStream::close(ErrorCode& error) { socket_.close(error); }

ClientStream::ErrorCode ClientStream::error_of(TlsStep step) {
  switch (step) {
    case TlsStep::kDone:
      return {};
    case TlsStep::kWantsToRead:
    case TlsStep::kWantsToWrite:
      return boost::asio::error::would_block;
    case TlsStep::kEnded:
      return boost::asio::error::eof;
    case TlsStep::kFailed:
      break;
  }
  return boost::asio::error::connection_aborted;
}

}  // namespace stator::server::http
