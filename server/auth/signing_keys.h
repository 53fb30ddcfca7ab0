// Signing keys that were derived before. A key holds for one access key, day, region and service,
// and takes four HMACs to derive, so it pays to keep it: a program signs with one for a day.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "model/mutex.h"
#include "server/auth/signature.h"

namespace stator::server {

struct CredentialScope {
  std::string_view access_key_id;
  std::string_view date;  // YYYYMMDD
  std::string_view region;
  std::string_view service;
};

class SigningKeys {
 public:
  // The key of this scope; `secret_access_key` is that of its access key, and always the same.
  Sha256 key_for(const CredentialScope& scope, std::string_view secret_access_key);

 private:
  // Regions are the client's to choose, so what is kept has a limit.
  static constexpr std::size_t kKeysMax = 256;

  SharedMutex mutex_;
  std::map<std::string, Sha256, std::less<>> keys_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::server
