// Replays the cases below tests/wire: requests as data, with the answers that the service gives.
//
// A file holds an array of {"title", "steps"}; each case runs on a server of its own, with
// "server": {"namespaces": "region", "table_delay": 1000, "index_delay": 1000,
// "collection_bytes": 1000} if it says so (milliseconds; what an item collection may hold).
// "region" in a step says where it is sent to. A step is
//   {"target": "PutItem" or "DynamoDBStreams_20120810.GetRecords",
//    "request": {...} or "raw": "text",
//    "status": 200, "response": {...}, "match": "exact" | "subset"}
// or {"...", "status": 400, "error": "ValidationException", "message": "exact text",
//     "response": {...}}.
// Without "match" an answer is compared exactly, an error's "response" as a subset; a null
// "response" is an answer without a body. A request may
// hold "@rep:x:3000" for 3000 times x and, with "repeat": N in the step, "@number:6" for the number
// of the repetition in six digits; a raw text may be "@rep:x:3000" as a whole. With
// "save": {"it": "/ShardIterator"} a step keeps the string at that JSON pointer of its answer,
// which "@saved:it" puts into later requests and expected answers of the case, and {saved:it} into
// expected messages. Further steps:
//   {"advance_seconds": N}      moves the clock, and runs what is then due in the background
//   {"object": "bucket/key", "text": "..."}  puts an object, and makes the bucket
//   {"metering": "reset"}       resets the meter's sums
//   {"metering": [...]}         what they are then, as subsets, in order
//   {"insights": [...]}         what contributor insights have counted, as a subset
//
// Every case whose steps look at nothing that is only in memory runs a second time with a data
// directory, on a server that is ended and started anew before each step; every other time its
// journal begins with a snapshot. And a third time on one that forgets everything before each step
// and then has it again from a snapshot.

#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <rapidjson/pointer.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include "api_client.h"
#include "json_match.h"

