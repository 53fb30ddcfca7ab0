#include "server/command_line/security_options.h"

namespace stator::server {

std::optional<std::string> set_tls(SecurityOptions& options, std::string_view value) {
  if (value != "self-signed" && value != "off") return "self-signed or off";
  options.is_self_signed = value == "self-signed";
  return std::nullopt;
}

std::optional<std::string> set_auth(SecurityOptions& options, std::string_view value) {
  if (value != "sigv4" && value != "off") return "sigv4 or off";
  options.verifies_signatures = value == "sigv4";
  return std::nullopt;
}

std::optional<std::string> find_conflict(const SecurityOptions& options) {
  const bool has_files = !options.tls_certificate.empty();
  if (has_files != !options.tls_key.empty()) {
    return has_files ? "--tls-cert needs --tls-key, too" : "--tls-key needs --tls-cert, too";
  }
  if (has_files && options.is_self_signed) {
    return "--tls self-signed makes a certificate; it does not go with --tls-cert";
  }
  if (options.verifies_signatures == options.credentials.empty()) {
    return options.verifies_signatures ? "--auth sigv4 needs --credentials, a file with the keys"
                                       : "--credentials is for --auth sigv4 only";
  }
  if (options.verifies_signatures && !options.needs_credentials) {
    return "--auth sigv4 does not go with --no-auth";
  }
  return std::nullopt;
}

}  // namespace stator::server
