#include "server/auth/credentials.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "server/auth/ascii.h"

namespace stator::server {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

struct Profile {
  std::size_t line = 0;  // of its heading
  std::string access_key_id;
  Credentials credentials;
};

class Parser {
 public:
  Parser(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  std::map<std::string, Credentials, std::less<>> parse() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++line_;
      take_line(line);
    }
    end_profile();
    if (found_.empty()) fail(0, "has no profile with aws_access_key_id");
    return std::move(found_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, std::string_view reason) const {
    std::string message(name_);
    if (line > 0) message.append(":").append(std::to_string(line)).append(":");
    throw CredentialsError(message.append(" ").append(reason));
  }

  void take_line(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#' || content.front() == ';') return;
    if (content.front() == '[') {
      if (content.back() != ']') fail(line_, "a profile's heading ends in ]");
      end_profile();
      profile_.line = line_;
      return;
    }
    // What is indented belongs to the setting above it, such as those of S3.
    if (kBlanks.find(line.front()) != std::string_view::npos) return;
    take_setting(content);
  }

  void take_setting(std::string_view content) {
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) fail(line_, "neither [profile] nor name = value");
    if (profile_.line == 0) fail(line_, "a setting before the first [profile]");
    const std::string name = ascii_lower(trimmed(content.substr(0, equals)));
    const std::string_view value = trimmed(content.substr(equals + 1));
    if (name == "aws_access_key_id") {
      profile_.access_key_id = value;
    } else if (name == "aws_secret_access_key") {
      profile_.credentials.secret_access_key = value;
    } else if (name == "aws_session_token") {
      profile_.credentials.session_token = value;
    }
  }

  void end_profile() {
    Profile ended = std::exchange(profile_, Profile());
    if (ended.access_key_id.empty()) return;
    if (ended.credentials.secret_access_key.empty()) {
      fail(ended.line, "this profile has no aws_secret_access_key");
    }
    const auto [known, is_new] = found_.try_emplace(ended.access_key_id, ended.credentials);
    // Profiles often share a key; they may not disagree about it.
    if (!is_new &&
        (known->second.secret_access_key != ended.credentials.secret_access_key ||
         known->second.session_token != ended.credentials.session_token)) {
      fail(ended.line, "this profile has another profile's aws_access_key_id with other secrets");
    }
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t line_ = 0;
  Profile profile_;
  std::map<std::string, Credentials, std::less<>> found_;
};

}  // namespace

CredentialStore CredentialStore::parse(std::string_view text, std::string_view name) {
  CredentialStore store;
  store.by_key_id_ = Parser(text, name).parse();
  return store;
}

const Credentials* CredentialStore::find(std::string_view access_key_id) const {
  const auto found = by_key_id_.find(access_key_id);
  return found == by_key_id_.end() ? nullptr : &found->second;
}

}  // namespace stator::server