namespace stator::server::testing {

namespace {

using rapidjson::Document;
using rapidjson::Value;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Replaces each "@<name>:<arguments>" string of a JSON text by what `expand(arguments)` gives.
template <class Expand>
std::string expand_all(std::string text, const std::string& name, Expand expand) {
  const std::string mark = "\"@" + name + ":";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    const std::size_t end = text.find('"', begin);
    text.replace(at + 1, end - at - 1, expand(text.substr(begin, end - begin)));
  }
  return text;
}

std::string repeated(const std::string& arguments) {
  const std::size_t colon = arguments.rfind(':');
  const std::string unit = arguments.substr(0, colon);
  std::string text;
  for (int left = std::stoi(arguments.substr(colon + 1)); left > 0; --left) text += unit;
  return text;
}

std::string raw_body(const std::string& text) {
  const std::string mark = "@rep:";
  return text.starts_with(mark) ? repeated(text.substr(mark.size())) : text;
}

// Strings of former answers by the names that steps gave them.
using Saved = std::map<std::string, std::string>;

std::string with_saved(std::string text, const Saved& saved) {
  return expand_all(std::move(text), "saved", [&saved](const std::string& name) {
    const auto found = saved.find(name);
    EXPECT_NE(found, saved.end()) << "nothing was saved as " << name;
    return found == saved.end() ? std::string() : found->second;
  });
}

void save(const Value& step, const Document& answer, Saved& saved) {
  if (!step.HasMember("save")) return;
  for (const auto& each : step["save"].GetObject()) {
    const Value* found = rapidjson::Pointer(each.value.GetString()).Get(answer);
    ASSERT_TRUE(found != nullptr && found->IsString())
        << each.value.GetString() << " of " << to_text(answer);
    saved[each.name.GetString()] = found->GetString();
  }
}

std::string request_body(const Value& step, unsigned number, const Saved& saved) {
  if (step.HasMember("raw")) return raw_body(step["raw"].GetString());
  if (!step.HasMember("request")) return "{}";
  const std::string text =
      with_saved(expand_all(to_text(step["request"]), "rep", repeated), saved);
  return expand_all(text, "number", [number](const std::string& width) {
    const std::string digits = std::to_string(number);
    return std::string(std::stoul(width) - digits.size(), '0') + digits;
  });
}

std::string message_of(const Value& step, const Saved& saved) {
  std::string message = step["message"].GetString();
  for (const auto& [name, text] : saved) {
    const std::string mark = "{saved:" + name + "}";
    const std::size_t at = message.find(mark);
    if (at != std::string::npos) message.replace(at, mark.size(), text);
  }
  return message;
}

void check_error(const Value& step, const Document& answer, const Saved& saved) {
  const std::string type = answer.HasMember("__type") ? answer["__type"].GetString() : "";
  EXPECT_EQ(type.substr(type.find('#') + 1), step["error"].GetString());
  if (!step.HasMember("message")) return;
  const char* key = answer.HasMember("message") ? "message" : "Message";
  const std::string message = answer.HasMember(key) ? answer[key].GetString() : "";
  EXPECT_EQ(message, message_of(step, saved));
}

void check_response(const Value& step, const Document& answer, const Saved& saved) {
  if (!step.HasMember("response")) return;
  Document expected;
  expected.Parse(with_saved(to_text(step["response"]), saved).c_str());
  const bool is_error = step.HasMember("error");
  const std::string match =
      step.HasMember("match") ? step["match"].GetString() : (is_error ? "subset" : "exact");
  EXPECT_EQ(difference(expected, answer,
                       match == "subset" ? Match::kSubset : Match::kExact),
            "")
      << "the whole answer: " << to_text(answer);
}

void run_metering(ApiClient& client, const Value& expected) {
  if (expected.IsString()) {
    client.dispatcher().reset_metering();
    return;
  }
  Document report;
  report.Parse(client.dispatcher().metering_report().c_str());
  ASSERT_FALSE(report.HasParseError());
  EXPECT_EQ(difference(expected, report["Entries"], Match::kSubset), "") << to_text(report);
}

void run_insights(ApiClient& client, const Value& expected) {
  Document report;
  report.Parse(client.dispatcher().insights_report().c_str());
  ASSERT_FALSE(report.HasParseError());
  EXPECT_EQ(difference(expected, report["Entries"], Match::kSubset), "") << to_text(report);
}

void run_call(ApiClient& client, const Value& step, unsigned number, Saved& saved) {
  const ApiReply reply =
      client.call(step["target"].GetString(), request_body(step, number, saved));
  const unsigned status = step.HasMember("status") ? step["status"].GetUint() : 200;
  EXPECT_EQ(reply.status, status) << reply.body;
  if (step.HasMember("response") && step["response"].IsNull()) {
    EXPECT_EQ(reply.body, "");
    return;
  }
  Document answer;
  answer.Parse(reply.body.c_str());
  ASSERT_FALSE(answer.HasParseError()) << reply.body;
  if (step.HasMember("error")) check_error(step, answer, saved);
  check_response(step, answer, saved);
  save(step, answer, saved);
}

DispatcherOptions options_of(const Value& wire_case) {
  DispatcherOptions options;
  if (!wire_case.HasMember("server")) return options;
  const Value& server = wire_case["server"];
  const auto delay = [&](const char* name) {
    return std::chrono::milliseconds(server.HasMember(name) ? server[name].GetInt64() : 0);
  };
  if (server.HasMember("namespaces")) options.namespaces = engine::NamespaceMode::kRegion;
  options.durations.set_table(delay("table_delay"));
  options.durations.index = delay("index_delay");
  if (server.HasMember("collection_bytes")) {
    options.collection_bytes_max = server["collection_bytes"].GetUint64();
  }
  return options;
}

void run_step(ApiClient& client, const Value& step, Saved& saved) {
  client.set_region(step.HasMember("region") ? step["region"].GetString() : "us-east-1");
  if (step.HasMember("advance_seconds")) {
    client.clock().advance(std::chrono::seconds(step["advance_seconds"].GetInt64()));
    client.dispatcher().run_background();
  } else if (step.HasMember("object")) {
    client.put_object(step["object"].GetString(), step["text"].GetString());
  } else if (step.HasMember("metering")) {
    run_metering(client, step["metering"]);
  } else if (step.HasMember("insights")) {
    run_insights(client, step["insights"]);
  } else {
    const unsigned times = step.HasMember("repeat") ? step["repeat"].GetUint() : 1;
    for (unsigned number = 0; number < times; ++number) run_call(client, step, number, saved);
  }
}

bool keeps_times(const Value& wire_case) {
  if (!wire_case.HasMember("server")) return true;
  const Value& server = wire_case["server"];
  return !server.HasMember("table_delay") && !server.HasMember("index_delay");
}

// Whether a restart or a restore between the steps changes no answer: what was metered and counted,
// jobs, the window of point-in-time recovery and the times of states begin anew.
bool survives_restarts(const Value& wire_case) {
  if (wire_case.HasMember("in_memory") || !keeps_times(wire_case)) return false;
  const auto& steps = wire_case["steps"].GetArray();
  return std::none_of(steps.begin(), steps.end(), [](const Value& step) {
    const std::string target = step.HasMember("target") ? step["target"].GetString() : "";
    return step.HasMember("metering") || step.HasMember("insights") || step.HasMember("object") ||
           target == "UpdateContinuousBackups" || target == "ExportTableToPointInTime";
  });
}

enum class Restarts { kNone, kBeforeEachStep, kRestores };

void forget_and_restore(Dispatcher& dispatcher) {
  EXPECT_EQ(dispatcher.snapshots(SnapshotAction::kTake, "all").status, 200U);
  dispatcher.reset();
  EXPECT_EQ(dispatcher.snapshots(SnapshotAction::kRestore, "all").status, 200U);
}

// One test of GoogleTest per case of a file.
class WireCase : public ::testing::Test {
 public:
  WireCase(std::shared_ptr<Document> file, const Value& wire_case, Restarts restarts)
      : file_(std::move(file)), case_(wire_case), restarts_(restarts) {}

