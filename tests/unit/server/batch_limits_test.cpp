// BatchGetItem answers with 16 MB of items at most, and tells which keys it left out. Wire cases
// cannot say so: they start the server anew before each of the many puts.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "api_client.h"
#include "model/limits.h"

namespace stator::server::testing {
namespace {

constexpr std::size_t kPieces = 80;
constexpr std::size_t kPieceBytes = limits::kBatchGetResponseBytesMax / kPieces;
constexpr std::size_t kKeyBytes = 4;  // "pk" and two digits
constexpr std::size_t kNameBytes = 1;

std::string key_of(std::size_t number) { return std::to_string(10 + number); }

void put(ApiClient& client, std::size_t number, std::size_t bytes) {
  const std::string value(bytes - kKeyBytes - kNameBytes, 'x');
  ASSERT_EQ(client
                .call("PutItem", R"({"TableName":"Items","Item":{"pk":{"S":")" + key_of(number) +
                                     R"("},"v":{"S":")" + value + R"("}}})")
                .status,
            200U);
}

std::string keys(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += (text.empty() ? "" : ",") + (R"({"pk":{"S":")" + key_of(i) + R"("}})");
  }
  return text;
}

TEST(BatchLimits, SixteenMegabytesAreAnswered) {
  ApiClient client;
  ASSERT_EQ(client
                .call("CreateTable",
                      R"({"TableName":"Items","BillingMode":"PAY_PER_REQUEST",)"
                      R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})")
                .status,
            200U);
  // The first page is full to the byte.
  const std::size_t rest = limits::kBatchGetResponseBytesMax - kPieceBytes * (kPieces - 1);
  for (std::size_t i = 0; i + 1 < kPieces; ++i) put(client, i, kPieceBytes);
  put(client, kPieces - 1, rest);
  const std::string request =
      R"({"RequestItems":{"Items":{"Keys":[)" + keys(kPieces) + R"(]}}})";
  EXPECT_TRUE(client.call("BatchGetItem", request).body.ends_with(R"("UnprocessedKeys":{}})"));

  put(client, kPieces - 1, rest + 1);
  EXPECT_TRUE(client.call("BatchGetItem", request)
                  .body.ends_with(R"("UnprocessedKeys":{"Items":{"Keys":[{"pk":{"S":")" +
                                  key_of(kPieces - 1) + R"("}}]}}})"));
}

}  // namespace
}  // namespace stator::server::testing
