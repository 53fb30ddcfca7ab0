#include "storage/journal/data_directory.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/storage/journal/journal_samples.h"

namespace stator::storage {
namespace {

// What opening the directory, or asking for its files, says is wrong.
std::string fault_of(const std::string& path) {
  Disk disk;
  try {
    DataDirectory(path, disk).files();
    return "";
  } catch (const PersistenceError& fault) {
    return fault.what();
  }
}

void put(const ScratchDirectory& scratch, const std::string& name) {
  ASSERT_TRUE(write_file(scratch.file(name), "x", FileMode::kReplace));
}

TEST(DataDirectory, IsMadeWithItsParents) {
  const ScratchDirectory scratch;
  Disk disk;
  const DataDirectory directory(scratch.file("a/b/c"), disk);
  EXPECT_TRUE(std::filesystem::is_directory(scratch.file("a/b/c")));
  EXPECT_EQ(directory.log_path(7), scratch.file("a/b/c/stator-00000007.log"));
  EXPECT_EQ(directory.snapshot_path(7), scratch.file("a/b/c/stator-00000007.snapshot"));
  EXPECT_TRUE(directory.files().logs.empty());
}

TEST(DataDirectory, RefusesASecondServerInOneLine) {
  const ScratchDirectory scratch;
  Disk disk;
  {
    const DataDirectory first(scratch.path(), disk);
    EXPECT_EQ(fault_of(scratch.path()), "cannot use the data directory " + scratch.path() +
                                            ": another server is using it");
  }
  EXPECT_EQ(fault_of(scratch.path()), "");
}

TEST(DataDirectory, SaysWhyItCannotBeUsed) {
  const ScratchDirectory scratch;
  put(scratch, "file");
  EXPECT_EQ(fault_of(scratch.file("file")).find("cannot "), 0U);
  EXPECT_NE(fault_of(scratch.file("file")).find("Not a directory"), std::string::npos);
}

TEST(DataDirectory, FindsTheNewestSnapshotAndTheLogsFromItOn) {
  const ScratchDirectory scratch;
  for (const char* name : {"stator-00000003.log", "stator-00000004.log", "stator-00000005.log",
                           "stator-00000004.snapshot", "stator-00000003.snapshot",
                           "stator-unfinished", "stator-x.log", "shared-local-instance.db"}) {
    put(scratch, name);
  }
  Disk disk;
  DataDirectory directory(scratch.path(), disk);
  const auto files = directory.files();
  EXPECT_EQ(files.snapshot, 4U);
  EXPECT_EQ(files.logs, (std::vector<std::uint64_t>{4, 5}));
  directory.remove_before(4);
  EXPECT_FALSE(std::filesystem::exists(scratch.file("stator-00000003.log")));
  EXPECT_FALSE(std::filesystem::exists(scratch.file("stator-00000003.snapshot")));
  EXPECT_FALSE(std::filesystem::exists(scratch.file("stator-unfinished")));
  EXPECT_TRUE(std::filesystem::exists(scratch.file("stator-00000004.snapshot")));
  EXPECT_TRUE(std::filesystem::exists(scratch.file("shared-local-instance.db")));
}

TEST(DataDirectory, NamesAFileThatIsMissing) {
  const ScratchDirectory scratch;
  put(scratch, "stator-00000001.log");
  put(scratch, "stator-00000003.log");
  EXPECT_EQ(fault_of(scratch.path()), scratch.file("stator-00000002.log") +
                                          " is missing: other files of " + scratch.path() +
                                          " build upon it");
  const ScratchDirectory other;
  put(other, "stator-00000002.snapshot");
  EXPECT_EQ(fault_of(other.path()), other.file("stator-00000002.log") +
                                        " is missing: it belongs to " +
                                        other.file("stator-00000002.snapshot"));
}

}  // namespace
}  // namespace stator::storage
