// Kinesis streaming destinations: the changes of a table, as they go to Kinesis data streams.
//
// There is no Kinesis here. A sink, if the server has one, gets the records in order, from the
// background; without one destinations are set and described, and nothing is recorded.
//
// Errors: functions throw Error, never while a table is locked.
// Thread safety: everything here is safe to use from any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/mutex.h"
#include "model/schema.h"
#include "model/table_settings.h"
#include "storage/change_observer.h"
#include "storage/stream_log.h"
#include "storage/table.h"

namespace stator::engine {

struct Caller;
struct Engine;

// What all records of one destination have in common.
struct KinesisSource {
  std::string stream_arn;
  std::string region;
  std::string table_name;
  KeySchema key;
};

struct KinesisRecord {
  std::string event_id;
  KinesisPrecision precision = KinesisPrecision::kMillisecond;
  storage::StreamRecord change;  // with both images
};

// Takes the next records of a destination. Called by one thread at a time.
using KinesisSink =
    std::function<void(const KinesisSource& source, const std::vector<KinesisRecord>& records)>;

// The changes of one table that its destination has not got yet.
class KinesisFeed final : public storage::ChangeObserver,
                          public std::enable_shared_from_this<KinesisFeed> {
 public:
  KinesisFeed(Engine& engine, KinesisSource source) : engine_(engine), source_(std::move(source)) {}

  // Queues the change, unless it changes nothing, and wakes the background if nothing was queued.
  void before_change(const storage::Trees& trees, const storage::ItemChange& change,
                     const storage::ChangeContext& context) noexcept override;

  const KinesisSource& source() const { return source_; }
  void set_precision(KinesisPrecision precision) { precision_ = precision; }

 private:
  // Hands what is queued to the sink.
  void drain();

  Engine& engine_;
  const KinesisSource source_;
  std::atomic<KinesisPrecision> precision_ = KinesisPrecision::kMillisecond;
  Mutex mutex_;
  std::vector<KinesisRecord> queue_ STATOR_GUARDED_BY(mutex_);
};

// The feeds of a server.
class Kinesis {
 public:
  KinesisSink sink;  // set before the first call, or not at all

  // Held by whoever changes the destinations of a table.
  Mutex& changing() STATOR_THREAD_ANNOTATION(lock_returned(changing_)) { return changing_; }

  void add(const std::shared_ptr<storage::Table>& table, std::shared_ptr<KinesisFeed> feed);
  // The feed of a destination, or nullptr.
  std::shared_ptr<KinesisFeed> find(const storage::Table& table, std::string_view stream_arn);
  void remove(const KinesisFeed& feed);

 private:
  struct Entry {
    std::weak_ptr<storage::Table> table;
    std::shared_ptr<KinesisFeed> feed;
  };

  Mutex changing_;
  Mutex mutex_;
  std::vector<Entry> entries_ STATOR_GUARDED_BY(mutex_);
};

// A table and one of its destinations.
struct DestinationName {
  std::string table;
  std::string stream_arn;
};

void enable_kinesis_destination(Engine& engine, const Caller& caller, const DestinationName& name,
                                std::optional<KinesisPrecision> precision);
void disable_kinesis_destination(Engine& engine, const Caller& caller,
                                 const DestinationName& name);
// An absent precision is a fault.
void update_kinesis_destination(Engine& engine, const Caller& caller, const DestinationName& name,
                                std::optional<KinesisPrecision> precision);
// Records the changes of a table that was read back from a journal for its active destinations.
void resume_kinesis(Engine& engine, const std::shared_ptr<storage::Table>& table);
std::vector<KinesisDestination> describe_kinesis_destinations(Engine& engine, const Caller& caller,
                                                              std::string_view table);

// "MILLISECOND" or "MICROSECOND".
std::string_view precision_name(KinesisPrecision precision);

}  // namespace stator::engine
