// How sessions end: by deadlines, and by connections that break at any step.
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <boost/asio/error.hpp>
#include <boost/beast/_experimental/test/fail_count.hpp>
#include <boost/beast/_experimental/test/stream.hpp>
#include <boost/beast/core/error.hpp>

#include "tests/unit/server/http_connection.h"

namespace stator::server::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using testing::bodies_of;
using testing::Connection;
using testing::kChunkedHead;
using testing::post;
using testing::Strings;
using testing::WaitingStream;

TEST(SessionEnd, EndsIdleConnections) {
  Connection connection;
  connection.start().send(post("one"));
  connection.pass(std::chrono::minutes(9));
  EXPECT_FALSE(connection.has_ended());
  connection.send(post("two"));
  connection.pass(std::chrono::minutes(9));
  EXPECT_FALSE(connection.has_ended());
  connection.pass(std::chrono::minutes(2));
  EXPECT_TRUE(connection.has_ended());
  EXPECT_EQ(bodies_of(connection.received()), (Strings{"one", "two"}));
}

TEST(SessionEnd, EndsConnectionsWhoseRequestDoesNotComplete) {
  const std::string request = post("body", "Expect: 100-continue\r\n");
  for (const std::size_t sent : {std::size_t{1}, request.size() - 4, request.size() - 1}) {
    Connection connection;
    connection.start().send(std::string_view(request).substr(0, sent));
    connection.pass(std::chrono::seconds(28));
    EXPECT_FALSE(connection.has_ended()) << sent;
    connection.pass(std::chrono::seconds(4));
    EXPECT_TRUE(connection.has_ended()) << sent;
  }
}

TEST(SessionEnd, CountsTheTimeOfARequestFromItsStart) {
  Connection connection;
  connection.start();
  const std::string request = post(std::string(100, 'x'));
  for (std::size_t i = 0; i < request.size() && !connection.has_ended(); ++i) {
    connection.send(std::string_view(request).substr(i, 1));
    connection.pass(std::chrono::seconds(1));
  }
  EXPECT_TRUE(connection.has_ended());
  EXPECT_TRUE(connection.api().calls.empty());
}

TEST(SessionEnd, DoesNotLingerForEver) {
  Connection connection;
  connection.start<WaitingStream>().send("garbage\r\n\r\n");
  connection.pass(std::chrono::seconds(3));
  EXPECT_FALSE(connection.has_ended());
  connection.pass(std::chrono::seconds(4));
  EXPECT_TRUE(connection.has_ended());
}

// Runs the same conversation again and again, its n-th read or write failing, until none does.
template <class Stream>
void fail_at_every_step(std::string_view conversation, std::size_t replies) {
  constexpr std::size_t kStepsMax = 10'000;
  std::size_t step = 0;
  for (bool has_failed = true; has_failed && step < kStepsMax; ++step) {
    beast::test::fail_count failures(step, beast::error_code(asio::error::connection_reset));
    Connection connection(failures);
    connection.server().read_size(40);
    connection.server().write_size(400);
    connection.start<Stream>();
    connection.send(conversation);
    const std::size_t calls = connection.api().calls.size();
    has_failed = connection.has_ended();
    EXPECT_EQ(connection.failure(), nullptr) << step;
    EXPECT_LE(calls, replies);
    if (!has_failed) {
      EXPECT_EQ(calls, replies);
    }
  }
  EXPECT_GT(step, replies);
  EXPECT_LT(step, kStepsMax);
}

const std::string& long_conversation() {
  static const std::string text =
      post("one") + std::string(kChunkedHead) +
      "Expect: 100-continue\r\n\r\n3\r\ntwo\r\n0\r\n\r\n" +
      "POST / HTTP/1.1\r\nX-Amz-Target: large\r\nContent-Length: 0\r\n\r\n" + post("four");
  return text;
}

TEST(SessionEnd, SurvivesFailureAtEveryStep) {
  fail_at_every_step<beast::test::stream>(long_conversation(), 4);
}

TEST(SessionEnd, SurvivesFailureAtEveryStepOfWaitingWrites) {
  fail_at_every_step<WaitingStream>(long_conversation(), 4);
}

}  // namespace
}  // namespace stator::server::http
