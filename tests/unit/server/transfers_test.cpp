// Exports and imports through the dispatcher, with many items: what one table exports makes another
// that is equal.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "api_client.h"
#include "json_match.h"
#include "server/transfers/checksums.h"
#include "server/transfers/compression.h"

namespace stator::server::testing {
namespace {

namespace fs = std::filesystem;
using rapidjson::Document;

constexpr int kItems = 5000;  // more than one slice
const std::string kArn = "arn:aws:dynamodb:us-east-1:000000000000:table/";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string gunzip(std::string bytes) {
  std::string text;
  const auto source = make_decompressor(engine::InputCompression::kGzip, std::move(bytes));
  while (source->next(text, std::size_t{1} << 20)) {
  }
  return text;
}

class Transfers : public ::testing::Test {
 protected:
  Document call(const std::string& operation, const std::string& request) {
    const ApiReply reply = client_.call(operation, request);
    EXPECT_EQ(reply.status, 200U) << reply.body;
    Document answer;
    answer.Parse(reply.body.c_str());
    return answer;
  }

  static std::string definition(const std::string& name) {
    return R"("TableName":")" + name +
           R"(","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
           R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("BillingMode":"PAY_PER_REQUEST")";
  }

  void fill() {
    fs::create_directories(client_.s3_dir() / "bucket");
    call("CreateTable", "{" + definition("Source") + "}");
    call("UpdateContinuousBackups",
         R"({"TableName":"Source","PointInTimeRecoverySpecification":)"
         R"({"PointInTimeRecoveryEnabled":true}})");
    for (int i = 0; i < kItems; ++i) {
      const std::string number = std::to_string(i);
      call("PutItem", R"({"TableName":"Source","Item":{"pk":{"S":"k)" + number +
                          R"("},"n":{"N":")" + number +
                          R"("},"l":{"L":[{"B":"AAE="},{"M":{"x\"y":{"NULL":true}}}]},)"
                          R"("ss":{"SS":["a","\n"]}}})");
    }
  }

  // The description of an export that is done.
  Document run_export(const std::string& more) {
    const Document started = call("ExportTableToPointInTime",
                                  R"({"TableArn":")" + kArn + R"(Source","S3Bucket":"bucket",)" +
                                      R"("ClientToken":"t)" + std::to_string(++tokens_) + "\"" +
                                      more + "}");
    client_.dispatcher().run_background();
    return call("DescribeExport", R"({"ExportArn":")" +
                                      std::string(started["ExportDescription"]["ExportArn"]
                                                      .GetString()) +
                                      "\"}");
  }

  Document run_import(const std::string& table, const std::string& prefix,
                      const std::string& more) {
    const Document started =
        call("ImportTable", R"({"S3BucketSource":{"S3Bucket":"bucket","S3KeyPrefix":")" + prefix +
                                R"("},"TableCreationParameters":{)" + definition(table) + "}" +
                                more + "}");
    client_.dispatcher().run_background();
    return call("DescribeImport",
                R"({"ImportArn":")" +
                    std::string(started["ImportTableDescription"]["ImportArn"].GetString()) +
                    "\"}");
  }

  // All items of a table, each as text, sorted.
  std::vector<std::string> items(const std::string& table) {
    std::vector<std::string> found;
    std::string start;
    for (;;) {
      const Document page = call("Scan", R"({"TableName":")" + table + "\"" + start + "}");
      for (const auto& item : page["Items"].GetArray()) found.push_back(to_text(item));
      if (!page.HasMember("LastEvaluatedKey")) break;
      start = ",\"ExclusiveStartKey\":" + to_text(page["LastEvaluatedKey"]);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  // The folder of an export.
  fs::path folder(const Document& described) const {
    const std::string arn = described["ExportDescription"]["ExportArn"].GetString();
    return client_.s3_dir() / "bucket" / "AWSDynamoDB" / arn.substr(arn.rfind('/') + 1);
  }

  ApiClient client_;
  int tokens_ = 0;
};

