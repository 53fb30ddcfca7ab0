#include "engine/streams.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <variant>

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/persistence/definitions.h"
#include "engine/table_lifecycle_time.h"
#include "model/error.h"
#include "model/limits.h"
#include "model/messages.h"
#include "model/table_arn.h"

namespace stator::engine {
namespace {

using storage::ShardDescription;
using storage::ShardPosition;
using storage::StreamFault;
using storage::StreamLog;
using storage::StreamRecord;

constexpr std::chrono::minutes kSweepInterval{5};
constexpr std::chrono::minutes kIteratorLife{15};

// In front of the 20 digits of a record's number: sequence numbers have at least 21.
constexpr char kSequencePrefix = '1';
constexpr std::size_t kSequenceDigits = 21;

bool is_gone(const Stream& stream, Timestamp now) {
  const std::optional<Timestamp> closed = stream.log->closed();
  return closed && *closed + StreamLog::kRetention <= now;
}

void sweep(Engine& engine) {
  if (!engine.streams.settle(engine.clock.now())) return;
  engine.background.schedule(engine.clock.now() + kSweepInterval, [&engine] { sweep(engine); });
}

void begin_sweep(Engine& engine) {
  if (!engine.streams.claim_sweep()) return;
  engine.background.schedule(engine.clock.now() + kSweepInterval, [&engine] { sweep(engine); });
}

StreamRef require_stream(Engine& engine, const Caller& caller, std::string_view arn) {
  StreamRef stream = engine.streams.find(namespace_of(engine.namespace_mode, caller), arn,
                                         engine.clock.now());
  if (stream) return stream;
  throw Error(ErrorCode::kResourceNotFound, messages::stream_not_found(arn));
}

[[noreturn]] void throw_fault(StreamFault fault, std::string_view shard_id,
                              std::string_view number) {
  switch (fault) {
    case StreamFault::kNoShard:
      throw Error(ErrorCode::kResourceNotFound, std::string(messages::kShardNotFound));
    case StreamFault::kTrimmed:
      throw Error(ErrorCode::kTrimmedDataAccess, std::string(messages::kTrimmedDataAccess));
    case StreamFault::kOutOfRange: break;
  }
  throw validation_error(messages::sequence_number_out_of_range(number, shard_id));
}

// Nothing for a number that no stream of this server gave.
std::optional<std::uint64_t> parse_sequence_number(std::string_view text) {
  if (text.size() != kSequenceDigits || text.front() != kSequencePrefix) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data() + 1, end, number);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return number;
}

StreamRef open_stream(Engine& engine, const Caller& caller, const TableSchema& schema,
                      TableSettings& settings) {
  const Timestamp now = engine.clock.now();
  auto stream = std::make_shared<Stream>();
  stream->name_space = namespace_of(engine.namespace_mode, caller);
  stream->region = parse_table_name(settings.arn).region;
  stream->table_name = schema.name;
  stream->key = schema.key;
  stream->view_type = settings.stream->view_type;
  stream->requested = now;
  stream->seed = engine.entropy.next();
  stream->log = std::make_shared<StreamLog>(stream->view_type, now, stream->seed);
  Timestamp moment = now;
  do {
    stream->label = settings.stream->label;
    stream->arn = stream_arn(settings.arn, stream->label);
    moment += std::chrono::milliseconds(1);
    settings.stream->label = stream_label(moment);
  } while (!engine.streams.add(stream));
  settings.stream->label = stream->label;
  begin_sweep(engine);
  return stream;
}

}  // namespace

bool Streams::add(const StreamRef& stream) {
  const MutexLock lock(mutex_);
  return streams_.emplace(Key{stream->name_space, stream->arn}, stream).second;
}

void Streams::remove(const Stream& stream) {
  const MutexLock lock(mutex_);
  streams_.erase(Key{stream.name_space, stream.arn});
}

StreamRef Streams::find(std::string_view name_space, std::string_view arn, Timestamp now) const {
  const MutexLock lock(mutex_);
  const auto found = streams_.find(Key{name_space, arn});
  if (found == streams_.end() || is_gone(*found->second, now)) return nullptr;
  return found->second;
}

