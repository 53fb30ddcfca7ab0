#include "model/file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace stator {
namespace {

TEST(File, what_was_written_is_read) {
  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / "stator-file-test";
  const std::string large(200'000, 'x');
  ASSERT_TRUE(write_file(path, std::string_view("a\0b", 3), FileMode::kReplace));
  ASSERT_TRUE(write_file(path, large, FileMode::kAppend));
  EXPECT_EQ(read_file(path), std::string("a\0b", 3) + large);
  ASSERT_TRUE(write_file(path, "new", FileMode::kReplace));
  EXPECT_EQ(read_file(path), "new");
  std::filesystem::remove(path);
  EXPECT_FALSE(read_file(path));
}

TEST(File, refusals_are_told) {
  EXPECT_FALSE(write_file("/no/such/folder/file", "x", FileMode::kReplace));
  EXPECT_FALSE(write_file("/dev/full", "x", FileMode::kReplace));
}

}  // namespace
}  // namespace stator