TEST_F(Transfers, RoundTripsLoseNothing) {
  fill();
  const auto expected = items("Source");
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(kItems));
  for (const std::string format : {"DYNAMODB_JSON", "ION"}) {
    const Document exported =
        run_export(R"(,"ExportFormat":")" + format + R"(","S3Prefix":"p)" + format + "\"");
    ASSERT_STREQ(exported["ExportDescription"]["ExportStatus"].GetString(), "COMPLETED")
        << to_text(exported);
    EXPECT_EQ(exported["ExportDescription"]["ItemCount"].GetInt(), kItems);
    const std::string more = R"(,"InputFormat":")" + format + "\"";
    const Document imported =
        run_import("FromGzip" + format, "p" + format, more + R"(,"InputCompressionType":"GZIP")");
    ASSERT_STREQ(imported["ImportTableDescription"]["ImportStatus"].GetString(), "COMPLETED")
        << to_text(imported);
    EXPECT_EQ(items("FromGzip" + format), expected);

    // The same data, plain and as Zstandard, in several objects.
    const std::string root = "p" + format + "/AWSDynamoDB";
    std::string text;
    for (const auto& file : fs::recursive_directory_iterator(client_.s3_dir() / "bucket" / root)) {
      if (file.path().extension() == ".gz") text += gunzip(read_file(file.path()));
    }
    const std::size_t middle = text.find('\n', text.size() / 2) + 1;
    const fs::path bucket = client_.s3_dir() / "bucket";
    write_file(bucket / ("plain" + format) / "1", text.substr(0, middle));
    write_file(bucket / ("plain" + format) / "2", text.substr(middle));
    run_import("FromPlain" + format, "plain" + format, more);
    EXPECT_EQ(items("FromPlain" + format), expected);
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    write_file(bucket / ("zstd" + format) / "1", packed);
    run_import("FromZstd" + format, "zstd" + format, more + R"(,"InputCompressionType":"ZSTD")");
    EXPECT_EQ(items("FromZstd" + format), expected);
  }
}

TEST_F(Transfers, AnExportIsLaidOutAsTheServiceDoes) {
  fill();
  const Document described = run_export("");
  const fs::path root = folder(described);
  std::set<std::string> names;
  for (const auto& file : fs::directory_iterator(root)) names.insert(file.path().filename());
  EXPECT_EQ(names, (std::set<std::string>{"_started", "data", "manifest-files.json",
                                          "manifest-files.md5", "manifest-summary.json",
                                          "manifest-summary.md5"}));
  EXPECT_EQ(read_file(root / "_started"), "");
  for (const std::string manifest : {"manifest-files", "manifest-summary"}) {
    EXPECT_EQ(read_file(root / (manifest + ".md5")),
              md5_base64(read_file(root / (manifest + ".json"))));
  }
  Document summary;
  summary.Parse(read_file(root / "manifest-summary.json").c_str());
  const std::string id = root.filename();
  Document expected;
  expected.Parse(
      (R"({"version":"2020-06-30","exportArn":")" + kArn + "Source/export/" + id +
       R"(","startTime":"2026-09-21T14:13:20.123Z","endTime":"2026-09-21T14:13:20.123Z",)"
       R"("tableArn":")" + kArn + R"(Source","tableId":"@any",)"
       R"("exportTime":"2026-09-21T14:13:20.123Z","s3Bucket":"bucket","s3Prefix":null,)"
       R"("s3SseAlgorithm":"AES256","s3SseKmsKeyId":null,)"
       R"("manifestFilesS3Key":"AWSDynamoDB/)" + id + R"(/manifest-files.json",)"
       R"("billedSizeBytes":"@any","itemCount":5000,"outputFormat":"DYNAMODB_JSON",)"
       R"("exportType":"FULL_EXPORT"})").c_str());
  EXPECT_EQ(difference(expected, summary, Match::kExact), "") << to_text(summary);

  Document file;
  file.Parse(read_file(root / "manifest-files.json").c_str());  // one line: one object
  const std::string key = file["dataFileS3Key"].GetString();
  EXPECT_TRUE(key.starts_with("AWSDynamoDB/" + id + "/data/")) << key;
  EXPECT_TRUE(key.ends_with(".json.gz")) << key;
  const std::string data = read_file(client_.s3_dir() / "bucket" / key);
  EXPECT_EQ(file["md5Checksum"].GetString(), md5_base64(data));
  EXPECT_EQ(file["etag"].GetString(), etag(data));
  EXPECT_EQ(file["itemCount"].GetInt(), kItems);
  const std::string text = gunzip(data);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kItems);
}

