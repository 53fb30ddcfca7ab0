// One table under test and its reference: random calls, each compared with what the reference says.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model_client.h"
#include "model_random.h"
#include "model_reference.h"

namespace stator::server::testing {

// A condition, and whether it holds by the reference.
struct ModelGuard {
  std::string json;  // members to add to a request, with a leading comma; may be empty
  bool holds = true;
};

// A write that is not done yet, as an action of a transaction.
struct ModelProposal {
  std::string action;    // {"Put": {...}}
  std::string identity;  // of the item
  std::optional<ModelItem> item;
  bool holds = true;
};

struct ModelTableOptions {
  std::string name = "model";
  bool has_stream = false;
  // Not empty: items have it now and then, a number of seconds. `lifetimes` below.
  std::string expiry_attribute = {};
};

class ModelRun {
 public:
  // All must outlive the run.
  ModelRun(ModelClient& client, ModelRandom& random, ModelSchema schema,
           ModelTableOptions options = {});

  void create();
  // One call.
  void step();
  // Everything readable.
  void verify_all();

  const std::string& name() const { return options_.name; }
  const ModelTableOptions& options() const { return options_; }
  ModelTable& model() { return model_; }

  // A write for a transaction, of an item that is not in `seen`, which it adds to.
  std::optional<ModelProposal> propose(std::vector<std::string>& seen);
  // Compares the capacity of an answer with the units of the table and of each index.
  void expect_bill(const rapidjson::Value& capacity, const std::vector<std::uint64_t>& expected,
                   unsigned table_factor);
  // A scan of the table, or of an index, against these items.
  void expect_scan(const ModelIndex* index, const std::vector<ModelItem>& expected);

  // Parts of requests: "KeySchema":[...] and so on.
  static std::string definitions_json(const std::vector<const ModelKey*>& keys);
  static std::string index_json(const ModelIndex& index);

 private:
  std::size_t below(std::size_t bound) { return random_.below(bound); }
  bool chance(std::size_t one_in) { return random_.chance(one_in); }

  std::string table_json() const { return R"({"TableName":")" + options_.name + '"'; }
  std::string indexes_json(bool local) const;
  ModelItem random_item();
  ModelGuard random_guard(const ModelItem* item);
  std::string random_update(ModelItem& item, std::string& values);
  void expect_item(const std::string& what, const rapidjson::Value& answer, const char* member,
                   const ModelItem* expected);

  void put();
  void update();
  void remove();
  void batch();
  void get();

  // model_run_reads.cpp
  void query();
  const ModelIndex* random_source();
  std::vector<ModelItem> read_pages(std::string_view operation, const std::string& body,
                                    std::size_t limit);
  void verify_segments();

  // model_run_statements.cpp
  void statement();
  void insert_statement();
  void update_statement();
  void delete_statement();
  void select_statement();

  ModelClient& client_;
  ModelRandom& random_;
  ModelTable model_;
  ModelTableOptions options_;
};

// A transaction over some of the tables. Gives the body when it was committed.
std::optional<std::string> transact(ModelClient& client, ModelRandom& random,
                                    const std::vector<ModelRun*>& tables, const std::string& token);

}  // namespace stator::server::testing
