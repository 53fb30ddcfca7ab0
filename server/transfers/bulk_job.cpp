#include "server/transfers/bulk_job.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/meter.h"
#include "server/transfers/bulk_reader.h"
#include "server/transfers/compression.h"
#include "server/transfers/loading.h"
#include "server/wire/json_writer.h"
#include "server/wire/value_json.h"

namespace stator::server {
namespace {

using engine::BulkOperation;
using engine::BulkStatus;

constexpr std::size_t kToldTextMax = 1000;

// Lines of one kind of output, and the objects that they go to.
struct Told {
  std::string folder;
  std::string lines;  // not stored yet
  std::uint64_t objects = 0;
};

std::uint64_t entry_bytes(const storage::IndexEffect& effect) {
  return effect.kind == storage::IndexEditKind::kMove
             ? effect.old_bytes + effect.new_bytes
             : std::max(effect.old_bytes, effect.new_bytes);
}

class BulkPutJob : public std::enable_shared_from_this<BulkPutJob> {
 public:
  BulkPutJob(engine::Engine& engine, std::string space, engine::StartedBulk started)
      : engine_(engine),
        space_(std::move(space)),
        job_(std::move(started.job)),
        table_(std::move(started.table)) {
    const auto& output = job_.specification.output;
    const std::string prefix = output.prefix.value_or("");
    const std::string_view separator = prefix.empty() || prefix.ends_with('/') ? "" : "/";
    const std::string folder = fmt::format("{}{}AWSDynamoDB/{}", prefix, separator,
                                           job_.arn.substr(job_.arn.rfind('/') + 1));
    errors_.folder = folder + "/error";
    condition_failures_.folder = folder + "/condition-check-failure";
  }

  void schedule(Timestamp at) {
    engine_.background.schedule(at, [self = shared_from_this()] { self->run_slice(); });
  }

 private:
  void run_slice() {
    if (is_cancelled()) {
      return finish(BulkStatus::kCancelled, "Cancelled", "The bulk operation was cancelled");
    }
    try {
      const bool has_more = is_started_ ? work() : start();
      if (has_more) {
        store_told(kLoadSliceBytes);
        publish();
        return schedule(next_slice());
      }
      store_told(1);
    } catch (const TransferError& failure) {
      return finish(BulkStatus::kFailed, failure.code(), failure.what());
    } catch (const std::exception& failure) {
      return finish(BulkStatus::kFailed, "S3Error", failure.what());
    }
    finish(job_.failed_items == 0 ? BulkStatus::kCompleted : BulkStatus::kCompletedWithErrors, {},
           {});
  }

  bool is_cancelled() const {
    const auto job = engine_.bulk_operations.find(space_, job_.arn);
    return job && job->bulk_status == BulkStatus::kCancelling;
  }

  bool start() {
    require_bucket(engine_, job_.specification.input.bucket);
    require_bucket(engine_, job_.specification.output.bucket);
    const auto& input = job_.specification.input;
    keys_ = engine_.objects->list(input.bucket, input.prefix.value_or(""));
    require_objects(keys_);
    std::uint64_t total_bytes = 0;
    for (const std::string& key : keys_) total_bytes += engine_.objects->size(input.bucket, key);
    job_.total_bytes = total_bytes;
    is_started_ = true;
    return true;
  }

  // One slice: some of an object is decompressed, or some of its records are put. False at the end.
  bool work() {
    if (reader_) {
      if (!put_records()) close_object();
    } else if (decompressor_) {
      decompress();
    } else if (next_object_ < keys_.size()) {
      const auto& input = job_.specification.input;
      std::string bytes = engine_.objects->get(input.bucket, keys_[next_object_]);
      job_.processed_bytes += bytes.size();
      decompressor_ = make_decompressor(input.compression, std::move(bytes));
    } else {
      return false;
    }
    return true;
  }

  void decompress() {
    try {
      if (decompressor_->next(text_, kLoadSliceBytes)) return;
    } catch (const TransferError& error) {
      note_error(error.what(), {});
      return close_object();
    }
    decompressor_.reset();
    reader_ = make_bulk_reader(text_, job_.specification.input.format);
  }

  // False when the object has no more records.
  bool put_records() {
    for (std::size_t count = 0; count < kLoadSliceItems && !is_over_rate(); ++count) {
      std::optional<BulkRecord> record = reader_->next();
      if (!record) return false;
      ++record_number_;
      if (auto* fault = std::get_if<RowFault>(&*record)) {
        note_error(fault->message, fault->text);
      } else {
        put(std::get<BulkPut>(*std::move(record)));
      }
    }
    return true;
  }

