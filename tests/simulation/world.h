// One server with everything going on at once, driven by a seed alone: the same seed makes the same
// calls at the same moments and gets the same answers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/copies.h"
#include "tests/simulation/index_lifecycle.h"
#include "tests/simulation/replicas.h"
#include "tests/simulation/stream_follower.h"
#include "tests/unit/server/model_client.h"
#include "tests/unit/server/model_random.h"
#include "tests/unit/server/model_run.h"

namespace stator::server::testing {

class World {
 public:
  explicit World(std::uint64_t seed);

  // One thing of all those that happen. Throws Mismatch.
  void step();
  // Everything, against the reference.
  void verify();

  std::uint64_t calls() const { return client_.calls(); }

 private:
  // A table and what surrounds it.
  struct Place {
    std::unique_ptr<ModelRun> run;
    std::unique_ptr<IndexLifecycle> indexes;
    std::unique_ptr<StreamFollower> follower;  // null: no stream
    std::unique_ptr<Copies> copies;            // null: none are made
  };
  // A transaction that was committed under a token.
  struct Committed {
    std::string token;
    std::string body;
    Timestamp at;
  };

  void add_table(std::size_t number);
  Place& any_place() { return places_[random_.below(places_.size())]; }
  void use_table();
  void transact_across();
  void use_token_again();
  // Takes a snapshot of everything, has everything go another way, and restores the snapshot.
  void restore_snapshot();
  // Time passes: seconds, or hours.
  void pass_time();
  // Runs what is due, in slices between which other calls come.
  void run_background();
  // Runs what is due and nothing else, and has the reference follow.
  void settle();

  ModelRandom random_;
  ModelClient client_;
  std::vector<Place> places_;
  std::unique_ptr<Replicas> replicas_;
  std::vector<Committed> committed_;
  std::uint64_t tokens_ = 0;
};

}  // namespace stator::server::testing
