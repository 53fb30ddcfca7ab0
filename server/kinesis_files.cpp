#include "server/kinesis_files.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "model/file.h"
#include "server/operations/stream_record_json.h"
#include "server/wire/json_writer.h"
#include "server/wire/value_json.h"

namespace stator::server {
namespace {

// Whole milliseconds or microseconds. The server's clock knows no finer time than milliseconds.
std::int64_t creation_time(const engine::KinesisRecord& record) {
  const std::int64_t ms = record.change.created.time_since_epoch().count();
  return record.precision == KinesisPrecision::kMicrosecond ? ms * 1000 : ms;
}

void write_image(wire::JsonWriter& out, std::string_view name, const ItemRef& image,
                 std::size_t& bytes) {
  if (!image) return;
  out.key(name);
  wire::write_item(out, *image);
  bytes += image->size_bytes();
}

void write_change(wire::JsonWriter& out, const engine::KinesisSource& source,
                  const engine::KinesisRecord& record) {
  const AttributeMap keys = engine::keys_of(source.key, record.change);
  std::size_t bytes = size_bytes(keys);
  out.key("dynamodb").begin_object();
  out.member("ApproximateCreationDateTime", creation_time(record));
  if (record.precision == KinesisPrecision::kMicrosecond) {
    out.member("ApproximateCreationDateTimePrecision", engine::precision_name(record.precision));
  }
  out.key("Keys");
  wire::write_attributes(out, keys);
  write_image(out, "NewImage", record.change.new_image, bytes);
  write_image(out, "OldImage", record.change.old_image, bytes);
  out.member("SizeBytes", static_cast<std::int64_t>(bytes));
  out.end_object();
}

}  // namespace

std::string kinesis_record_json(const engine::KinesisSource& source,
                                const engine::KinesisRecord& record) {
  std::string line;
  wire::JsonWriter out(line);
  out.begin_object();
  out.member("awsRegion", source.region);
  out.member("eventID", record.event_id);
  out.member("eventName", event_name(record.change.event));
  out.key("userIdentity");
  if (record.change.origin == storage::ChangeOrigin::kTimeToLive) {
    out.begin_object();
    out.member("principalId", "dynamodb.amazonaws.com");
    out.member("type", "Service");
    out.end_object();
  } else {
    out.raw("null");
  }
  out.member("recordFormat", "application/json");
  out.member("tableName", source.table_name);
  write_change(out, source, record);
  out.member("eventSource", "aws:dynamodb");
  out.end_object();
  return line;
}

KinesisFiles::KinesisFiles(std::filesystem::path directory) : directory_(std::move(directory)) {
  std::filesystem::create_directories(directory_);
}

void KinesisFiles::append(const engine::KinesisSource& source,
                          const std::vector<engine::KinesisRecord>& records) const {
  // The engine has seen to it that the name is one.
  const std::string name = source.stream_arn.substr(source.stream_arn.rfind('/') + 1);
  const std::filesystem::path path = directory_ / (name + ".ndjson");
  std::string lines;
  for (const engine::KinesisRecord& record : records) {
    lines += kinesis_record_json(source, record) + '\n';
  }
  if (!write_file(path, lines, FileMode::kAppend)) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace stator::server
