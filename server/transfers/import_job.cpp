#include "server/transfers/import_job.h"

#include <exception>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "server/transfers/compression.h"
#include "server/transfers/loading.h"
#include "server/transfers/row_reader.h"
#include "server/wire/json_writer.h"

namespace stator::server {
namespace {

using engine::DataFormat;
using engine::Import;

constexpr std::uint64_t kLoggedErrorsMax = 10'000;  // as on the service; all are counted
constexpr std::size_t kLoggedTextMax = 1000;

constexpr std::string_view kItemFault = "ItemValidationError";
constexpr std::string_view kItemFaultMessage =
    "Some of the items failed validation checks and were not imported. Please check CloudWatch "
    "error logs for more details.";

bool is_written_beside_data(std::string_view key) {
  const std::string_view name = key.substr(key.rfind('/') + 1);
  return name == "_started" || name.starts_with("manifest-summary.") ||
         name.starts_with("manifest-files.");
}

class ImportJob : public std::enable_shared_from_this<ImportJob> {
 public:
  ImportJob(engine::Engine& engine, std::string space, engine::StartedImport started)
      : engine_(engine),
        space_(std::move(space)),
        job_(std::move(started.job)),
        table_(std::move(started.table)),
        log_name_(fmt::format("_stator/imports/{}/errors.ndjson",
                              job_.arn.substr(job_.arn.rfind('/') + 1))) {
    const ReadLock lock(table_->mutex());
    definitions_ = table_->settings().attribute_definitions;
  }

  void schedule() {
    engine_.background.schedule_now([self = shared_from_this()] { self->run_slice(); });
  }

 private:
  void run_slice() {
    if (is_table_gone()) return finish(engine::JobStatus::kCancelled, {}, {});
    try {
      const bool has_more = is_started_ ? work() : start();
      write_log();
      if (has_more) {
        publish(engine::JobStatus::kInProgress, {}, {});
        return schedule();
      }
    } catch (const TransferError& failure) {
      return finish(engine::JobStatus::kFailed, failure.code(), failure.what());
    } catch (const std::exception& failure) {
      return finish(engine::JobStatus::kFailed, "S3Error", failure.what());
    }
    if (job_.errors != 0) {
      finish(engine::JobStatus::kFailed, kItemFault, kItemFaultMessage);
    } else {
      finish(engine::JobStatus::kCompleted, {}, {});
    }
  }

  bool is_table_gone() const {
    return engine_.namespaces.at(space_).find(table_->name()) != table_;
  }

  bool start() {
    const std::string& bucket = job_.source.bucket;
    require_bucket(engine_, bucket);
    for (std::string& key : engine_.objects->list(bucket, job_.source.prefix.value_or(""))) {
      if (!is_written_beside_data(key)) keys_.push_back(std::move(key));
    }
    require_objects(keys_);
    is_started_ = true;
    return true;
  }

  // One slice: some of an object is decompressed, or some of its rows are stored. False at the end.
  bool work() {
    if (reader_) {
      if (!store_rows()) close_object();
    } else if (decompressor_) {
      decompress();
    } else if (next_object_ < keys_.size()) {
      decompressor_ = make_decompressor(
          job_.source.compression,
          engine_.objects->get(job_.source.bucket, keys_[next_object_]));
    } else {
      return false;
    }
    return true;
  }

  void decompress() {
    const std::size_t before = text_.size();
    bool has_more = false;
    try {
      has_more = decompressor_->next(text_, kLoadSliceBytes);
    } catch (const TransferError& error) {
      note_error(error.what(), {});
      text_.clear();
      return close_object();
    }
    job_.processed_bytes += text_.size() - before;
    if (!has_more) {
      decompressor_.reset();
      reader_ = make_reader();
    }
  }

  std::unique_ptr<RowReader> make_reader() const {
    switch (job_.source.format) {
      case DataFormat::kDynamoDbJson:
        return make_json_reader(text_);
      case DataFormat::kIon:
        return make_ion_reader(text_);
      case DataFormat::kCsv:
        break;
    }
    static const engine::CsvFormat kStandard;
    return make_csv_reader(text_, job_.source.csv ? *job_.source.csv : kStandard, definitions_);
  }

  // False when the object has no more rows.
  bool store_rows() {
    for (std::size_t count = 0; count < kLoadSliceItems; ++count) {
      std::optional<Row> row = reader_->next();
      if (!row) return false;
      ++rows_;
      ++job_.processed_items;
      if (auto* fault = std::get_if<RowFault>(&*row)) {
        note_error(fault->message, fault->text);
      } else {
        store(std::get<AttributeMap>(*std::move(row)));
      }
    }
    return true;
  }

  void store(AttributeMap attributes) {
    const Loaded loaded =
        load_item(engine_, table_, make_item(std::move(attributes)), std::nullopt);
    if (const auto* fault = std::get_if<std::string>(&loaded)) return note_error(*fault, {});
    ++job_.imported_items;
  }

  void close_object() {
    reader_.reset();
    decompressor_.reset();
    text_ = {};
    rows_ = 0;
    ++next_object_;
  }

  void note_error(std::string_view message, std::string_view text) {
    if (++job_.errors > kLoggedErrorsMax) return;
    wire::JsonWriter json(log_);
    json.begin_object();
    json.member("bucket", job_.source.bucket);
    json.member("key", keys_[next_object_]);
    json.member("item", static_cast<std::int64_t>(rows_));
    json.member("error", message);
    if (!text.empty()) json.member("text", text.substr(0, kLoggedTextMax));
    json.end_object();
    log_ += '\n';
  }

  void write_log() {
    if (log_.empty()) return;
    engine_.objects->append_beside(log_name_, log_);
    log_.clear();
  }

  void finish(engine::JobStatus status, std::string_view code, std::string_view message) {
    job_.end = engine_.clock.now();
    publish(status, code, message);
  }

  // Shows what has been done so far.
  void publish(engine::JobStatus status, std::string_view code, std::string_view message) {
    engine_.imports.update(space_, job_.arn, [&](Import& shown) {
      job_.status = status;
      job_.failure_code = code;
      job_.failure_message = message;
      shown = job_;
    });
  }

  engine::Engine& engine_;
  const std::string space_;
  Import job_;
  const std::shared_ptr<storage::Table> table_;
  const std::string log_name_;
  std::vector<KeyAttribute> definitions_;
  bool is_started_ = false;
  std::vector<std::string> keys_;
  std::size_t next_object_ = 0;
  std::unique_ptr<Decompressor> decompressor_;  // while the object is decompressed
  std::string text_;                            // of the object
  std::unique_ptr<RowReader> reader_;           // of the text, when it is whole
  std::uint64_t rows_ = 0;                      // read of the object
  std::string log_;                             // lines not written yet
};

}  // namespace

void run_import(engine::Engine& engine, const engine::Caller& caller,
                engine::StartedImport started) {
  std::make_shared<ImportJob>(engine, engine::namespace_of(engine.namespace_mode, caller),
                              std::move(started))
      ->schedule();
}

}  // namespace stator::server
