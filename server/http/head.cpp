#include "server/http/head.h"

#include <array>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>

#include "model/clock.h"

namespace stator::server::http {
namespace {

std::string_view status_line(unsigned status) {
  switch (status) {
    case 200:
      return "HTTP/1.1 200 OK\r\n";
    case 400:
      return "HTTP/1.1 400 Bad Request\r\n";
    case 404:
      return "HTTP/1.1 404 Not Found\r\n";
    case 413:
      return "HTTP/1.1 413 Payload Too Large\r\n";
    case 431:
      return "HTTP/1.1 431 Request Header Fields Too Large\r\n";
    case 503:
      return "HTTP/1.1 503 Service Unavailable\r\n";
    default:
      return "HTTP/1.1 500 Internal Server Error\r\n";
  }
}

template <std::unsigned_integral Number>
void append_number(std::string& out, Number number) {
  std::array<char, std::numeric_limits<Number>::digits10 + 1> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_two_digits(std::string& out, unsigned number) {
  out.push_back(static_cast<char>('0' + number / 10));
  out.push_back(static_cast<char>('0' + number % 10));
}

constexpr std::array<std::string_view, 7> kWeekdays = {"Sun", "Mon", "Tue", "Wed",
                                                       "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

}  // namespace

HeadWriter::HeadWriter(const Clock& clock)
    : clock_(clock), date_second_(std::numeric_limits<std::int64_t>::min()) {}

void HeadWriter::append_head(const HttpReply& reply, Persistence persistence, std::string& out) {
  refresh_date();
  out.append(status_line(reply.status)).append("Server: Server\r\nDate: ").append(date_);
  if (!reply.content_type.empty()) {
    out.append("\r\nContent-Type: ").append(reply.content_type);
  }
  if (reply.is_gzipped) {
    out.append("\r\nContent-Encoding: gzip");
  }
  if (reply.is_chunked) {
    out.append("\r\nTransfer-Encoding: chunked");
  } else {
    out.append("\r\nContent-Length: ");
    append_number(out, reply.body.size());
  }
  out.append(persistence == Persistence::kKeepAlive ? "\r\nConnection: keep-alive"
                                                    : "\r\nConnection: close");
  if (reply.request_id) {
    out.append("\r\nx-amzn-RequestId: ").append(reply.request_id->data(), reply.request_id->size());
  }
  if (reply.crc32) {
    out.append("\r\nx-amz-crc32: ");
    append_number(out, *reply.crc32);
  }
  out.append("\r\n").append(reply.extra_headers).append("\r\n");
}

void HeadWriter::refresh_date() {
  const Timestamp now = clock_.now();
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  if (second.time_since_epoch().count() == date_second_) {
    return;
  }
  date_second_ = second.time_since_epoch().count();
  const auto day = std::chrono::floor<std::chrono::days>(second);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(second - day);
  date_.assign(kWeekdays[std::chrono::weekday(day).c_encoding()]).append(", ");
  append_two_digits(date_, static_cast<unsigned>(date.day()));
  date_.append(" ").append(kMonths[static_cast<unsigned>(date.month()) - 1]).append(" ");
  append_number(date_, static_cast<unsigned>(static_cast<int>(date.year())));
  date_.append(" ");
  append_two_digits(date_, static_cast<unsigned>(time.hours().count()));
  date_.append(":");
  append_two_digits(date_, static_cast<unsigned>(time.minutes().count()));
  date_.append(":");
  append_two_digits(date_, static_cast<unsigned>(time.seconds().count()));
  date_.append(" GMT");
}

}  // namespace stator::server::http
