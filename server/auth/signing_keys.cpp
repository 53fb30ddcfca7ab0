#include "server/auth/signing_keys.h"

#include <utility>

namespace stator::server {

Sha256 SigningKeys::key_for(const CredentialScope& scope, std::string_view secret_access_key) {
  std::string name(scope.access_key_id);
  for (const std::string_view part : {scope.date, scope.region, scope.service}) {
    name.append("/").append(part);
  }
  {
    const ReadLock lock(mutex_);
    const auto known = keys_.find(name);
    if (known != keys_.end()) return known->second;
  }
  const Sha256 key = signing_key(secret_access_key, scope.date, scope.region, scope.service);
  std::map<std::string, Sha256, std::less<>> forgotten;  // freed after the lock
  std::map<std::string, Sha256, std::less<>> added;
  added.try_emplace(std::move(name), key);  // allocates before it
  const WriteLock lock(mutex_);
  if (keys_.size() >= kKeysMax) keys_.swap(forgotten);
  keys_.merge(added);
  return key;
}

}  // namespace stator::server
