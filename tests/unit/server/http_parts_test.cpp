// The small parts below the gateway and the session: checksum, gzip, head, deadlines.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "server/http/crc32.h"
#include "server/http/deadlines.h"
#include "server/http/gzip.h"
#include "server/http/head.h"
#include "server/http/message.h"
#include "tests/unit/server/http_fakes.h"

namespace stator::server::http {
namespace {

TEST(Crc32, IsThatOfTheService) {
  EXPECT_EQ(crc32_of(""), 0U);
  EXPECT_EQ(crc32_of("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32_of("healthy: dynamodb.us-east-1.amazonaws.com "), 3128867991U);
  EXPECT_EQ(crc32_of("<UnknownOperationException/>\n"), 3552371480U);
}

TEST(Crc32, AgreesWithZlibAtEveryLengthAndAlignment) {
  std::mt19937 random(20261130);
  std::string bytes(1500, '\0');
  for (char& byte : bytes) {
    byte = static_cast<char>(random());
  }
  for (std::size_t length = 0; length + 16 < bytes.size(); ++length) {
    const std::string_view part = std::string_view(bytes).substr(length % 16, length);
    const auto expected = ::crc32_z(0, reinterpret_cast<const Bytef*>(part.data()), part.size());
    ASSERT_EQ(crc32_of(part), expected) << length;
  }
}

std::string inflated(std::string_view bytes, std::size_t bytes_max) {
  const auto result = inflate_gzip(bytes, bytes_max);
  if (const auto* text = std::get_if<std::string>(&result)) {
    return *text;
  }
  return std::get<InflateFault>(result) == InflateFault::kCorrupt ? "corrupt" : "too large";
}

TEST(Gzip, GoesThereAndBack) {
  for (const std::size_t size : {0U, 1U, 1000U, 16'383U, 16'384U, 16'385U, 1'000'000U}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
      text.push_back(static_cast<char>('a' + i * i % 23));
    }
    EXPECT_TRUE(inflated(deflate_gzip(text), size) == text) << size;
    if (size > 0) {
      EXPECT_EQ(inflated(deflate_gzip(text), size - 1), "too large");
    }
  }
}

TEST(Gzip, TakesMembersInARow) {
  EXPECT_EQ(inflated(deflate_gzip("one ") + deflate_gzip("two"), 100), "one two");
}

TEST(Gzip, RefusesWhatIsDamagedOrCutShort) {
  const std::string good = deflate_gzip("The quick brown fox jumps over the lazy dog");
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_EQ(inflated(good.substr(0, length), 1000), "corrupt") << length;
  }
  EXPECT_EQ(inflated(good + "x", 1000), "corrupt");
  std::string damaged = good;
  damaged[good.size() - 6] = static_cast<char>(damaged[good.size() - 6] ^ 1);  // in the checksum
  EXPECT_EQ(inflated(damaged, 1000), "corrupt");
}

TEST(Gzip, ReadsAcceptEncoding) {
  const std::vector<std::pair<std::string_view, bool>> cases = {
      {"", false},
      {"gzip", true},
      {"GZip", true},
      {" gzip ", true},
      {"deflate,gzip", true},
      {"deflate, gzip;q=0.5, *;q=0", true},
      {"gzip;q=0", false},
      {"gzip; Q = 0.000", false},
      {"gzip;q=0.001", true},
      {"gzip;q=1.0", true},
      {"identity", false},
      {"gzipped", false},
      {"x-gzip", false},
      {"*", false},
      {",", false},
      {",,gzip", true},
  };
  for (const auto& [header, expected] : cases) {
    EXPECT_EQ(accepts_gzip(header), expected) << header;
  }
}

std::string head_of(const HttpReply& reply, Persistence persistence) {
  testing::FixedClock clock;
  clock.time = Timestamp(std::chrono::milliseconds(784111777123));
  HeadWriter writer(clock);
  std::string out = "kept";
  writer.append_head(reply, persistence, out);
  return out;
}

TEST(HeadWriter, SpellsEveryHeader) {
  HttpReply reply;
  reply.status = 400;
  reply.content_type = "application/json";
  reply.is_gzipped = true;
  reply.body = "0123456789";
  reply.request_id = RequestId();
  reply.request_id->fill('A');
  reply.crc32 = 4294967295U;
  reply.extra_headers = "Access-Control-Allow-Origin: *\r\n";
  EXPECT_EQ(head_of(reply, Persistence::kKeepAlive),
            "keptHTTP/1.1 400 Bad Request\r\n"
            "Server: Server\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Type: application/json\r\n"
            "Content-Encoding: gzip\r\n"
            "Content-Length: 10\r\n"
            "Connection: keep-alive\r\n"
            "x-amzn-RequestId: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n"
            "x-amz-crc32: 4294967295\r\n"
            "Access-Control-Allow-Origin: *\r\n"
            "\r\n");
}

TEST(HeadWriter, LeavesOutWhatThereIsNot) {
  HttpReply reply;
  reply.status = 413;
  reply.is_chunked = true;
  EXPECT_EQ(head_of(reply, Persistence::kClose),
            "keptHTTP/1.1 413 Payload Too Large\r\n"
            "Server: Server\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Transfer-Encoding: chunked\r\n"
            "Connection: close\r\n"
            "\r\n");
}

TEST(HeadWriter, FollowsTheClock) {
  const std::vector<std::pair<std::int64_t, std::string_view>> cases = {
      {0, "Thu, 01 Jan 1970 00:00:00 GMT"},
      {951782399999, "Mon, 28 Feb 2000 23:59:59 GMT"},
      {951782400000, "Tue, 29 Feb 2000 00:00:00 GMT"},
      {1796083199000, "Mon, 30 Nov 2026 23:59:59 GMT"},
      {1796083199999, "Mon, 30 Nov 2026 23:59:59 GMT"},
      {1796083200000, "Tue, 01 Dec 2026 00:00:00 GMT"},
  };
  testing::FixedClock clock;
  HeadWriter writer(clock);
  for (const auto& [milliseconds, expected] : cases) {
    clock.time = Timestamp(std::chrono::milliseconds(milliseconds));
    std::string out;
    writer.append_head(HttpReply(), Persistence::kClose, out);
    EXPECT_NE(out.find("Date: " + std::string(expected) + "\r\n"), std::string::npos)
        << expected << "\n"
        << out;
  }
}

using std::chrono::milliseconds;

class DeadlineTest : public ::testing::Test {
 protected:
  void sweep_at(int time) { list_.sweep(DeadlineList::Time(milliseconds(time))); }

  DeadlineList list_{DeadlineList::Time(milliseconds(0)), milliseconds(100)};
};

TEST_F(DeadlineTest, ExpiresOnceAndNotBefore) {
  int expirations = 0;
  Deadline deadline(list_, [&] { ++expirations; });
  sweep_at(100);  // never set: no limit
  deadline.set(milliseconds(150));
  sweep_at(200);
  EXPECT_EQ(expirations, 0);
  sweep_at(300);
  EXPECT_EQ(expirations, 1);
  sweep_at(400);
  EXPECT_EQ(expirations, 1);
  deadline.set(milliseconds(50));
  sweep_at(500);
  EXPECT_EQ(expirations, 2);
}

TEST_F(DeadlineTest, CanBePutOff) {
  int expirations = 0;
  Deadline deadline(list_, [&] { ++expirations; });
  for (int time = 100; time <= 1000; time += 100) {
    deadline.set(milliseconds(150));
    sweep_at(time);
  }
  EXPECT_EQ(expirations, 0);
}

TEST_F(DeadlineTest, MayDestroyItself) {
  std::vector<std::unique_ptr<Deadline>> deadlines(3);
  for (auto& slot : deadlines) {
    slot = std::make_unique<Deadline>(list_, [&slot] { slot.reset(); });
    slot->set(milliseconds(10));
  }
  EXPECT_FALSE(list_.is_empty());
  deadlines[1].reset();
  sweep_at(100);
  EXPECT_TRUE(list_.is_empty());
}

TEST_F(DeadlineTest, DoesNotCountTheTimeInWhichTheThreadWasBusy) {
  int expirations = 0;
  Deadline deadline(list_, [&] { ++expirations; });
  deadline.set(milliseconds(150));
  sweep_at(5000);
  EXPECT_EQ(expirations, 0);
  sweep_at(5100);
  EXPECT_EQ(expirations, 1);
}

}  // namespace
}  // namespace stator::server::http
