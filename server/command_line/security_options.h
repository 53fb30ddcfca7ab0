// What the command line says about who may connect, and how.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::server {

struct SecurityOptions {
  // TLS is spoken, beside plain HTTP, if one of these is given.
  std::string tls_certificate;  // path of a PEM file
  std::string tls_key;          // path of a PEM file
  bool is_self_signed = false;  // with a certificate made at start

  bool needs_credentials = true;  // in a request; else one without any will do

  // Signatures are verified, with the keys of a file in the format of AWS's shared credentials.
  bool verifies_signatures = false;
  std::string credentials;  // path of the file
};

// The flags that take a choice. Each returns what the flag takes if `value` is none of it.
std::optional<std::string> set_tls(SecurityOptions& options, std::string_view value);
std::optional<std::string> set_auth(SecurityOptions& options, std::string_view value);

// What does not fit together, in one line; nothing if all does.
std::optional<std::string> find_conflict(const SecurityOptions& options);

}  // namespace stator::server
