#include "server/transfers/export_job.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/job_id.h"
#include "server/transfers/checksums.h"
#include "server/transfers/compression.h"
#include "server/transfers/difference.h"
#include "server/transfers/item_text.h"
#include "server/transfers/loading.h"
#include "server/wire/json_writer.h"

namespace stator::server {
namespace {

using engine::DataFormat;
using engine::Export;
using engine::ExportType;

// A slice reads about so many items, or writes about so much text before it is compressed.
constexpr std::size_t kSliceItems = 2000;
constexpr std::size_t kSliceBytes = std::size_t{256} * 1024;
// A data object is closed when it has become about so large.
constexpr std::size_t kObjectBytes = std::size_t{32} << 20;

std::string_view spelling(DataFormat format) {
  return format == DataFormat::kIon ? "ION" : "DYNAMODB_JSON";
}

// 26 characters, as the service's names have.
std::string random_name(Entropy& entropy) {
  constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr std::size_t kLength = 26;
  std::string name;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kLength; ++i) {
    if (i % 12 == 0) bits = entropy.next();  // 12 times 5 bits
    name += kAlphabet[bits & 31];
    bits >>= 5;
  }
  return name;
}

void write_optional(wire::JsonWriter& json, std::string_view name,
                    const std::optional<std::string>& value) {
  if (value) {
    json.member(name, *value);
  } else {
    json.key(name).raw("null");
  }
}

class ExportJob : public std::enable_shared_from_this<ExportJob> {
 public:
  ExportJob(engine::Engine& engine, std::string space, engine::StartedExport started,
            ExportFilter filter)
      : engine_(engine),
        space_(std::move(space)),
        job_(std::move(started.job)),
        contents_(*std::move(started.contents)),
        filter_(std::move(filter)),
        next_key_(filter_.range.lower) {
    const std::string id = job_.arn.substr(job_.arn.rfind('/') + 1);
    const std::string prefix = job_.specification.prefix.value_or("");
    const bool needs_slash = !prefix.empty() && !prefix.ends_with('/');
    root_ = fmt::format("{}{}AWSDynamoDB/", prefix, needs_slash ? "/" : "");
    folder_ = fmt::format("{}{}/", root_, id);
    if (contents_.before) {
      differences_ = std::make_unique<DifferenceReader>(*contents_.before, contents_.trees,
                                                        contents_.roots);
    }
  }

  void schedule() {
    engine_.background.schedule_now([self = shared_from_this()] { self->run_slice(); });
  }

 private:
  void run_slice() {
    try {
      if (!is_started_) start();
      const bool has_more = write_slice();
      if (has_more) return schedule();
      close_object();
      write_manifests();
    } catch (const TransferError& failure) {
      return fail(std::string(failure.code()), failure.what());
    } catch (const std::exception& failure) {
      return fail("S3Error", failure.what());
    }
    finish();
  }

  void start() {
    require_bucket(engine_, job_.specification.bucket);
    put(folder_ + "_started", "");
    is_started_ = true;
  }

  void put(const std::string& key, std::string_view bytes) {
    engine_.objects->put(job_.specification.bucket, key, bytes);
  }

  // Writes some items; false when there are no more.
  bool write_slice() {
    std::string text;
    const bool has_more = differences_ ? append_differences(text) : append_items(text);
    if (!writer_) writer_ = std::make_unique<GzipWriter>();
    writer_->append(text);
    billed_bytes_ += text.size();
    if (writer_->size() >= kObjectBytes) close_object();
    return has_more;
  }

  bool append_items(std::string& text) {
    std::size_t count = 0;
    bool has_more = false;
    contents_.trees.items.ascend(next_key_, [&](std::string_view key, const ItemRef& item) {
      if (!filter_.range.contains(key)) return false;
      if (count == kSliceItems || text.size() >= kSliceBytes) {
        next_key_ = key;
        has_more = true;
        return false;
      }
      ++count;
      if (!filter_.wants(*item)) return true;
      append_item_line(text, *filter_.shown(item), job_.specification.format);
      ++items_;
      return true;
    });
    return has_more;
  }

  bool append_differences(std::string& text) {
    const auto differences = differences_->next(kSliceItems);
    for (const ItemDifference& each : differences.found) append_difference(text, each);
    return differences.has_more;
  }

  // An item is looked at as it is now, or as it was when it is gone.
  void append_difference(std::string& text, const ItemDifference& difference) {
    const KeySchema& key = contents_.trees.schema->key;
    const Item& item = difference.after ? *difference.after : *difference.before;
    const bool is_in_range = filter_.range.contains(table_key(item.attributes(), key));
    if (!is_in_range || !filter_.wants(item)) return;
    append_difference_line(text, key_of(item, key),
                           {filter_.shown(difference.before), filter_.shown(difference.after),
                            difference.written_micros},
                           job_.specification.format, job_.specification.view);
    ++items_;
  }