// The rows of an export's data, sorted.
std::vector<std::string> rows_of(const fs::path& s3_dir, const fs::path& export_folder) {
  Document file;
  file.Parse(read_file(export_folder / "manifest-files.json").c_str());
  const std::string text =
      gunzip(read_file(s3_dir / "bucket" / std::string(file["dataFileS3Key"].GetString())));
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    rows.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

TEST_F(Transfers, IncrementalExportsTellWhatBecameOfEachItem) {
  fill();
  client_.clock().advance(std::chrono::seconds(10));
  call("PutItem", R"({"TableName":"Source","Item":{"pk":{"S":"k1"},"n":{"N":"7"}}})");
  client_.clock().advance(std::chrono::seconds(10));
  call("PutItem", R"({"TableName":"Source","Item":{"pk":{"S":"new"}}})");
  call("DeleteItem", R"({"TableName":"Source","Key":{"pk":{"S":"k2"}}})");
  client_.clock().advance(std::chrono::seconds(10));
  call("PutItem", R"({"TableName":"Source","Item":{"pk":{"S":"too late"}}})");
  const std::string period =
      R"("ExportFromTime":1790000005,"ExportToTime":1790000030)";
  const std::string more =
      R"(,"ExportType":"INCREMENTAL_EXPORT","IncrementalExportSpecification":{)" + period + "}";
  const std::string old_image = R"("l":{"L":[{"B":"AAE="},{"M":{"x\"y":{"NULL":true}}}]},)";
  const std::string old_set = R"("ss":{"SS":["\n","a"]}})";
  const std::vector<std::string> expected = {
      R"({"Metadata":{"WriteTimestampMicros":{"N":"1790000010000000"}},"Keys":{"pk":{"S":"k1"}},)"
      R"("OldImage":{)" + old_image + R"("n":{"N":"1"},"pk":{"S":"k1"},)" + old_set +
          R"(,"NewImage":{"n":{"N":"7"},"pk":{"S":"k1"}}})",
      R"({"Metadata":{"WriteTimestampMicros":{"N":"1790000020000000"}},"Keys":{"pk":{"S":"k2"}},)"
      R"("OldImage":{)" + old_image + R"("n":{"N":"2"},"pk":{"S":"k2"},)" + old_set + "}",
      R"({"Metadata":{"WriteTimestampMicros":{"N":"1790000020000000"}},"Keys":{"pk":{"S":"new"}},)"
      R"("NewImage":{"pk":{"S":"new"}}})",
  };
  const Document described = run_export(more);
  EXPECT_EQ(rows_of(client_.s3_dir(), folder(described)), expected);

  const Document as_ion = run_export(
      R"(,"ExportFormat":"ION","ExportType":"INCREMENTAL_EXPORT",)"
      R"("IncrementalExportSpecification":{"ExportViewType":"NEW_IMAGE",)" + period + "}");
  const std::string start = "$ion_1_0 {Record:{Keys:{pk:";
  EXPECT_EQ(rows_of(client_.s3_dir(), folder(as_ion)),
            (std::vector<std::string>{
                start + R"("k1"},Metadata:{WriteTimestampMicros:1790000010000000.},)"
                        R"(NewImage:{n:7.,pk:"k1"}}})",
                start + R"("k2"},Metadata:{WriteTimestampMicros:1790000020000000.}}})",
                start + R"("new"},Metadata:{WriteTimestampMicros:1790000020000000.},)"
                        R"(NewImage:{pk:"new"}}})"}));
}

