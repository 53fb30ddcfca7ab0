// Global indexes that come and go while the table is written: created, filled in slices, deleted.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/server/model_client.h"
#include "tests/unit/server/model_random.h"
#include "tests/unit/server/model_run.h"

namespace stator::server::testing {

class IndexLifecycle {
 public:
  // All must outlive it.
  IndexLifecycle(ModelClient& client, ModelRandom& random, ModelRun& table);

  // Creates an index, or deletes one, when none is on its way.
  void change();
  // Takes over the phases of the indexes. To be called whenever the background has run.
  void look();
  // Items of before have such attributes of other types: they have no entry.
  void put_unfit_item();

 private:
  void create(const ModelIndex& index);
  void remove(const std::string& name);

  ModelClient& client_;
  ModelRandom& random_;
  ModelRun& table_;
  std::vector<ModelIndex> dormant_;  // those that the table has not at present
  bool is_changing_ = false;
};

}  // namespace stator::server::testing
