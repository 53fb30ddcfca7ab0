#include "model/table_arn.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/error.h"

namespace stator {
namespace {

TEST(TableArn, NamesTablesIndexesAndStreams) {
  const std::string table = table_arn("eu-west-1", kAccountId, "Music");
  EXPECT_EQ(table, "arn:aws:dynamodb:eu-west-1:000000000000:table/Music");
  EXPECT_EQ(index_arn(table, "ByGenre"),
            "arn:aws:dynamodb:eu-west-1:000000000000:table/Music/index/ByGenre");
  EXPECT_EQ(stream_arn(table, "2024-01-01T00:00:00.000"),
            "arn:aws:dynamodb:eu-west-1:000000000000:table/Music/stream/2024-01-01T00:00:00.000");
}

struct Parameter {
  std::string text;
  TableReference reference;
};

TEST(TableArn, ATableNameMayBeAnArn) {
  const std::vector<Parameter> cases = {
      {"Music", {"Music", "", ""}},
      {"arn", {"arn", "", ""}},
      {"a b", {"a b", "", ""}},  // not a name, but that is not for this function to say
      {"", {"", "", ""}},
      {"arn:aws:dynamodb:eu-west-1:123456789012:table/Music",
       {"Music", "eu-west-1", "123456789012"}},
      {"arn:aws-cn:dynamodb:cn-north-1:000000000000:table/a.b-c_D",
       {"a.b-c_D", "cn-north-1", "000000000000"}},
      {"arn:aws-us-gov:dynamodb:us-gov-west-1:000000000000:table/T",
       {"T", "us-gov-west-1", "000000000000"}},
  };
  for (const auto& [text, reference] : cases) EXPECT_EQ(parse_table_name(text), reference) << text;
}

struct BadArn {
  std::string arn;
  std::string message_start;
};

TEST(TableArn, AnArnThatNamesNoTableIsRefused) {
  const std::string start = "1 validation error detected: ";
  const std::vector<BadArn> cases = {
      {"arn:azure:dynamodb:eu-west-1:123456789012:table/T", "Invalid AWS partition in "},
      {"arn:", "Invalid AWS partition in "},
      {"arn:aws:dynamodb::123456789012:table/T", "Invalid AWS region in "},
      {"arn:aws:dynamodb:EU:123456789012:table/T", "Invalid AWS region in "},
      {"arn:aws:dynamodb", "Invalid AWS region in "},
      {"arn:aws:dynamodb:eu-west-1:123456789012:index/T", "Invalid resource type in "},
      {"arn:aws:dynamodb:eu-west-1:123456789012", "Invalid resource type in "},
      {"arn:aws:dynamodb:eu-west-1:123456789012:tables/T", "Invalid resource type in "},
      {"arn:aws:s3:eu-west-1:123456789012:table/T", "Valid ARN format is "},
      {"arn:aws:dynamodb:eu-west-1::table/T", "Valid ARN format is "},
      {"arn:aws:dynamodb:eu-west-1:123456789012:table/", "Valid ARN format is "},
      {"arn:aws:dynamodb:eu-west-1:123456789012:table/T/index/I", "Valid ARN format is "},
      {"arn:aws:dynamodb:eu-west-1:123456789012:table/T:x", "Valid ARN format is "},
  };
  for (const auto& [arn, message_start] : cases) {
    try {
      parse_table_name(arn);
      ADD_FAILURE() << arn;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kValidation);
      EXPECT_TRUE(error.message().starts_with(start + message_start)) << error.message();
      if (message_start.ends_with(" in ")) {
        EXPECT_EQ(error.message(), start + message_start + "'" + arn + "'");
      }
    }
  }
}

}  // namespace
}  // namespace stator
