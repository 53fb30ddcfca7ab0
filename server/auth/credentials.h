// The keys that requests may be signed with, from a file in the format of AWS's shared credentials
// file (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html):
//
//   [profile]
//   aws_access_key_id = AKIA...
//   aws_secret_access_key = ...
//   aws_session_token = ...        (for temporary keys)
//
// Every profile that has keys counts, whatever its name. Other settings are ignored, so that one's
// own ~/.aws/credentials will do.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stator::server {

struct Credentials {
  std::string secret_access_key;
  std::string session_token;  // empty: a long-term key, which comes without one
};

// One line that names the file and the line in it, and holds no secret.
class CredentialsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Immutable; safe from any thread.
class CredentialStore {
 public:
  // `name` is what errors call the text: the path of its file. Throws CredentialsError.
  static CredentialStore parse(std::string_view text, std::string_view name);

  // Null if the key is unknown.
  const Credentials* find(std::string_view access_key_id) const;

 private:
  std::map<std::string, Credentials, std::less<>> by_key_id_;
};

}  // namespace stator::server
