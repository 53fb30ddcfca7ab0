// Texts are measured (2026) but where model/messages.h says otherwise. Every status that the
// service passes through lasts here until the answer has been made.
#include "engine/kinesis.h"

#include <algorithm>
#include <utility>

#include "engine/engine.h"
#include "engine/kinesis_status.h"
#include "engine/table_change.h"
#include "engine/table_lifecycle.h"
#include "model/entropy.h"
#include "model/error.h"
#include "model/messages.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

// What a change does to the destinations, under the table's lock: why it cannot be, or nothing.
using Fault = std::optional<std::string>;

KinesisDestination* find_destination(TableSettings& settings, std::string_view stream_arn) {
  auto& all = settings.kinesis_destinations;
  const auto found = std::find_if(all.begin(), all.end(), [&](const KinesisDestination& each) {
    return each.stream_arn == stream_arn;
  });
  return found == all.end() ? nullptr : &*found;
}

bool is_any_active(const TableSettings& settings) {
  const auto& all = settings.kinesis_destinations;
  return std::any_of(all.begin(), all.end(),
                     [](const KinesisDestination& each) { return each.is_active; });
}

// "arn:aws:kinesis:<region>:<account>:stream/<name>", the name of the letters that Kinesis allows:
// it becomes the name of a file.
bool is_data_stream(std::string_view arn) {
  constexpr std::string_view kStream = ":stream/";
  constexpr std::string_view kNameLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  const bool is_kinesis = arn.starts_with("arn:") && arn.find(":kinesis:") != arn.npos;
  const std::size_t at = arn.find(kStream);
  const std::string_view name = at == arn.npos ? "" : arn.substr(at + kStream.size());
  return is_kinesis && !name.empty() && name.find_first_not_of(kNameLetters) == name.npos;
}

// One destination at a time is active; the newest is described first.
Fault enable(TableSettings& settings, std::string_view stream_arn,
             std::optional<KinesisPrecision> precision) {
  if (is_any_active(settings)) return std::string(messages::kKinesisNotDisabled);
  KinesisDestination* destination = find_destination(settings, stream_arn);
  if (destination == nullptr) {
    auto& all = settings.kinesis_destinations;
    destination = &*all.insert(all.begin(), KinesisDestination{});
    destination->stream_arn = stream_arn;
  }
  destination->is_active = is_data_stream(stream_arn);
  destination->precision = precision;
  ++settings.revision;
  return std::nullopt;
}

Fault disable(TableSettings& settings, std::string_view stream_arn) {
  KinesisDestination* destination = find_destination(settings, stream_arn);
  if (destination == nullptr || !destination->is_active) {
    return std::string(messages::kKinesisNotActive);
  }
  destination->is_active = false;
  ++settings.revision;
  return std::nullopt;
}

Fault update(TableSettings& settings, const DestinationName& name, KinesisPrecision precision) {
  KinesisDestination* destination = find_destination(settings, name.stream_arn);
  if (destination == nullptr) {
    return messages::no_kinesis_destination(name.stream_arn, name.table);
  }
  if (!destination->is_active) {
    return messages::kinesis_not_updatable(name.stream_arn, name.table);
  }
  if (destination->precision.value_or(KinesisPrecision::kMillisecond) == precision) {
    return messages::same_kinesis_precision(precision_name(precision), settings.id,
                                            name.stream_arn);
  }
  destination->precision = precision;
  ++settings.revision;
  return std::nullopt;
}

// nullptr when the records would go nowhere.
std::shared_ptr<KinesisFeed> make_feed(Engine& engine, const storage::Table& table,
                                       std::string_view region,
                                       const KinesisDestination& destination) {
  if (!engine.kinesis.sink || !is_data_stream(destination.stream_arn)) return nullptr;
  const auto feed = std::make_shared<KinesisFeed>(
      engine, KinesisSource{destination.stream_arn, std::string(region), table.name(),
                            table.key()});
  feed->set_precision(destination.precision.value_or(KinesisPrecision::kMillisecond));
  return feed;
}

void throw_if(Fault fault) {
  if (fault) throw validation_error(*std::move(fault));
}

}  // namespace

void KinesisFeed::before_change(const storage::Trees&, const storage::ItemChange& change,
                                const storage::ChangeContext& context) noexcept {
  if (storage::changes_nothing(change)) return;
  KinesisRecord record;
  record.event_id = make_uuid(engine_.entropy);
  record.precision = precision_;
  record.change.created = context.now;
  record.change.origin = context.origin;
  record.change.event = storage::event_of(change);
  record.change.old_image = change.before;
  record.change.new_image = change.after;
  bool is_first = false;
  {
    const MutexLock lock(mutex_);
    is_first = queue_.empty();
    queue_.push_back(std::move(record));
  }
  if (!is_first) return;
  engine_.background.schedule_now([feed = shared_from_this()] { feed->drain(); });
}

