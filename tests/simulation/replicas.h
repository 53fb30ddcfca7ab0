// A global table: writes in all regions, which must come to hold the same items.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tests/unit/server/model_client.h"
#include "tests/unit/server/model_random.h"

namespace stator::server::testing {

class Replicas {
 public:
  // Creates the table and its replicas. All must outlive it.
  Replicas(ModelClient& client, ModelRandom& random);

  // A write in some region.
  void write();
  // REQUIRES: all changes have been delivered.
  void compare();

 private:
  std::map<std::string, std::string> items(const std::string& region);

  ModelClient& client_;
  ModelRandom& random_;
  std::map<std::string, std::string> last_;  // key -> the value last written; absent: deleted
  std::uint64_t writes_ = 0;
};

}  // namespace stator::server::testing
