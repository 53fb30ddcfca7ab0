// What a session makes of the bytes that it is sent.
#include "server/http/session.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "server/http/message.h"
#include "tests/unit/server/http_connection.h"

namespace stator::server::http {
namespace {

using testing::bodies_of;
using testing::Connection;
using testing::kChunkedHead;
using testing::post;
using testing::status_of;
using testing::Strings;
using testing::WaitingStream;

TEST(Session, KeepsTheConnection) {
  Connection connection;
  connection.start();
  for (const std::string body : {"one", "", "three"}) {
    connection.send(post(body));
    const std::string text = connection.received();
    EXPECT_NE(text.find("\r\nConnection: keep-alive\r\n"), std::string::npos);
    EXPECT_EQ(bodies_of(text), Strings{body});
  }
  EXPECT_FALSE(connection.has_ended());
  connection.close_sending_half();
  EXPECT_TRUE(connection.has_ended());
  EXPECT_EQ(connection.failure(), nullptr);
}

TEST(Session, ClosesWhenAsked) {
  struct Case {
    std::string_view version;
    std::string_view connection;
    bool stays;
  };
  for (const Case each : {Case{"HTTP/1.1", "", true}, Case{"HTTP/1.1", "keep-alive", true},
                          Case{"HTTP/1.1", "close", false}, Case{"HTTP/1.1", "Close, x", false},
                          Case{"HTTP/1.0", "", false}, Case{"HTTP/1.0", "keep-alive", true}}) {
    Connection connection;
    connection.start().send(
        "GET / " + std::string(each.version) + "\r\n" +
        (each.connection.empty() ? "" : "Connection: " + std::string(each.connection) + "\r\n") +
        "\r\n");
    const std::string text = connection.received();
    EXPECT_EQ(status_of(text), "HTTP/1.1 200 OK");
    const std::string expected = each.stays ? "keep-alive" : "close";
    EXPECT_NE(text.find("\r\nConnection: " + expected + "\r\n"), std::string::npos) << text;
    connection.send("GET / HTTP/1.1\r\n\r\n");
    EXPECT_EQ(connection.received().empty(), !each.stays) << each.version << each.connection;
  }
}

TEST(Session, AnswersPipelinedRequestsInOrder) {
  Connection connection;
  connection.start().send(post("one") + post("two") + "\r\n" + post("three") + "GET / HT");
  EXPECT_EQ(bodies_of(connection.received()), (Strings{"one", "two", "three"}));
  connection.send("TP/1.1\r\n\r\n");
  EXPECT_EQ(bodies_of(connection.received()),
            Strings{"healthy: dynamodb.us-east-1.amazonaws.com "});
}

TEST(Session, AnswersHeadWithoutABody) {
  Connection connection;
  connection.start().send("HEAD / HTTP/1.1\r\n\r\n");
  const std::string text = connection.received();
  EXPECT_NE(text.find("\r\nContent-Length: 42\r\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
}

TEST(Session, ReadsRequestsCutAnywhere) {
  const std::string requests = post("one") + std::string(kChunkedHead) +
                               "\r\n3\r\ntwo\r\n1;ext=1\r\n!\r\n0\r\nX: y\r\n\r\n" +
                               post("three", "Expect: 100-continue\r\n");
  for (std::size_t cut = 0; cut <= requests.size(); ++cut) {
    Connection connection;
    connection.start().send(std::string_view(requests).substr(0, cut));
    connection.send(std::string_view(requests).substr(cut));
    std::string text = connection.received();
    if (const std::size_t at = text.find("HTTP/1.1 100 Continue\r\n\r\n");
        at != std::string::npos) {
      EXPECT_EQ(cut, requests.size() - 5);  // asked for only if none of the body had come
      text.erase(at, 25);
    }
    ASSERT_EQ(bodies_of(text), (Strings{"one", "two!", "three"})) << cut;
  }
}

TEST(Session, ReadsRequestsByteByByte) {
  Connection connection;
  connection.start();
  for (const char byte : post("one") + post("two")) {
    connection.send({&byte, 1});
  }
  EXPECT_EQ(bodies_of(connection.received()), (Strings{"one", "two"}));
}

TEST(Session, IgnoresHeadersAfterTheBody) {
  Connection connection;
  connection.start().send(std::string(kChunkedHead) +
                          "\r\n2\r\n{}\r\n0\r\nX-Amz-Target: other\r\nAuthorization: x\r\n\r\n");
  ASSERT_EQ(connection.api().calls.size(), 1U);
  EXPECT_EQ(connection.api().calls[0].target, "t");
  EXPECT_EQ(connection.api().calls[0].authorization, "");
}

TEST(Session, ReadsTheHeadersThatMatter) {
  Connection connection;
  connection.start().send(post("{}", "AUTHORIZATION: a\r\nx-AMZ-date: d\r\nX-Stator-Label: l\r\n"));
  connection.send(post("{}"));  // nothing is left over from the first
  ASSERT_EQ(connection.api().calls.size(), 2U);
  EXPECT_EQ(connection.api().calls[0].target, "DynamoDB_20120810.GetItem");
  EXPECT_EQ(connection.api().calls[0].authorization, "a");
  EXPECT_EQ(connection.api().calls[0].label, "l");
  EXPECT_TRUE(connection.api().calls[0].has_date);
  EXPECT_EQ(connection.api().calls[1].authorization, "");
  EXPECT_EQ(connection.api().calls[1].label, "");
  EXPECT_FALSE(connection.api().calls[1].has_date);
}

TEST(Session, AsksForTheBodyOfWhoeverWaits) {
  Connection connection;
  const std::string request = post("{}", "Expect: 100-Continue\r\n");
  connection.start().send(request.substr(0, request.size() - 2));
  EXPECT_EQ(connection.received(), "HTTP/1.1 100 Continue\r\n\r\n");
  connection.send("{");
  connection.send("}");
  EXPECT_EQ(bodies_of(connection.received()), Strings{"{}"});
}

TEST(Session, DoesNotAskForABodyThatIsTooLarge) {
  Connection connection;
  connection.start().send(
      "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 16777217\r\n\r\n");
  EXPECT_EQ(status_of(connection.received()), "HTTP/1.1 413 Payload Too Large");
}

TEST(Session, TakesABodyOfTheFullSize) {
  Connection connection;
  const std::string body(kBodyBytesMax, 'x');
  connection.start().send(post(body));
  EXPECT_TRUE(bodies_of(connection.received()) == Strings{body});
}

TEST(Session, RefusesLargerBodies) {
  const std::string chunk = "100000\r\n" + std::string(1U << 20U, 'x') + "\r\n";
  std::string chunked = std::string(kChunkedHead) + "\r\n";
  for (int i = 0; i < 16; ++i) {
    chunked += chunk;
  }
  for (const std::string& request :
       {std::string("POST / HTTP/1.1\r\nContent-Length: 16777217\r\n\r\npart"),
        std::string("POST / HTTP/1.1\r\nContent-Length: 18446744073709551615\r\n\r\n"),
        chunked + "1\r\n"}) {
    Connection connection;
    connection.start().send(request);
    EXPECT_EQ(connection.received(),
              "HTTP/1.1 413 Payload Too Large\r\nServer: Server\r\n"
              "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nTransfer-Encoding: chunked\r\n"
              "Connection: close\r\n\r\n0\r\n\r\n");
    connection.send("more of it");  // is dropped
    EXPECT_EQ(connection.received(), "");
    connection.close_sending_half();
    EXPECT_TRUE(connection.has_ended());
    EXPECT_TRUE(connection.api().calls.empty());
  }
}

TEST(Session, RefusesLargerBodiesWithoutChunksToOldClients) {
  Connection connection;
  connection.start().send("POST / HTTP/1.0\r\nContent-Length: 16777217\r\n\r\n");
  const std::string text = connection.received();
  EXPECT_NE(text.find("\r\nContent-Length: 0\r\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
}

TEST(Session, RefusesHeadersWithoutEnd) {
  Connection connection;
  connection.start().send("GET / HTTP/1.1\r\nX: ");
  for (int i = 0; i < 70; ++i) {
    connection.send(std::string(1024, 'x'));
  }
  EXPECT_EQ(status_of(connection.received()), "HTTP/1.1 431 Request Header Fields Too Large");
}

TEST(Session, AnswersGarbageAndCloses) {
  for (const std::string_view garbage :
       {"garbage\r\n\r\n", "\x16\x03\x01\x02", "GET /\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/1.1\r\nNo colon\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\n\n", "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n"}) {
    Connection connection;
    connection.start().send(garbage);
    const std::string text = connection.received();
    EXPECT_EQ(status_of(text), "HTTP/1.1 400 Bad Request") << garbage;
    EXPECT_NE(text.find("\r\nConnection: close\r\n"), std::string::npos) << garbage;
    EXPECT_NE(text.find("\r\nContent-Length: 0\r\n"), std::string::npos) << garbage;
    connection.close_sending_half();
    EXPECT_TRUE(connection.has_ended());
  }
}

TEST(Session, AnswersAClientThatHasClosedItsHalf) {
  Connection connection;
  connection.send(post("one") + post("two") + "POST / HTT");
  connection.close_sending_half();
  connection.start();
  EXPECT_EQ(connection.api().calls.size(), 2U);
  EXPECT_TRUE(connection.has_ended());
  EXPECT_EQ(connection.failure(), nullptr);
}

TEST(Session, WritesLargeRepliesWhole) {
  for (const std::size_t bytes : {8191U, 8192U, 8193U, 1'000'000U}) {
    Connection connection;
    connection.api().large_bytes = bytes;
    connection.server().write_size(1000);  // takes that much at a time
    connection.start().send("POST / HTTP/1.1\r\nX-Amz-Target: large\r\nContent-Length: 0\r\n\r\n");
    EXPECT_TRUE(bodies_of(connection.received()) == Strings{std::string(bytes, 'x')}) << bytes;
  }
}

TEST(Session, WaitsForSlowReaders) {
  Connection connection;
  connection.server().write_size(1000);
  connection.start<WaitingStream>();
  connection.send("POST / HTTP/1.1\r\nX-Amz-Target: large\r\nContent-Length: 0\r\n\r\n" +
                  post("2"));
  EXPECT_TRUE(bodies_of(connection.received()) == (Strings{std::string(100'000, 'x'), "2"}));
  EXPECT_FALSE(connection.has_ended());
}

}  // namespace
}  // namespace stator::server::http
