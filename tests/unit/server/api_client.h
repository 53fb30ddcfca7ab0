// A client for tests: calls a Dispatcher as the gateway does, without HTTP.
#pragma once

#include <rapidjson/document.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include "model/clock.h"
#include "model/entropy.h"
#include "server/dispatcher.h"

namespace stator::server::testing {

// A clock that stands still until a test moves it, from any thread.
class ManualClock final : public Clock {
 public:
  Timestamp now() const override { return Timestamp(std::chrono::milliseconds(now_.load())); }
  void advance(std::chrono::milliseconds by) { now_ += by.count(); }

 private:
  std::atomic<std::chrono::milliseconds::rep> now_{1'790'000'000'123};
};

// Repeats exactly.
class CountingEntropy final : public Entropy {
 public:
  explicit CountingEntropy(std::uint64_t seed = 1) : state_(seed) {}

  std::uint64_t next() override { return state_.fetch_add(kStep); }
  // Leaves out so many numbers, or gives them again.
  void skip(int count) { state_ += kStep * static_cast<std::uint64_t>(count); }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;
  std::atomic<std::uint64_t> state_;
};

// A directory that is made when somebody writes into it, and removed in the end.
enum class ScratchPlace {
  kDisk,
  kMemory,  // if there is a file system in memory: syncing a disk is slow
};

class ScratchDirectory {
 public:
  explicit ScratchDirectory(ScratchPlace place = ScratchPlace::kDisk) {
    static std::atomic<unsigned> number{0};
    const std::filesystem::path memory = "/dev/shm";
    const bool is_in_memory =
        place == ScratchPlace::kMemory && ::access(memory.c_str(), W_OK) == 0;
    path_ = (is_in_memory ? memory : std::filesystem::temp_directory_path()) /
            ("stator-test-" + std::to_string(::getpid()) + "-" + std::to_string(++number));
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// One server of its own.
class ApiClient {
 public:
  explicit ApiClient(const DispatcherOptions& options = {}, std::uint64_t seed = 1)
      : entropy_(seed),
        options_(with_s3(options, s3_dir_.path())),
        dispatcher_(std::make_unique<Dispatcher>(clock_, entropy_, options_)) {}

  // Ends the server and starts another one, which has what the data directory kept.
  void restart() {
    dispatcher_.reset();
    dispatcher_ = std::make_unique<Dispatcher>(clock_, entropy_, options_);
  }

  // The directory that stands for S3, and an object in it.
  const std::filesystem::path& s3_dir() const { return s3_dir_.path(); }
  void put_object(const std::string& bucket_and_key, const std::string& text) {
    const std::filesystem::path path = s3_dir() / bucket_and_key;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

  void skip_entropy(int count) { entropy_.skip(count); }

  // Of the calls from now on.
  void set_region(std::string_view region) { region_ = region; }

  // `operation` is one of DynamoDB's, or a whole target: "DynamoDBStreams_20120810.GetRecords".
  ApiReply call(std::string_view operation, std::string body, std::string_view label = {}) {
    const bool is_target = operation.find('.') != std::string_view::npos;
    const std::string target =
        (is_target ? "" : "DynamoDB_20120810.") + std::string(operation);
    ApiRequest request;
    request.target = target;
    const std::string authorization = "AWS4-HMAC-SHA256 Credential=test/20261130/" + region_ +
                                      "/dynamodb/aws4_request, "
                                      "SignedHeaders=host;x-amz-date, Signature=0";
    request.authorization = authorization;
    request.has_date = true;
    request.label = label;
    request.body = std::move(body);
    return dispatcher_->handle(request);
  }

  Dispatcher& dispatcher() { return *dispatcher_; }
  ManualClock& clock() { return clock_; }

 private:
  static DispatcherOptions with_s3(DispatcherOptions options, const std::filesystem::path& dir) {
    if (options.s3_dir.empty()) options.s3_dir = dir.string();
    return options;
  }

  ScratchDirectory s3_dir_;
  ManualClock clock_;
  CountingEntropy entropy_;
  const DispatcherOptions options_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::string region_ = "us-east-1";
};

}  // namespace stator::server::testing
