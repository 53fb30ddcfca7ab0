#include "storage/stream_log.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "model/key_bytes.h"
#include "storage/table.h"

namespace stator::storage {
namespace {

// Scatters bits (the finalizer of SplitMix64).
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

// The lanes share the hashes in equal ranges, as partitions do.
std::size_t lane_of(std::uint64_t hash) {
  static_assert((StreamLog::kLanes & (StreamLog::kLanes - 1)) == 0);
  return (hash >> 32) * StreamLog::kLanes >> 32;
}

// The first place for which `holds`, as it does for all after it; `end` when there is none.
template <class Holds>
std::size_t first_place(std::size_t begin, std::size_t end, Holds holds) {
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (holds(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

constexpr Timestamp::rep kNeverRotates = std::numeric_limits<Timestamp::rep>::max();

}  // namespace

StreamEvent event_of(const ItemChange& change) {
  if (!change.before) return StreamEvent::kInsert;
  return change.after ? StreamEvent::kModify : StreamEvent::kRemove;
}

bool changes_nothing(const ItemChange& change) {
  if (!change.before || !change.after) return change.before == change.after;
  return change.before->size_bytes() == change.after->size_bytes() &&
         change.before->attributes() == change.after->attributes();
}

StreamLog::StreamLog(StreamViewType view_type, Timestamp now, std::uint64_t seed)
    : view_type_(view_type),
      seed_(seed),
      next_rotation_ms_((now + kShardLife).time_since_epoch().count()) {
  std::size_t number = 0;
  for (Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    lane.number = number++;
    lane.shards.push_back(make_shard(lane.number, now, {}));
  }
}

// "shardId-" , 20 digits of the moment in milliseconds , "-" , 8 hexadecimal digits. The last two
// are the lane's, so that shards of one moment differ.
StreamLog::Shard StreamLog::make_shard(std::size_t lane, Timestamp opened, std::string parent_id) {
  const auto ms = static_cast<std::uint64_t>(opened.time_since_epoch().count());
  const std::uint64_t mark = (mix(seed_ + ms) & 0xFFFFFF00U) | lane;
  Shard shard;
  shard.description.id = fmt::format("shardId-{:020}-{:08x}", ms, mark);
  shard.description.parent_id = std::move(parent_id);
  shard.description.first_number = next_number();
  shard.opened = opened;
  return shard;
}

void StreamLog::end_shard(Shard& shard, Timestamp at) {
  shard.description.last_number = next_number();
  shard.closed = at;
}

void StreamLog::Shard::append(StreamRecord record) {
  if (end == chunks.size() * kChunkRecords) chunks.push_back(std::make_shared<Chunk>());
  (*chunks.back())[end % kChunkRecords] = std::move(record);
  ++end;
}

// A chunk with room left goes on being written by the log that it is of: its records are copied.
void StreamLog::Shard::share(const std::vector<Slice>& slices) {
  if (slices.empty()) return;
  begin = slices.front().begin;
  end = (slices.size() - 1) * kChunkRecords + slices.back().end;
  for (const Slice& slice : slices) chunks.push_back(std::const_pointer_cast<Chunk>(slice.chunk));
  const Slice& last = slices.back();
  if (last.end == kChunkRecords) return;
  auto copied = std::make_shared<Chunk>();
  std::copy(last.chunk->begin() + last.begin, last.chunk->begin() + last.end,
            copied->begin() + last.begin);
  chunks.back() = std::move(copied);
}

std::size_t StreamLog::Shard::find(std::uint64_t number) const {
  return first_place(begin, end, [&](std::size_t i) { return at(i).number >= number; });
}

std::size_t StreamLog::Shard::find(Timestamp time) const {
  return first_place(begin, end, [&](std::size_t i) { return at(i).created >= time; });
}

void StreamLog::rotate(Timestamp now) {
  const Timestamp::rep now_ms = now.time_since_epoch().count();
  if (now_ms < next_rotation_ms_.load()) return;
  const MutexLock rotating(rotating_);
  while (now_ms >= next_rotation_ms_.load()) {
    const Timestamp at{Timestamp::duration(next_rotation_ms_.load())};
    for (Lane& lane : lanes_) {
      const MutexLock lock(lane.mutex);
      end_shard(lane.shards.back(), at);
      lane.shards.push_back(make_shard(lane.number, at, lane.shards.back().description.id));
    }
    next_rotation_ms_ = (at + kShardLife).time_since_epoch().count();
  }
}

void StreamLog::trim(Lane& lane, Timestamp now, Garbage& garbage) {
  for (Shard& shard : lane.shards) {
    while (shard.begin < shard.end && shard.at(shard.begin).created + kRetention <= now) {
      shard.trimmed_number = shard.at(shard.begin).number;
      ++shard.begin;
      if (shard.begin < kChunkRecords) continue;
      garbage.chunks.push_back(std::move(shard.chunks.front()));
      shard.chunks.pop_front();
      shard.begin -= kChunkRecords;
      shard.end -= kChunkRecords;
    }
    if (shard.begin < shard.end) break;  // what follows is newer
  }
  while (!lane.shards.empty() && !lane.shards.front().is_open() &&
         lane.shards.front().closed + kRetention <= now) {
    garbage.shards.push_back(std::move(lane.shards.front()));
    lane.shards.pop_front();
  }
}

StreamRecord StreamLog::make_record(const ItemChange& change, const ChangeContext& context) const {
  StreamRecord record;
  record.created = context.now;
  record.origin = context.origin;
  record.event = event_of(change);
  const bool shows_old = view_type_ == StreamViewType::kOldImage ||
                         view_type_ == StreamViewType::kNewAndOldImages;
  const bool shows_new = view_type_ != StreamViewType::kOldImage;  // or holds the key
  if (shows_old || !change.after) record.old_image = change.before;
  if (shows_new || !change.before) record.new_image = change.after;
  return record;
}

void StreamLog::before_change(const Trees&, const ItemChange& change,
                              const ChangeContext& context) noexcept {
  if (changes_nothing(change)) return;
  StreamRecord record = make_record(change, context);
  rotate(context.now);
  Lane& lane = lanes_[lane_of(hash_of(change.key))];
  const MutexLock lock(lane.mutex);
  if (lane.shards.empty()) return;  // closed, and trimmed since
  Shard& shard = lane.shards.back();
  if (!shard.is_open()) return;
  record.number = next_number();
  shard.append(std::move(record));
}

void StreamLog::close(Timestamp now) {
  rotate(now);
  const MutexLock rotating(rotating_);
  next_rotation_ms_ = kNeverRotates;
  for (Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    if (lane.shards.empty()) continue;
    Shard& shard = lane.shards.back();
    if (shard.is_open()) end_shard(shard, now);
  }
  Timestamp::rep not_closed = 0;
  closed_ms_.compare_exchange_strong(not_closed, now.time_since_epoch().count());
}

std::optional<Timestamp> StreamLog::closed() const {
  const Timestamp::rep ms = closed_ms_.load();
  if (ms == 0) return std::nullopt;
  return Timestamp(Timestamp::duration(ms));
}

void StreamLog::settle(Timestamp now) {
  Garbage garbage;
  rotate(now);
  for (Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    trim(lane, now, garbage);
  }
}

StreamLog::Copy StreamLog::copy() {
  const MutexLock rotating(rotating_);
  Copy copy;
  copy.closed = closed();
  for (const Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    for (const Shard& shard : lane.shards) {
      copy.shards.push_back({lane.number, shard.description, shard.opened, shard.closed,
                             shard.trimmed_number, slices(shard, shard.begin, shard.end)});
    }
  }
  copy.last_number = last_number_.load();
  return copy;
}

StreamLog::StreamLog(StreamViewType view_type, std::uint64_t seed, const Copy& copy)
    : view_type_(view_type),
      seed_(seed),
      last_number_(copy.last_number),
      closed_ms_(copy.closed ? copy.closed->time_since_epoch().count() : 0),
      next_rotation_ms_(kNeverRotates) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const MutexLock lock(lanes_[i].mutex);
    lanes_[i].number = i;
  }
  for (const ShardCopy& kept : copy.shards) {
    Lane& lane = lanes_.at(kept.lane);
    const MutexLock lock(lane.mutex);
    Shard& shard = lane.shards.emplace_back();
    shard.description = kept.description;
    shard.opened = kept.opened;
    shard.closed = kept.closed;
    shard.trimmed_number = kept.trimmed_number;
    shard.share(kept.records);
    restored_.push_back(&shard);
    if (shard.is_open()) {
      next_rotation_ms_ = (shard.opened + kShardLife).time_since_epoch().count();
    }
  }
}

void StreamLog::restore(std::size_t shard, StreamRecord record) {
  restored_.at(shard)->append(std::move(record));
}

std::vector<ShardDescription> StreamLog::shards(Timestamp now) {
  settle(now);
  std::vector<ShardDescription> all;
  for (const Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    for (const Shard& shard : lane.shards) all.push_back(shard.description);
  }
  std::sort(all.begin(), all.end(),
            [](const ShardDescription& a, const ShardDescription& b) { return a.id < b.id; });
  return all;
}

StreamLog::Shard* StreamLog::find_shard(Lane& lane, std::string_view id) {
  const auto found =
      std::find_if(lane.shards.begin(), lane.shards.end(),
                   [&](const Shard& shard) { return shard.description.id == id; });
  return found == lane.shards.end() ? nullptr : &*found;
}

std::variant<std::uint64_t, StreamFault> StreamLog::locate(const Shard& shard,
                                                           const ShardPosition& position) const {
  const ShardDescription& description = shard.description;
  const std::uint64_t newest = shard.begin < shard.end ? shard.at(shard.end - 1).number
                                                       : shard.trimmed_number;
  const std::uint64_t after_newest = std::max(newest, description.first_number - 1) + 1;
  switch (position.kind) {
    case ShardPosition::Kind::kTrimHorizon:
      return std::max(shard.trimmed_number, description.first_number - 1) + 1;
    case ShardPosition::Kind::kLatest:
      return after_newest;
    case ShardPosition::Kind::kAtTime: {
      const std::size_t place = shard.find(position.time);
      return place == shard.end ? after_newest : shard.at(place).number;
    }
    case ShardPosition::Kind::kAt:
    case ShardPosition::Kind::kAfter:
      break;
  }
  const std::uint64_t last = description.last_number.value_or(last_number_.load());
  if (position.number < description.first_number || position.number > last) {
    return StreamFault::kOutOfRange;
  }
  const bool is_after = position.kind == ShardPosition::Kind::kAfter;
  const std::uint64_t number = position.number + (is_after ? 1 : 0);
  if (number <= shard.trimmed_number) return StreamFault::kTrimmed;
  return number;
}

std::variant<std::uint64_t, StreamFault> StreamLog::locate(std::string_view shard_id,
                                                           const ShardPosition& position,
                                                           Timestamp now) {
  settle(now);
  for (Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    if (const Shard* shard = find_shard(lane, shard_id)) return locate(*shard, position);
  }
  return StreamFault::kNoShard;
}

std::vector<StreamLog::Slice> StreamLog::slices(const Shard& shard, std::size_t begin,
                                                std::size_t end) {
  std::vector<Slice> slices;
  while (begin < end) {
    const std::size_t chunk = begin / kChunkRecords;
    const std::size_t chunk_end = std::min(end, (chunk + 1) * kChunkRecords);
    slices.push_back({shard.chunks[chunk], begin % kChunkRecords,
                      chunk_end - chunk * kChunkRecords});
    begin = chunk_end;
  }
  return slices;
}

std::variant<StreamLog::Reading, StreamFault> StreamLog::find_records(std::string_view shard_id,
                                                                      std::uint64_t from,
                                                                      std::size_t limit) {
  for (Lane& lane : lanes_) {
    const MutexLock lock(lane.mutex);
    const Shard* shard = find_shard(lane, shard_id);
    if (shard == nullptr) continue;
    if (from <= shard->trimmed_number) return StreamFault::kTrimmed;
    const std::size_t begin = shard->find(from);
    const std::size_t end = std::min(shard->end, begin + limit);
    return Reading{slices(*shard, begin, end), !shard->is_open() && end == shard->end};
  }
  return StreamFault::kNoShard;
}

std::variant<StreamPage, StreamFault> StreamLog::read(std::string_view shard_id,
                                                      std::uint64_t from, std::size_t limit,
                                                      Timestamp now) {
  settle(now);
  const auto found = find_records(shard_id, from, limit);
  if (const auto* fault = std::get_if<StreamFault>(&found)) return *fault;
  const auto& reading = std::get<Reading>(found);
  StreamPage page;
  for (const Slice& slice : reading.slices) {
    const StreamRecord* const records = slice.chunk->data();
    page.records.insert(page.records.end(), records + slice.begin, records + slice.end);
  }
  if (!reading.is_at_end) {
    page.next = page.records.empty() ? from : page.records.back().number + 1;
  }
  return page;
}

}  // namespace stator::storage
