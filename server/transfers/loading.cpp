#include "server/transfers/loading.h"

#include <algorithm>
#include <utility>

#include "engine/plan_write.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "server/transfers/compression.h"

namespace stator::server {

void require_bucket(const engine::Engine& engine, const std::string& bucket) {
  if (engine.objects->has_bucket(bucket)) return;
  throw TransferError("The specified bucket does not exist", "S3NoSuchBucket");
}

void require_objects(const std::vector<std::string>& keys) {
  if (!keys.empty()) return;
  throw TransferError("There is no object with the specified prefix", "S3NoSuchKey");
}

Loaded load_item(engine::Engine& engine, const std::shared_ptr<storage::Table>& table,
                 const ItemRef& item, std::optional<expressions::Condition> condition) {
  if (item->size_bytes() > limits::kItemBytesMax) return std::string(messages::kItemTooLarge);
  engine::WritePlan plan;
  try {
    plan = engine::plan_put({table, std::move(condition)}, item, engine::MissingKeyText::kNamed);
  } catch (const Error& exhausted) {  // the limit of memory
    return exhausted.what();
  }
  if (auto* fault = std::get_if<engine::KeyFault>(&plan)) return std::move(fault->message);
  auto result = engine::execute_write(engine, std::get<engine::PlannedWrite>(plan),
                                      storage::ChangeOrigin::kLoad);
  if (auto* fault = std::get_if<engine::InvalidWrite>(&result.outcome)) {
    return std::move(fault->message);
  }
  return result;
}

std::optional<std::string_view> take_line(std::string_view& rest) {
  constexpr std::string_view kBlanks = " \t\r";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.find_first_not_of(kBlanks) != std::string_view::npos) return line;
  }
  return std::nullopt;
}

}  // namespace stator::server