  // Even an export without items has a data object.
  void close_object() {
    if (!writer_) return;
    const std::string bytes = writer_->finish();
    writer_.reset();
    const bool is_full = job_.specification.type == ExportType::kFull;
    const std::string key = fmt::format(
        "{}data/{}.{}.gz", is_full ? folder_ : root_, random_name(engine_.entropy),
        job_.specification.format == DataFormat::kIon ? "ion" : "json");
    put(key, bytes);
    wire::JsonWriter json(files_);
    json.begin_object();
    json.member("itemCount", static_cast<std::int64_t>(items_ - listed_items_));
    json.member("md5Checksum", md5_base64(bytes));
    json.member("etag", etag(bytes));
    json.member("dataFileS3Key", key);
    json.end_object();
    files_ += '\n';
    listed_items_ = items_;
  }

  void write_manifests() {
    put(folder_ + "manifest-files.json", files_);
    put(folder_ + "manifest-files.md5", md5_base64(files_));
    const std::string text = summary();
    put(folder_ + "manifest-summary.json", text);
    put(folder_ + "manifest-summary.md5", md5_base64(text));
  }

  std::string summary() const {
    const engine::ExportSpecification& asked = job_.specification;
    const bool is_full = asked.type == ExportType::kFull;
    std::string text;
    wire::JsonWriter json(text);
    json.begin_object();
    json.member("version", is_full ? "2020-06-30" : "2023-08-01");
    json.member("exportArn", job_.arn);
    json.member("startTime", engine::iso_time(job_.start));
    json.member("endTime", engine::iso_time(engine_.clock.now()));
    json.member("tableArn", asked.table_arn);
    json.member("tableId", job_.table_id);
    if (is_full) {
      json.member("exportTime", engine::iso_time(*asked.time));
    } else {
      json.member("exportFromTime", engine::iso_time(*asked.increment_from));
      json.member("exportToTime", engine::iso_time(*asked.increment_to));
    }
    json.member("s3Bucket", asked.bucket);
    write_optional(json, "s3Prefix", asked.prefix);
    json.member("s3SseAlgorithm", asked.sse_algorithm);
    write_optional(json, "s3SseKmsKeyId", asked.kms_key_id);
    json.member("manifestFilesS3Key", folder_ + "manifest-files.json");
    json.member("billedSizeBytes", static_cast<std::int64_t>(billed()));
    json.member("itemCount", static_cast<std::int64_t>(items_));
    json.member("outputFormat", spelling(asked.format));
    if (!is_full) {
      json.member("outputView", asked.view == engine::ExportView::kNewImage
                                    ? "NEW_IMAGE"
                                    : "NEW_AND_OLD_IMAGES");
    }
    json.member("exportType", is_full ? "FULL_EXPORT" : "INCREMENTAL_EXPORT");
    json.end_object();
    return text;
  }

  // A full export is billed by the size of the table, an incremental one by what it wrote.
  std::uint64_t billed() const {
    return differences_ ? billed_bytes_ : contents_.trees.size_bytes;
  }

  void finish() {
    engine_.exports.update(space_, job_.arn, [&](Export& job) {
      job.status = engine::JobStatus::kCompleted;
      job.end = engine_.clock.now();
      job.manifest = folder_ + "manifest-summary.json";
      job.item_count = items_;
      job.billed_bytes = billed();
    });
    release();
  }

  void fail(std::string code, std::string message) {
    engine_.exports.update(space_, job_.arn, [&](Export& job) {
      job.status = engine::JobStatus::kFailed;
      job.end = engine_.clock.now();
      job.failure_code = std::move(code);
      job.failure_message = std::move(message);
    });
    release();
  }

  // The last owner of old trees frees them: not here, where others wait.
  void release() {
    differences_.reset();
    engine_.reclaimer.drop(std::move(contents_));
  }

  engine::Engine& engine_;
  const std::string space_;
  const Export job_;
  engine::ExportContents contents_;
  const ExportFilter filter_;
  std::string root_;    // "<prefix>/AWSDynamoDB/"
  std::string folder_;  // "<prefix>/AWSDynamoDB/<id>/"
  std::unique_ptr<DifferenceReader> differences_;  // of an incremental export
  std::unique_ptr<GzipWriter> writer_;             // of the data object that is open
  bool is_started_ = false;
  KeyBytes next_key_;
  std::uint64_t items_ = 0;
  std::uint64_t listed_items_ = 0;  // those of closed data objects
  std::uint64_t billed_bytes_ = 0;
  std::string files_;  // manifest-files.json
};

}  // namespace

void run_export(engine::Engine& engine, const engine::Caller& caller,
                engine::StartedExport started, ExportFilter filter) {
  std::make_shared<ExportJob>(engine, engine::namespace_of(engine.namespace_mode, caller),
                              std::move(started), std::move(filter))
      ->schedule();
}

}  // namespace stator::server
