// The catalogues of a server: one for everybody, or one per region or account.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "model/mutex.h"
#include "storage/database.h"

namespace stator::storage {

// Databases by the name of their namespace; the empty name is always there.
//
// Thread safety: safe to use from any thread.
// Ownership: a namespace, once made, lives as long as this object, so references stay valid.
class Namespaces {
 public:
  Namespaces();
  Namespaces(const Namespaces&) = delete;
  Namespaces& operator=(const Namespaces&) = delete;

  // The namespace that everybody shares, found without a lock.
  Database& shared() { return shared_; }

  // The namespace of that name, made when it is asked for the first time.
  Database& at(std::string_view name);

  // Every namespace in order of name. `visit` may use the databases but not this object.
  void for_each(const std::function<void(const std::string& name, Database&)>& visit) const;

 private:
  mutable SharedMutex mutex_;
  std::map<std::string, std::unique_ptr<Database>, std::less<>> databases_
      STATOR_GUARDED_BY(mutex_);
  Database& shared_;
};

}  // namespace stator::storage