void KinesisFeed::drain() {
  std::vector<KinesisRecord> records;
  {
    const MutexLock lock(mutex_);
    records.swap(queue_);
  }
  engine_.kinesis.sink(source_, records);
}

void Kinesis::add(const std::shared_ptr<storage::Table>& table, std::shared_ptr<KinesisFeed> feed) {
  const MutexLock lock(mutex_);
  std::erase_if(entries_, [](const Entry& entry) { return entry.table.expired(); });
  entries_.push_back({table, std::move(feed)});
}

std::shared_ptr<KinesisFeed> Kinesis::find(const storage::Table& table,
                                           std::string_view stream_arn) {
  const MutexLock lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.table.lock().get() == &table && entry.feed->source().stream_arn == stream_arn;
  });
  return found == entries_.end() ? nullptr : found->feed;
}

void Kinesis::remove(const KinesisFeed& feed) {
  const MutexLock lock(mutex_);
  std::erase_if(entries_, [&](const Entry& entry) { return entry.feed.get() == &feed; });
}

void enable_kinesis_destination(Engine& engine, const Caller& caller, const DestinationName& name,
                                std::optional<KinesisPrecision> precision) {
  const auto table = find_table(engine, name.table, caller);
  const auto feed = make_feed(engine, *table, caller.region, {name.stream_arn, true, precision});
  const MutexLock changing(engine.kinesis.changing());
  Fault fault;
  {
    const TableChange lock(engine, *table);
    fault = enable(table->settings(), name.stream_arn, precision);
    if (!fault && feed) table->attach(feed);
  }
  throw_if(std::move(fault));
  if (feed) engine.kinesis.add(table, feed);
}

void disable_kinesis_destination(Engine& engine, const Caller& caller,
                                 const DestinationName& name) {
  const auto table = find_table(engine, name.table, caller);
  const MutexLock changing(engine.kinesis.changing());
  const auto feed = engine.kinesis.find(*table, name.stream_arn);
  Fault fault;
  {
    const TableChange lock(engine, *table);
    fault = disable(table->settings(), name.stream_arn);
    if (!fault && feed) table->detach(*feed);
  }
  throw_if(std::move(fault));
  if (feed) engine.kinesis.remove(*feed);
}

void update_kinesis_destination(Engine& engine, const Caller& caller, const DestinationName& name,
                                std::optional<KinesisPrecision> precision) {
  if (!precision) throw validation_error(std::string(messages::kKinesisUpdateIsEmpty));
  const auto table = find_table(engine, name.table, caller);
  const MutexLock changing(engine.kinesis.changing());
  Fault fault;
  {
    const TableChange lock(engine, *table);
    fault = update(table->settings(), name, *precision);
  }
  throw_if(std::move(fault));
  if (const auto feed = engine.kinesis.find(*table, name.stream_arn)) {
    feed->set_precision(*precision);
  }
}

void resume_kinesis(Engine& engine, const std::shared_ptr<storage::Table>& table) {
  const WriteLock lock(table->mutex());
  const std::string region = parse_table_name(table->settings().arn).region;
  for (const KinesisDestination& destination : table->settings().kinesis_destinations) {
    if (!destination.is_active) continue;
    const auto feed = make_feed(engine, *table, region, destination);
    if (!feed) continue;
    table->attach(feed);
    engine.kinesis.add(table, feed);
  }
}

std::vector<KinesisDestination> describe_kinesis_destinations(Engine& engine, const Caller& caller,
                                                              std::string_view table_name) {
  const std::shared_ptr<const storage::Table> table = find_table(engine, table_name, caller);
  const ReadLock lock(table->mutex());
  return table->settings().kinesis_destinations;
}

KinesisStatus status_of(const KinesisDestination& destination) {
  if (destination.is_active) return KinesisStatus::kActive;
  return is_data_stream(destination.stream_arn) ? KinesisStatus::kDisabled
                                                : KinesisStatus::kEnableFailed;
}

std::string_view precision_name(KinesisPrecision precision) {
  return precision == KinesisPrecision::kMicrosecond ? "MICROSECOND" : "MILLISECOND";
}

}  // namespace stator::engine