TEST_F(Transfers, FiltersDecideWhatIsExported) {
  fill();
  const Document filtered = run_export(
      R"(,"FilterSpecification":{"FilterExpression":"#n < :n","ProjectionExpression":"#n",)"
      R"("ExpressionAttributeNames":{"#n":"n"},"ExpressionAttributeValues":{":n":{"N":"2"}}})");
  EXPECT_EQ(rows_of(client_.s3_dir(), folder(filtered)),
            (std::vector<std::string>{R"({"Item":{"n":{"N":"0"}}})",
                                      R"({"Item":{"n":{"N":"1"}}})"}));
  EXPECT_STREQ(filtered["ExportDescription"]["FilterSpecification"]["FilterExpression"].GetString(),
               "#n < :n");
  const Document keyed = run_export(
      R"(,"FilterSpecification":{"KeyConditionExpression":"pk = :k","ProjectionExpression":"pk",)"
      R"("ExpressionAttributeValues":{":k":{"S":"k77"}}})");
  EXPECT_EQ(rows_of(client_.s3_dir(), folder(keyed)),
            (std::vector<std::string>{R"({"Item":{"pk":{"S":"k77"}}})"}));
}

TEST_F(Transfers, ErrorsAreLoggedForPeople) {
  client_.put_object("bucket/data/1.json", "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n[1]\n");
  const Document imported = run_import("Target", "data/", R"(,"InputFormat":"DYNAMODB_JSON")");
  const std::string arn = imported["ImportTableDescription"]["ImportArn"].GetString();
  const std::string log = read_file(client_.s3_dir() / "_stator" / "imports" /
                                    arn.substr(arn.rfind('/') + 1) / "errors.ndjson");
  EXPECT_EQ(log, R"({"bucket":"bucket","key":"data/1.json","item":2,)"
                 R"("error":"The line is not a JSON object","text":"[1]"})" "\n");
}

TEST_F(Transfers, WithoutADirectoryThereIsNoS3) {
  DispatcherOptions options;
  ManualClock clock;
  CountingEntropy entropy;
  Dispatcher dispatcher(clock, entropy, options);
  ApiRequest request;
  request.target = "DynamoDB_20120810.ImportTable";
  request.authorization =
      "AWS4-HMAC-SHA256 Credential=test/20261130/us-east-1/dynamodb/aws4_request, "
      "SignedHeaders=host;x-amz-date, Signature=0";
  request.has_date = true;
  request.body = R"({"S3BucketSource":{"S3Bucket":"bucket"},"InputFormat":"CSV",)"
                 R"("TableCreationParameters":{)" + definition("Target") + "}}";
  const ApiReply reply = dispatcher.handle(request);
  EXPECT_EQ(reply.status, 400U);
  EXPECT_NE(reply.body.find("ValidationException"), std::string::npos);
  EXPECT_NE(reply.body.find("--s3-dir"), std::string::npos);
}

TEST_F(Transfers, PrefixesStayInsideTheBucket) {
  fill();
  const ApiReply reply =
      client_.call("ExportTableToPointInTime", R"({"TableArn":")" + kArn +
                                                   R"(Source","S3Bucket":"bucket",)"
                                                   R"("S3Prefix":"../../elsewhere"})");
  EXPECT_EQ(reply.status, 400U) << reply.body;
}

TEST_F(Transfers, ResetForgetsBackupsAndJobs) {
  fill();
  run_export("");
  call("CreateBackup", R"({"TableName":"Source","BackupName":"kept"})");
  client_.dispatcher().reset();
  EXPECT_EQ(call("ListExports", "{}")["ExportSummaries"].Size(), 0U);
  EXPECT_EQ(call("ListBackups", "{}")["BackupSummaries"].Size(), 0U);
}

}  // namespace
}  // namespace stator::server::testing
