// Beast's HTTP parser, writing into an HttpRequest. It keeps the dozen headers that the server
// reads and drops the others as they pass, so that nothing is allocated per header; unless the
// request says that it keeps them all.
//
// One parser reads one message (Beast's parsers cannot be restarted); making one is cheap. Not
// thread-safe. The request must outlive the parser.
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>
#include <boost/optional/optional.hpp>

#include "server/http/message.h"

namespace stator::server::http {

// Request line and headers together. Session tokens are the longest headers that SDKs send, up to a
// few kilobytes; presigned query strings hold them too.
inline constexpr std::uint32_t kHeaderBytesMax = 64U * 1024U;

class RequestParser final : public boost::beast::http::basic_parser<true> {
 public:
  // Clears `request`, then fills it as bytes are put in.
  explicit RequestParser(HttpRequest& request);

  // What an error of `put` (other than need_more) means for the request.
  static Arrival arrival_after(const boost::beast::error_code& error);

 private:
  using ErrorCode = boost::beast::error_code;
  using View = boost::beast::string_view;

  void on_request_impl(boost::beast::http::verb method, View method_text, View target, int version,
                       ErrorCode& error) override;
  void on_response_impl(int, View, int, ErrorCode&) override;
  void on_field_impl(boost::beast::http::field field, View name, View value,
                     ErrorCode& error) override;
  void on_header_impl(ErrorCode& error) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, ErrorCode& error) override;
  std::size_t on_body_impl(View bytes, ErrorCode& error) override;
  void on_chunk_header_impl(std::uint64_t, View, ErrorCode&) override;
  std::size_t on_chunk_body_impl(std::uint64_t remaining, View bytes, ErrorCode& error) override;
  void on_finish_impl(ErrorCode&) override;

  HttpRequest& request_;
  bool in_trailer_ = false;
  bool has_transfer_encoding_ = false;
};

}  // namespace stator::server::http
