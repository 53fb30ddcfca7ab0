// Replays the cases below tests/load/cases: files that are loaded, and what is there afterwards or
// what is wrong with them.
//
// A file holds an array of
//   {"title", "files": {"a.json": "text" or ["a line", ...]}, "load": ["$/a.json", "Music=#/b"],
//    "parameters": {"Stage": "test"}, "region": "eu-west-1",
//    "server": {"namespaces": "region", "table_delay": 1000},
//    "before": [calls], "error": "a.json:3: exact text" or "then": [calls]}
// where $ is the folder of the case's own files and # is tests/load. In files whose text is a list
// of lines, ' stands for ". A call is
//   {"target": "DescribeTable", "region": "eu-west-1", "request": {...}, "response": {a subset}}
// and {"metering": []} is what the meter's sums are.

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "api_client.h"
#include "json_match.h"
#include "server/load/step.h"

namespace stator::server::testing {
namespace {

namespace fs = std::filesystem;
using rapidjson::Document;
using rapidjson::Value;

const fs::path kFolder = fs::path(STATOR_TEST_DATA) / "load";

std::string text_of(const Value& file) {
  if (file.IsString()) return file.GetString();
  std::string text;
  for (const Value& line : file.GetArray()) text += std::string(line.GetString()) + "\n";
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

DispatcherOptions server_options(const Value& test) {
  DispatcherOptions options;
  if (!test.HasMember("server")) return options;
  const Value& server = test["server"];
  if (server.HasMember("namespaces")) options.namespaces = engine::NamespaceMode::kRegion;
  if (server.HasMember("table_delay")) {
    options.durations.set_table(std::chrono::milliseconds(server["table_delay"].GetInt()));
  }
  return options;
}

void run_call(ApiClient& client, const Value& call) {
  SCOPED_TRACE(to_text(call));
  if (call.HasMember("metering")) {
    Document report;
    report.Parse(client.dispatcher().metering_report().c_str());
    EXPECT_EQ(to_text(report["Entries"]), to_text(call["metering"]));
    return;
  }
  client.set_region(call.HasMember("region") ? call["region"].GetString() : "us-east-1");
  const ApiReply reply = client.call(call["target"].GetString(), to_text(call["request"]));
  ASSERT_EQ(reply.status, 200U) << reply.body;
  Document answer;
  answer.Parse(reply.body.c_str());
  if (!call.HasMember("response")) return;
  EXPECT_EQ(difference(call["response"], answer, Match::kSubset), "") << reply.body;
}

class LoadCase {
 public:
  explicit LoadCase(const Value& test) : test_(test), client_(server_options(test)) {
    fs::create_directories(scratch_.path());
    if (!test.HasMember("files")) return;
    for (const auto& file : test["files"].GetObject()) {
      const fs::path path = scratch_.path() / file.name.GetString();
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << text_of(file.value);
    }
  }

  void run() {
    if (test_.HasMember("before")) run_calls(test_["before"]);
    ASSERT_EQ(load(), test_.HasMember("error") ? test_["error"].GetString() : "");
    if (test_.HasMember("then")) run_calls(test_["then"]);
  }

 private:
  void run_calls(const Value& calls) {
    for (const Value& call : calls.GetArray()) run_call(client_, call);
  }

  // The error, without the folders before the names of files.
  std::string load() {
    try {
      client_.dispatcher().load(options());
      return {};
    } catch (const load::LoadError& error) {
      return replaced(replaced(error.what(), scratch_.path().string() + "/", ""),
                      kFolder.string() + "/", "");
    }
  }

  LoadOptions options() const {
    LoadOptions options;
    for (const Value& source : test_["load"].GetArray()) {
      const std::string own = replaced(source.GetString(), "$", scratch_.path().string());
      options.sources.push_back(replaced(own, "#", kFolder.string()));
    }
    if (test_.HasMember("parameters")) {
      for (const auto& parameter : test_["parameters"].GetObject()) {
        options.parameters.emplace_back(parameter.name.GetString(), parameter.value.GetString());
      }
    }
    if (test_.HasMember("region")) options.region = test_["region"].GetString();
    return options;
  }

  const Value& test_;
  ScratchDirectory scratch_;
  ApiClient client_;
};

std::vector<fs::path> case_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kFolder / "cases")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class LoadCases : public ::testing::TestWithParam<fs::path> {};

TEST_P(LoadCases, AreAsTheyShouldBe) {
  std::ifstream in(GetParam());
  std::stringstream text;
  text << in.rdbuf();
  Document cases;
  cases.Parse(text.str().c_str());
  ASSERT_FALSE(cases.HasParseError()) << "at " << cases.GetErrorOffset();
  for (const Value& test : cases.GetArray()) {
    SCOPED_TRACE(test["title"].GetString());
    LoadCase(test).run();
  }
}

std::string name_of(const ::testing::TestParamInfo<fs::path>& info) {
  return info.param.stem().string();
}

INSTANTIATE_TEST_SUITE_P(Files, LoadCases, ::testing::ValuesIn(case_files()), name_of);

}  // namespace
}  // namespace stator::server::testing