  void TestBody() override {
    const ScratchDirectory data_dir(ScratchPlace::kMemory);
    DispatcherOptions options = options_of(case_);
    if (restarts_ == Restarts::kBeforeEachStep) options.data_dir = data_dir.path().string();
    ApiClient client(options);
    if (!options.data_dir.empty()) client.skip_entropy(-2);  // what the directory's id took
    Saved saved;
    std::size_t number = 0;
    for (const Value& step : case_["steps"].GetArray()) {
      SCOPED_TRACE("step " + std::to_string(++number) + " of: " + case_["title"].GetString());
      if (restarts_ == Restarts::kRestores) forget_and_restore(client.dispatcher());
      if (restarts_ == Restarts::kBeforeEachStep) {
        if (number % 2 == 0) client.dispatcher().compact();
        if (number % 3 == 0) forget_and_restore(client.dispatcher());
        client.restart();
      }
      run_step(client, step, saved);
      if (HasFatalFailure()) return;
    }
  }

 private:
  std::shared_ptr<Document> file_;  // keeps the case alive
  const Value& case_;
  const Restarts restarts_;
};

class UnreadableFile : public ::testing::Test {
 public:
  explicit UnreadableFile(std::filesystem::path path) : path_(std::move(path)) {}
  void TestBody() override { FAIL() << path_ << " is not a JSON array of cases"; }

 private:
  std::filesystem::path path_;
};

void register_file(const std::filesystem::path& root, const std::filesystem::path& path) {
  auto file = std::make_shared<Document>();
  file->Parse(read_file(path).c_str());
  const std::string suite =
      "Wire/" + std::filesystem::relative(path, root).replace_extension().string();
  if (file->HasParseError() || !file->IsArray()) {
    ::testing::RegisterTest(suite.c_str(), "is a JSON array", nullptr, nullptr, __FILE__, __LINE__,
                            [path]() -> ::testing::Test* { return new UnreadableFile(path); });
    return;
  }
  for (const Value& wire_case : file->GetArray()) {
    ::testing::RegisterTest(
        suite.c_str(), wire_case["title"].GetString(), nullptr, nullptr, __FILE__, __LINE__,
        [file, &wire_case]() -> ::testing::Test* {
          return new WireCase(file, wire_case, Restarts::kNone);
        });
    if (!survives_restarts(wire_case)) continue;
    for (const auto& [name, restarts] : {std::pair("Restarted", Restarts::kBeforeEachStep),
                                         std::pair("Restored", Restarts::kRestores)}) {
      ::testing::RegisterTest(
          (name + suite).c_str(), wire_case["title"].GetString(), nullptr, nullptr, __FILE__,
          __LINE__, [file, &wire_case, restarts = restarts]() -> ::testing::Test* {
            return new WireCase(file, wire_case, restarts);
          });
    }
  }
}

[[maybe_unused]] const bool kRegistered = [] {
  const std::filesystem::path root = std::filesystem::path(STATOR_TEST_DATA) / "wire";
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) register_file(root, path);
  return true;
}();

}  // namespace

}  // namespace stator::server::testing
