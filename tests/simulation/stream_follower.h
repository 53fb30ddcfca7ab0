// A consumer of a table's stream: follows the shards through their rotation and replays the records
// into a table of its own, which must come to equal the table.
#pragma once

#include <rapidjson/document.h>

#include <map>
#include <optional>
#include <string>

#include "tests/unit/server/model_client.h"
#include "tests/unit/server/model_random.h"
#include "tests/unit/server/model_run.h"

namespace stator::server::testing {

class StreamFollower {
 public:
  // The table has a stream with both images. All must outlive the follower.
  StreamFollower(ModelClient& client, ModelRandom& random, ModelRun& table);

  // Reads all there is and compares. To be called at least every 24 hours.
  void catch_up();

 private:
  struct Shard {
    std::string parent;
    std::string last_number;  // of the last record read; empty: none yet
    bool is_done = false;     // closed, and read to its end
  };

  void list_shards();
  std::string iterator_of(const std::string& id, const Shard& shard);
  void read(const std::string& id, Shard& shard);
  void replay(const rapidjson::Value& record, Shard& shard);

  ModelClient& client_;
  ModelRandom& random_;
  ModelRun& table_;
  std::string arn_;
  std::map<std::string, Shard> shards_;
  std::map<std::string, std::string> items_;  // key -> item
};

}  // namespace stator::server::testing