  void put(BulkPut record) {
    const ItemRef item = make_item(std::move(record.item));
    const Loaded loaded = load_item(engine_, table_, item, std::move(record.condition));
    if (const auto* fault = std::get_if<std::string>(&loaded)) return note_error(*fault, {});
    const auto& result = std::get<engine::WriteResult>(loaded);
    ++job_.processed_items;
    second_units_ += static_cast<std::int64_t>(engine::write_units(item->size_bytes()));
    if (const auto* failed = std::get_if<engine::ConditionFailed>(&result.outcome)) {
      return note_condition_failure(*item, failed->item);
    }
    note_usage(*item, result);
  }

  void note_usage(const Item& item, const engine::WriteResult& result) {
    job_.usage.table += item.size_bytes();
    for (const storage::IndexEffect& effect : result.effects) {
      const IndexSchema& index = result.schema->indexes[effect.index];
      usage_of(index.kind)[index.name] += entry_bytes(effect);
    }
  }

  std::map<std::string, std::uint64_t>& usage_of(IndexKind kind) {
    switch (kind) {
      case IndexKind::kLocal:
        return job_.usage.local_indexes;
      case IndexKind::kGlobal:
        return job_.usage.global_indexes;
      case IndexKind::kVector:
        break;
    }
    return job_.usage.vector_indexes;
  }

  // Whether this second of the server's clock has had all the writes that it may have.
  bool is_over_rate() {
    const auto second = std::chrono::floor<std::chrono::seconds>(engine_.clock.now());
    if (second != second_) {
      second_ = second;
      second_units_ = 0;
    }
    const auto& most = job_.specification.write_units_max;
    return most && second_units_ >= *most;
  }

  Timestamp next_slice() {
    return is_over_rate() ? Timestamp(second_ + std::chrono::seconds(1)) : Timestamp{};
  }

  void close_object() {
    reader_.reset();
    decompressor_.reset();
    text_ = {};
    record_number_ = 0;
    ++next_object_;
  }

  void note_error(std::string_view message, std::string_view text) {
    ++job_.processed_items;
    ++job_.failed_items;
    if (!job_.specification.output.has_errors) return;
    wire::JsonWriter json(errors_.lines);
    begin_line(json);
    json.member("Error", message);
    if (!text.empty()) json.member("Text", text.substr(0, kToldTextMax));
    json.end_object();
    errors_.lines += '\n';
  }

  void note_condition_failure(const Item& item, const ItemRef& existing) {
    if (!job_.specification.output.has_condition_failures) return;
    wire::JsonWriter json(condition_failures_.lines);
    begin_line(json);
    json.key("Item");
    wire::write_item(json, item);
    if (existing) {
      json.key("ExistingItem");
      wire::write_item(json, *existing);
    }
    json.end_object();
    condition_failures_.lines += '\n';
  }

  void begin_line(wire::JsonWriter& json) const {
    json.begin_object();
    json.member("S3Key", keys_[next_object_]);
    json.member("Record", static_cast<std::int64_t>(record_number_));
  }

  // Makes objects of what is to be told, where it is `bytes_min` or more.
  void store_told(std::size_t bytes_min) {
    for (Told* told : {&errors_, &condition_failures_}) {
      if (told->lines.size() < bytes_min) continue;
      engine_.objects->put(job_.specification.output.bucket,
                           fmt::format("{}/{:05}.json", told->folder, told->objects++),
                           told->lines);
      told->lines.clear();
    }
  }

  void finish(BulkStatus status, std::string_view code, std::string_view message) {
    job_.end = engine_.clock.now();
    job_.bulk_status = status;
    job_.failure_code = code;
    job_.failure_message = message;
    publish();
  }

  // Shows what has been done so far. A cancellation that came in between stays.
  void publish() {
    engine_.bulk_operations.update(space_, job_.arn, [&](BulkOperation& shown) {
      const bool is_cancelling =
          shown.bulk_status == BulkStatus::kCancelling && !job_.end.has_value();
      shown = job_;
      if (is_cancelling) shown.bulk_status = BulkStatus::kCancelling;
    });
  }

  engine::Engine& engine_;
  const std::string space_;
  BulkOperation job_;
  const std::shared_ptr<storage::Table> table_;
  Told errors_;
  Told condition_failures_;
  bool is_started_ = false;
  std::vector<std::string> keys_;
  std::size_t next_object_ = 0;
  std::unique_ptr<Decompressor> decompressor_;  // while the object is decompressed
  std::string text_;                            // of the object
  std::unique_ptr<BulkReader> reader_;          // of the text, when it is whole
  std::uint64_t record_number_ = 0;             // within the object
  std::chrono::time_point<std::chrono::system_clock, std::chrono::seconds> second_{};
  std::int64_t second_units_ = 0;  // written in that second
};

}  // namespace

void run_bulk_put(engine::Engine& engine, const engine::Caller& caller,
                  engine::StartedBulk started) {
  std::make_shared<BulkPutJob>(engine, engine::namespace_of(engine.namespace_mode, caller),
                               std::move(started))
      ->schedule(Timestamp{});
}

}  // namespace stator::server
