#include "server/auth/credentials.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace stator::server {
namespace {

TEST(Credentials, AreReadFromEveryProfile) {
  const CredentialStore store = CredentialStore::parse(
      "# comment\r\n"
      "; another\n"
      "[default]\r\n"
      "aws_access_key_id = AKIA1\r\n"
      "aws_secret_access_key = a/b+c=d\r\n"
      "region = eu-west-2\n"
      "\n"
      "[temporary]\n"
      "AWS_ACCESS_KEY_ID=ASIA2\n"
      "aws_session_token =token==\n"
      "s3 =\n"
      "  max_concurrent_requests = 20\n"
      "aws_secret_access_key= secret2\n"
      "[role]\n"
      "role_arn = arn:aws:iam::123456789012:role/r\n"
      "[same key]\n"
      "aws_access_key_id = AKIA1\n"
      "aws_secret_access_key = a/b+c=d",
      "file");
  const Credentials* const first = store.find("AKIA1");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->secret_access_key, "a/b+c=d");
  EXPECT_EQ(first->session_token, "");
  const Credentials* const second = store.find("ASIA2");
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->secret_access_key, "secret2");
  EXPECT_EQ(second->session_token, "token==");
  EXPECT_EQ(store.find("AKIA"), nullptr);
  EXPECT_EQ(store.find(""), nullptr);
}

TEST(Credentials, FaultsNameTheLine) {
  struct Case {
    std::string_view text;
    std::string_view message;
  };
  constexpr Case kCases[] = {
      {"", "file has no profile with aws_access_key_id"},
      {"[a]\nregion = x", "file has no profile with aws_access_key_id"},
      {"[a]\nhidden", "file:2: neither [profile] nor name = value"},
      {"a = hidden", "file:1: a setting before the first [profile]"},
      {"[a", "file:1: a profile's heading ends in ]"},
      {"\n[a]\naws_access_key_id = hidden\n", "file:2: this profile has no aws_secret_access_key"},
      {"[a]\naws_access_key_id = b\naws_secret_access_key = hidden\n"
       "[c]\naws_access_key_id = b\naws_secret_access_key = hidden2\n",
       "file:4: this profile has another profile's aws_access_key_id with other secrets"},
  };
  for (const Case& each : kCases) {
    try {
      CredentialStore::parse(each.text, "file");
      ADD_FAILURE() << each.text;
    } catch (const CredentialsError& error) {
      EXPECT_EQ(error.what(), each.message);
    }
  }
}

}  // namespace
}  // namespace stator::server
