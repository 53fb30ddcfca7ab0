// Files with random faults: a load ends with a LoadError that names the file, or well; it never
// ends in another way, and never reads what is not there (AddressSanitizer watches).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "api_client.h"
#include "server/load/step.h"

namespace stator::server::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kSeed = fs::path(STATOR_TEST_DATA) / "load/seed";

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

bool holds_items_only(const std::string& name) {
  const std::vector<std::string> names{"Customers.ion", "Music.jsonl", "Sessions.json",
                                       "orders-dev.csv", "writes.json"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Mutations {
 public:
  // Up to four faults: characters that mean something where they do not belong, parts that are
  // missing, parts that are there twice, and an end that comes too early.
  std::string mutated(std::string text) {
    for (std::size_t faults = 1 + below(4); faults > 0 && !text.empty(); --faults) {
      const std::size_t at = below(text.size());
      const std::size_t size = std::min(1 + below(20), text.size() - at);
      switch (below(5)) {
        case 0:
          text[at] = kMarks[below(kMarks.size())];
          break;
        case 1:
          text.insert(at, 1, kMarks[below(kMarks.size())]);
          break;
        case 2:
          text.erase(at, size);
          break;
        case 3:
          text.insert(below(text.size()), text.substr(at, size));
          break;
        default:
          if (below(4) == 0) text.resize(at);
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  const std::string kMarks = std::string("{}[]\",:\\'!&*<>|-#$%@`\n\t\r 0n.") + '\0' + "\xFF\xC3";
  std::minstd_rand random_{20261130};
};

TEST(LoadMutations, end_well_or_with_an_error_that_names_the_file) {
  constexpr int kRounds = 60;
  Mutations mutations;
  ScratchDirectory scratch;
  fs::create_directories(scratch.path());
  for (const auto& entry : fs::directory_iterator(kSeed)) {
    const std::string name = entry.path().filename().string();
    const fs::path path = scratch.path() / name;
    const std::string text = text_of(entry.path());
    for (int round = 0; round < kRounds; ++round) {
      const std::string mutated = mutations.mutated(text);
      std::ofstream(path, std::ios::binary) << mutated;
      ApiClient client;
      LoadOptions options;
      if (holds_items_only(name)) {
        for (const char* tables : {"tables.json", "template.yaml", "described.json"}) {
          options.sources.push_back((kSeed / tables).string());
        }
      }
      options.sources.push_back(path.string());
      try {
        client.dispatcher().load(options);
      } catch (const load::LoadError& error) {
        EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace stator::server::testing