std::vector<StreamRef> Streams::list(std::string_view name_space,
                                     std::optional<std::string_view> table_name,
                                     std::string_view after, std::size_t limit,
                                     Timestamp now) const {
  const MutexLock lock(mutex_);
  std::vector<StreamRef> page;
  for (auto at = streams_.upper_bound(Key{name_space, after}); at != streams_.end(); ++at) {
    const Stream& stream = *at->second;
    if (stream.name_space != name_space || page.size() == limit) break;
    if (table_name && stream.table_name != *table_name) continue;
    if (!is_gone(stream, now)) page.push_back(at->second);
  }
  return page;
}

std::vector<StreamRef> Streams::all(Timestamp now) const {
  const MutexLock lock(mutex_);
  std::vector<StreamRef> all;
  for (const auto& [key, stream] : streams_) {
    if (!is_gone(*stream, now)) all.push_back(stream);
  }
  return all;
}

bool Streams::settle(Timestamp now) {
  std::vector<StreamRef> all;
  std::vector<StreamRef> gone;  // freed after the lock
  {
    const MutexLock lock(mutex_);
    for (auto at = streams_.begin(); at != streams_.end();) {
      if (is_gone(*at->second, now)) {
        gone.push_back(std::move(at->second));
        at = streams_.erase(at);
      } else {
        all.push_back((at++)->second);
      }
    }
    is_swept_ = !all.empty();
  }
  for (const StreamRef& stream : all) stream->log->settle(now);
  return !all.empty();
}

void Streams::clear() {
  std::map<Key, StreamRef> all;  // freed after the lock
  const MutexLock lock(mutex_);
  all.swap(streams_);
}

bool Streams::claim_sweep() {
  const MutexLock lock(mutex_);
  return !std::exchange(is_swept_, true);
}

StreamSwitch::StreamSwitch(Engine& engine, const Caller& caller,
                           const std::optional<StreamSettings>& before, const TableSchema& schema,
                           TableSettings& after)
    : engine_(engine) {
  const bool was_enabled = before && before->enabled;
  const bool is_enabled = after.stream && after.stream->enabled;
  if (!was_enabled && is_enabled) opened_ = open_stream(engine, caller, schema, after);
  if (was_enabled && !is_enabled) {
    closing_ = engine.streams.find(namespace_of(engine.namespace_mode, caller),
                                   stream_arn(after.arn, before->label), engine.clock.now());
  }
}

StreamSwitch::~StreamSwitch() {
  if (opened_ && !is_applied_) engine_.streams.remove(*opened_);
}

void StreamSwitch::apply(storage::Table& table) {
  is_applied_ = true;
  if (opened_) table.attach(opened_->log);
  if (closing_) {
    table.detach(*closing_->log);
    closing_->log->close(engine_.clock.now());
  }
}

void close_stream(Engine& engine, const Caller& caller, const TableSettings& settings) {
  if (!settings.stream || !settings.stream->enabled) return;
  const StreamRef stream =
      engine.streams.find(namespace_of(engine.namespace_mode, caller),
                          stream_arn(settings.arn, settings.stream->label), engine.clock.now());
  if (!stream) return;
  const Timestamp now = engine.clock.now();
  stream->log->close(now);
  journal_stream_closed(engine, *stream, now);
}

void resume_streams(Engine& engine) {
  if (!engine.streams.all(engine.clock.now()).empty()) begin_sweep(engine);
}

StreamList list_streams(Engine& engine, const Caller& caller,
                        std::optional<std::string_view> table_name,
                        std::optional<std::string_view> exclusive_start_arn, std::size_t limit) {
  StreamList page;
  page.streams = engine.streams.list(namespace_of(engine.namespace_mode, caller), table_name,
                                     exclusive_start_arn.value_or(std::string_view()), limit + 1,
                                     engine.clock.now());
  if (page.streams.size() > limit) {
    page.streams.pop_back();
    page.last_evaluated_arn = page.streams.back()->arn;
  }
  return page;
}

StreamDescription describe_stream(Engine& engine, const Caller& caller, std::string_view arn,
                                  const ShardQuery& query) {
  StreamDescription description;
  description.stream = require_stream(engine, caller, arn);
  for (ShardDescription& shard : description.stream->log->shards(engine.clock.now())) {
    if (shard.id <= query.exclusive_start_id) continue;
    if (query.children_of_id && shard.parent_id != *query.children_of_id) continue;
    if (description.shards.size() == query.limit) {
      description.last_evaluated_id = description.shards.back().id;
      break;
    }
    description.shards.push_back(std::move(shard));
  }
  return description;
}

