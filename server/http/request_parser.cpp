#include "server/http/request_parser.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <boost/beast/http/error.hpp>

namespace stator::server::http {
namespace {

namespace beast_http = boost::beast::http;
using Field = beast_http::field;
using View = boost::beast::string_view;

// A claimed length is believed up to here; beyond, the body has to arrive to take memory.
constexpr std::uint64_t kReservedBytesMax = std::uint64_t{256} * 1024;

Method to_method(beast_http::verb verb) {
  switch (verb) {
    case beast_http::verb::get:
      return Method::kGet;
    case beast_http::verb::head:
      return Method::kHead;
    case beast_http::verb::post:
      return Method::kPost;
    case beast_http::verb::delete_:
      return Method::kDelete;
    case beast_http::verb::options:
      return Method::kOptions;
    default:
      return Method::kOther;
  }
}

std::string* known_field(HttpRequest& request, Field field) {
  switch (field) {
    case Field::authorization:
      return &request.authorization;
    case Field::content_type:
      return &request.content_type;
    case Field::content_encoding:
      return &request.content_encoding;
    case Field::accept_encoding:
      return &request.accept_encoding;
    case Field::origin:
      return &request.origin;
    case Field::access_control_request_headers:
      return &request.cors_headers;
    case Field::access_control_request_method:
      return &request.cors_method;
    default:
      return nullptr;
  }
}

bool is_named(View name, View expected) {
  return name.size() == expected.size() && boost::beast::iequals(name, expected);
}

}  // namespace

RequestParser::RequestParser(HttpRequest& request) : request_(request) {
  request_.clear();
  eager(true);
  header_limit(kHeaderBytesMax);
  body_limit(kBodyBytesMax);
}

Arrival RequestParser::arrival_after(const boost::beast::error_code& error) {
  if (error == beast_http::error::body_limit) {
    return Arrival::kBodyTooLarge;
  }
  if (error == beast_http::error::header_limit) {
    return Arrival::kHeaderTooLarge;
  }
  if (error == beast_http::error::bad_alloc) {
    return Arrival::kNoMemory;
  }
  return Arrival::kMalformed;
}

void RequestParser::on_request_impl(beast_http::verb method, View, View target, int version,
                                    ErrorCode&) {
  request_.method = to_method(method);
  request_.target.assign(target.data(), target.size());
  request_.is_http_1_0 = version == 10;
}

void RequestParser::on_response_impl(int, View, int, ErrorCode&) {}

void RequestParser::on_field_impl(Field field, View name, View value, ErrorCode&) {
  if (in_trailer_) {
    return;  // after the body it is too late to change what the request is
  }
  if (request_.keeps_all_headers) {
    request_.all_headers.push_back(
        {std::string(name.data(), name.size()), std::string(value.data(), value.size())});
  }
  if (std::string* known = known_field(request_, field)) {
    known->assign(value.data(), value.size());
  } else if (field == Field::unknown) {
    if (is_named(name, "x-amz-target")) {
      request_.api_target.assign(value.data(), value.size());
    } else if (is_named(name, "x-amz-date")) {
      request_.has_date = true;
    } else if (is_named(name, "x-stator-label")) {
      request_.label.assign(value.data(), value.size());
    }
  } else if (field == Field::date) {
    request_.has_date = true;
  } else if (field == Field::expect) {
    request_.expects_continue = boost::beast::iequals(value, "100-continue");
  } else if (field == Field::transfer_encoding) {
    has_transfer_encoding_ = true;
  }
}

void RequestParser::on_header_impl(ErrorCode& error) {
  in_trailer_ = true;
  // Beast takes an encoding that it does not know for "no body"; the body would then be read as
  // the next request.
  if (has_transfer_encoding_ && !chunked()) {
    error = beast_http::error::bad_transfer_encoding;
  }
}

void RequestParser::on_body_init_impl(const boost::optional<std::uint64_t>& length,
                                      ErrorCode& error) {
  if (length.has_value()) {
    if (!request_.expect_body(static_cast<std::size_t>(*length))) {
      error = beast_http::error::bad_alloc;
      return;
    }
    request_.body.reserve(static_cast<std::size_t>(std::min(*length, kReservedBytesMax)));
  }
}

std::size_t RequestParser::on_body_impl(View bytes, ErrorCode&) {
  request_.body.append(bytes.data(), bytes.size());
  return bytes.size();
}

void RequestParser::on_chunk_header_impl(std::uint64_t, View, ErrorCode&) {}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, View bytes, ErrorCode& error) {
  if (!request_.expect_body(request_.body.size() + bytes.size())) {
    error = beast_http::error::bad_alloc;
    return 0;
  }
  request_.body.append(bytes.data(), bytes.size());
  return bytes.size();
}

void RequestParser::on_finish_impl(ErrorCode&) {}

}  // namespace stator::server::http
