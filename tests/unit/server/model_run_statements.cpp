// The statements of a model run that write. All values are parameters.
#include "model_run.h"

namespace stator::server::testing {

using rapidjson::Document;
using rapidjson::Value;

namespace {

constexpr std::string_view kBill = R"(,"ReturnConsumedCapacity":"INDEXES")";

// A statement in the making: text with a "?" for each value.
struct StatementText {
  std::string text;
  std::string parameters;

  void add(const std::string& words, const ModelValue& value) {
    text += words + "?";
    parameters += (parameters.empty() ? "" : ",") + to_json(value);
  }
  std::string body() const {
    return R"({"Statement":")" + text + R"(","Parameters":[)" + parameters + "]" +
           std::string(kBill) + "}";
  }
};

void add_key_condition(StatementText& statement, const ModelItem& key) {
  const char* word = " WHERE ";
  for (const auto& [name, value] : key) {
    statement.add(word + name + " = ", value);
    word = " AND ";
  }
}

}  // namespace

void ModelRun::statement() {
  switch (below(5)) {
    case 0:
      insert_statement();
      break;
    case 1:
      update_statement();
      break;
    case 2:
      delete_statement();
      break;
    default:
      select_statement();
      break;
  }
}

// An INSERT replaces nothing.
void ModelRun::insert_statement() {
  const ModelItem item = random_item();
  const std::string identity = model_.identity(item);
  StatementText statement{R"(INSERT INTO \")" + name() + R"(\" VALUE {)", {}};
  const char* separator = "";
  for (const auto& [name, value] : item) {
    statement.add(separator + ("'" + name) + "': ", value);
    separator = ", ";
  }
  statement.text += "}";
  if (model_.find(identity) != nullptr) {
    client_.expect_refusal("ExecuteStatement", statement.body(), "DuplicateItemException");
    return;
  }
  const Document answer = client_.call("ExecuteStatement", statement.body());
  expect_bill(answer["ConsumedCapacity"], model_.store(identity, item), 1);
}

// An UPDATE needs an item.
void ModelRun::update_statement() {
  const ModelItem key = random_.key(model_.schema());
  const std::string identity = model_.identity(key);
  const ModelItem* before = model_.find(identity);
  ModelItem after = before == nullptr ? key : *before;
  StatementText statement{R"(UPDATE \")" + name() + R"(\")", {}};
  after["x2"] = random_.value("SNBL"[below(4)]);
  statement.add(" SET x2 = ", after["x2"]);
  if (chance(2)) {
    statement.text += " REMOVE x1";
    after.erase("x1");
  }
  add_key_condition(statement, key);
  const auto answer = client_.call_conditional("ExecuteStatement", statement.body());
  client_.expect_equal("whether there is an item", answer.has_value(), before != nullptr);
  if (answer) expect_bill((*answer)["ConsumedCapacity"], model_.store(identity, after), 1);
}

void ModelRun::delete_statement() {
  const ModelItem key = random_.key(model_.schema());
  const std::string identity = model_.identity(key);
  StatementText statement{R"(DELETE FROM \")" + name() + R"(\")", {}};
  add_key_condition(statement, key);
  const Document answer = client_.call("ExecuteStatement", statement.body());
  expect_bill(answer["ConsumedCapacity"], model_.store(identity, std::nullopt), 1);
}

}  // namespace stator::server::testing