ShardIterator get_shard_iterator(Engine& engine, const Caller& caller,
                                 const IteratorRequest& request) {
  const StreamRef stream = require_stream(engine, caller, request.stream_arn);
  const Timestamp now = engine.clock.now();
  if (request.kind == ShardPosition::Kind::kAtTime && request.time > now) {
    throw validation_error(std::string(messages::kTimestampInFuture));
  }
  // A number that cannot be one is out of the range of every shard.
  const ShardPosition position{request.kind,
                               parse_sequence_number(request.sequence_number).value_or(0),
                               request.time};
  const auto found = stream->log->locate(request.shard_id, position, now);
  if (const auto* fault = std::get_if<StreamFault>(&found)) {
    throw_fault(*fault, request.shard_id, request.sequence_number);
  }
  return {stream->arn, std::string(request.shard_id), std::get<std::uint64_t>(found), now};
}

StreamRecords get_records(Engine& engine, const Caller& caller, const ShardIterator& iterator,
                          std::size_t limit) {
  const StreamRef stream = require_stream(engine, caller, iterator.stream_arn);
  const Timestamp now = engine.clock.now();
  if (iterator.issued + kIteratorLife < now) {
    throw Error(ErrorCode::kExpiredIterator, std::string(messages::kExpiredIterator));
  }
  auto found = stream->log->read(iterator.shard_id, iterator.number, limit, now);
  if (const auto* fault = std::get_if<StreamFault>(&found)) {
    throw_fault(*fault, iterator.shard_id, sequence_number(iterator.number));
  }
  auto& page = std::get<storage::StreamPage>(found);
  StreamRecords records;
  records.stream = stream;
  std::size_t bytes = 0;
  for (StreamRecord& record : page.records) {
    bytes += record_bytes(*stream, record);
    if (bytes > limits::kPageBytesMax && !records.records.empty()) {
      page.next = record.number;
      break;
    }
    records.records.push_back(std::move(record));
  }
  if (page.next) {
    records.next = ShardIterator{stream->arn, iterator.shard_id, *page.next, now};
  }
  return records;
}

std::string sequence_number(std::uint64_t number) {
  return fmt::format("{}{:020}", kSequencePrefix, number);
}

std::string event_id(const Stream& stream, const StreamRecord& record) {
  // Two bijections of the number, so that no two records of a stream share an id.
  const std::uint64_t high = stream.seed ^ (record.number * 0x9E3779B97F4A7C15U);
  const std::uint64_t low = (stream.seed + record.number) * 0xD1342543DE82EF95U;
  return fmt::format("{:016x}{:016x}", high, low);
}

AttributeMap keys_of(const KeySchema& key, const StreamRecord& record) {
  const Item& item = record.new_image ? *record.new_image : *record.old_image;
  AttributeMap keys;
  for (const auto* part : {&key.hash, &key.range}) {
    for (const KeyAttribute& attribute : *part) {
      keys.set(attribute.name, *item.find(attribute.name));
    }
  }
  return keys;
}

const Item* shown_old_image(const Stream& stream, const StreamRecord& record) {
  const bool is_shown = stream.view_type == StreamViewType::kOldImage ||
                        stream.view_type == StreamViewType::kNewAndOldImages;
  return is_shown ? record.old_image.get() : nullptr;
}

const Item* shown_new_image(const Stream& stream, const StreamRecord& record) {
  const bool is_shown = stream.view_type == StreamViewType::kNewImage ||
                        stream.view_type == StreamViewType::kNewAndOldImages;
  return is_shown ? record.new_image.get() : nullptr;
}

std::size_t record_bytes(const Stream& stream, const StreamRecord& record) {
  const Item* const old_image = shown_old_image(stream, record);
  const Item* const new_image = shown_new_image(stream, record);
  return size_bytes(keys_of(stream.key, record)) + (old_image ? old_image->size_bytes() : 0) +
         (new_image ? new_image->size_bytes() : 0);
}

}  // namespace stator::engine
