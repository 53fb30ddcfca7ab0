#include "tests/simulation/copies.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stator::server::testing {

using rapidjson::Document;

namespace {

constexpr std::size_t kCopiesMax = 12;
constexpr std::chrono::hours kRecoverable{24 * 34};

}  // namespace

Copies::Copies(ModelClient& client, ModelRandom& random, ModelRun& table)
    : client_(client), random_(random), table_(table) {
  client_.call("UpdateContinuousBackups",
               R"({"TableName":")" + table_.name() +
                   R"(","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})");
}

std::chrono::seconds Copies::now() const {
  return std::chrono::floor<std::chrono::seconds>(client_.api().clock().now().time_since_epoch());
}

Copies::Copy Copies::copy(std::string source) const {
  Copy copy{std::move(source), table_.model().entries(nullptr), {}, now()};
  for (const ModelIndex& index : table_.model().schema().indexes) {
    if (index.is_readable) copy.indexes.push_back(index);
  }
  return copy;
}

void Copies::back_up() {
  if (backups_.size() == kCopiesMax) {
    const auto oldest = backups_.begin();
    client_.call("DeleteBackup", "{" + oldest->source + "}");
    backups_.erase(oldest);
  }
  const Document answer = client_.call(
      "CreateBackup", R"({"TableName":")" + table_.name() + R"(","BackupName":"copy"})");
  backups_.push_back(copy(std::string(R"("BackupArn":")") +
                          answer["BackupDetails"]["BackupArn"].GetString() + '"'));
}

void Copies::note_time() {
  if (moments_.size() == kCopiesMax) {
    moments_.erase(moments_.begin() + static_cast<std::ptrdiff_t>(random_.below(kCopiesMax)));
  }
  Copy moment = copy(R"("SourceTableName":")" + table_.name() + R"(","RestoreDateTime":)" +
                     std::to_string(now().count()));
  // What the table restored has of global indexes depends on when the next write comes.
  std::erase_if(moment.indexes, [](const ModelIndex& index) { return !index.is_local; });
  moments_.push_back(std::move(moment));
}

void Copies::restore() {
  std::erase_if(moments_, [&](const Copy& moment) { return now() - moment.taken > kRecoverable; });
  const bool is_backup = random_.chance(2);
  const std::vector<Copy>& copies = is_backup ? backups_ : moments_;
  if (copies.empty()) return;
  compare(is_backup ? "RestoreTableFromBackup" : "RestoreTableToPointInTime",
          copies[random_.below(copies.size())]);
}

void Copies::compare(const std::string& operation, const Copy& copy) {
  const std::string name = table_.name() + ".restored" + std::to_string(restored_++);
  client_.call(operation, R"({"TargetTableName":")" + name + "\"," + copy.source + "}");
  client_.api().dispatcher().run_background();
  ModelSchema schema{table_.model().schema().key, copy.indexes};
  ModelRun restored(client_, random_, schema, {name, false, {}});
  for (const ModelItem& item : copy.items) {
    restored.model().store(restored.model().identity(item), item);
  }
  restored.expect_scan(nullptr, copy.items);
  for (const ModelIndex& index : copy.indexes) {
    restored.expect_scan(&index, restored.model().entries(&index));
  }
  client_.call("DeleteTable", R"({"TableName":")" + name + "\"}");
}

}  // namespace stator::server::testing
