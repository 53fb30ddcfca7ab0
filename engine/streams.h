// DynamoDB Streams: which streams there are, and reading them.
//
// A table's changes go to a storage::StreamLog that is attached to it while its stream is enabled.
// The registry knows every stream by its ARN; one that was disabled, or whose table was deleted,
// stays readable for 24 hours.
//
// Errors: the functions that take a request throw Error, never while a lock is held.
// Thread safety: everything here is safe to use from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/attribute_value.h"
#include "model/clock.h"
#include "model/mutex.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/stream_log.h"
#include "storage/table.h"

namespace stator::engine {

struct Caller;
struct Engine;

// One stream of one table.
struct Stream {
  std::string name_space;  // of the table
  std::string arn;
  std::string label;
  std::string region;
  std::string table_name;
  KeySchema key;
  StreamViewType view_type = StreamViewType::kKeysOnly;
  Timestamp requested{};
  std::uint64_t seed = 0;  // tells its event ids from those of other streams
  std::shared_ptr<storage::StreamLog> log;

  bool is_enabled() const { return !log->closed(); }
};
using StreamRef = std::shared_ptr<const Stream>;

// Every stream that can still be read.
class Streams {
 public:
  // False when there is a stream of that ARN.
  bool add(const StreamRef& stream);
  void remove(const Stream& stream);

  // nullptr when there is none, or when it was closed too long ago.
  StreamRef find(std::string_view name_space, std::string_view arn, Timestamp now) const;

  // Up to `limit` streams of the namespace whose ARN follows `after`, by ARN.
  std::vector<StreamRef> list(std::string_view name_space,
                              std::optional<std::string_view> table_name, std::string_view after,
                              std::size_t limit, Timestamp now) const;

  // Closes and trims shards, forgets streams that cannot be read any more. True while there are
  // streams left.
  bool settle(Timestamp now);

  void clear();

  // Those that can be read at `now`, in no order that means something.
  std::vector<StreamRef> all(Timestamp now) const;

  // True for the first caller, who is to start the sweep, until `settle` found no stream.
  bool claim_sweep();

 private:
  using Key = std::pair<std::string, std::string>;  // namespace, ARN

  mutable Mutex mutex_;
  std::map<Key, StreamRef> streams_ STATOR_GUARDED_BY(mutex_);
  bool is_swept_ STATOR_GUARDED_BY(mutex_) = false;
};

// Starting and stopping the stream of a table, in step with a change of its settings:
//
//   StreamSwitch stream(engine, caller, before, schema, after);   // may throw; nothing changes yet
//   { lock the table; ... take over the settings ...; stream.apply(table); }
//
// A switch that is not applied leaves no trace.
class StreamSwitch {
 public:
  // `before`: the stream settings until now. A stream that `after` starts gets another label there
  // when a former table of that name had a stream with the same one.
  StreamSwitch(Engine& engine, const Caller& caller, const std::optional<StreamSettings>& before,
               const TableSchema& schema, TableSettings& after);
  ~StreamSwitch();
  StreamSwitch(const StreamSwitch&) = delete;
  StreamSwitch& operator=(const StreamSwitch&) = delete;

  void apply(storage::Table& table) STATOR_REQUIRES(table.mutex());
  // For a new table that could not be added after all: forgets its stream.
  void revoke() { is_applied_ = false; }

 private:
  Engine& engine_;
  StreamRef opened_;
  StreamRef closing_;
  bool is_applied_ = false;
};

// Closes the stream of a table that was deleted, if it has one.
void close_stream(Engine& engine, const Caller& caller, const TableSettings& settings);

// Starts the sweep of streams that were read back from a journal.
void resume_streams(Engine& engine);

// --- The operations ---------------------------------------------------------------------------

struct StreamList {
  std::vector<StreamRef> streams;
  std::optional<std::string> last_evaluated_arn;  // absent on the last page
};

StreamList list_streams(Engine& engine, const Caller& caller,
                        std::optional<std::string_view> table_name,
                        std::optional<std::string_view> exclusive_start_arn, std::size_t limit);

// Which shards DescribeStream shows.
struct ShardQuery {
  std::size_t limit = 0;
  std::string exclusive_start_id;             // empty: from the first
  std::optional<std::string> children_of_id;  // ShardFilter CHILD_SHARDS
};

struct StreamDescription {
  StreamRef stream;
  std::vector<storage::ShardDescription> shards;
  std::optional<std::string> last_evaluated_id;
};

StreamDescription describe_stream(Engine& engine, const Caller& caller, std::string_view arn,
                                  const ShardQuery& query);

// A place in a shard. Valid for 15 minutes.
struct ShardIterator {
  std::string stream_arn;
  std::string shard_id;
  std::uint64_t number = 0;
  Timestamp issued{};
};

// Where an iterator shall begin.
struct IteratorRequest {
  std::string_view stream_arn;
  std::string_view shard_id;
  storage::ShardPosition::Kind kind = storage::ShardPosition::Kind::kTrimHorizon;
  std::string_view sequence_number;  // for kAt and kAfter
  Timestamp time{};                  // for kAtTime
};

ShardIterator get_shard_iterator(Engine& engine, const Caller& caller,
                                 const IteratorRequest& request);

struct StreamRecords {
  StreamRef stream;
  std::vector<storage::StreamRecord> records;
  std::optional<ShardIterator> next;
};

// Up to `limit` records, and no more than 1 MB of them unless the first is larger.
StreamRecords get_records(Engine& engine, const Caller& caller, const ShardIterator& iterator,
                          std::size_t limit);

// --- What a record shows ----------------------------------------------------------------------

// 21 digits, ascending with the number.
std::string sequence_number(std::uint64_t number);

// 32 hexadecimal digits, the same whenever the record is read.
std::string event_id(const Stream& stream, const storage::StreamRecord& record);

AttributeMap keys_of(const KeySchema& key, const storage::StreamRecord& record);

// The images that the stream shows; null when it does not.
const Item* shown_old_image(const Stream& stream, const storage::StreamRecord& record);
const Item* shown_new_image(const Stream& stream, const storage::StreamRecord& record);

// The sizes of the keys and of the images shown (SizeBytes).
std::size_t record_bytes(const Stream& stream, const storage::StreamRecord& record);

}  // namespace stator::engine
