#include "engine/persistence/commit.h"

#include "engine/persistence/records.h"
#include "storage/journal/item_codec.h"

namespace stator::engine {
namespace {

// Memory that a thread's commits use one after the other.
std::string& scratch() {
  thread_local std::string bytes;
  constexpr std::size_t kKeptBytesMax = std::size_t{1} << 20;
  if (bytes.capacity() > kKeptBytesMax) bytes = std::string();
  bytes.clear();
  return bytes;
}

}  // namespace

Commit::Commit(Journal& journal, const storage::ChangeContext& context)
    : journal_(journal), context_(context), changes_(scratch()) {}

void Commit::add(const storage::Table& table, const storage::ItemChange& change) {
  if (change.before == change.after) return;  // Table::apply changes nothing then, either
  ++count_;
  storage::encode_number(changes_, table.journal_name().number);
  storage::encode(changes_, static_cast<bool>(change.after));
  if (change.after) {
    storage::encode_item(changes_, *change.after);
  } else {
    storage::encode_text(changes_, change.key);
  }
}

void Commit::complete_token(std::string_view token, std::string_view fingerprint,
                            const std::vector<std::size_t>& image_bytes) {
  storage::encode_text(token_, token);
  storage::encode_text(token_, fingerprint);
  storage::encode(token_, image_bytes);
}

void Commit::append() {
  if (count_ == 0 && token_.empty()) return;
  constexpr std::size_t kHeadBytesMax = 16;
  std::string record;
  record.reserve(kHeadBytesMax + changes_.size() + token_.size());
  record.push_back(static_cast<char>(RecordType::kChanges));
  storage::encode(record, context_.now);
  storage::encode(record, context_.origin);
  storage::encode_number(record, count_);
  record += changes_;
  record += token_;
  journal_.append(record);
}

}  // namespace stator::engine
