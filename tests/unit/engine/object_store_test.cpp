#include "engine/object_store.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace stator::engine {
namespace {

namespace fs = std::filesystem;
using Keys = std::vector<std::string>;

class ObjectStoreTest : public ::testing::Test {
 protected:
  ObjectStoreTest()
      : root_(fs::temp_directory_path() / ("stator-objects-" + std::to_string(::getpid()))),
        store_(root_) {
    fs::create_directories(root_ / "bucket");
  }
  ~ObjectStoreTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  const fs::path root_;
  const ObjectStore store_;
};

TEST_F(ObjectStoreTest, ObjectsAreFiles) {
  EXPECT_TRUE(store_.has_bucket("bucket"));
  EXPECT_FALSE(store_.has_bucket("other"));
  store_.put("bucket", "a/b.txt", "one");
  EXPECT_EQ(store_.get("bucket", "a/b.txt"), "one");
  EXPECT_TRUE(fs::is_regular_file(root_ / "bucket" / "a" / "b.txt"));
  store_.put("bucket", "a/b.txt", std::string_view("\0two", 4));
  EXPECT_EQ(store_.get("bucket", "a/b.txt"), std::string_view("\0two", 4));
  EXPECT_THROW(store_.get("bucket", "absent"), ObjectStoreError);
  EXPECT_THROW(store_.put("bucket", "a/b.txt/c", "a file is no directory"), ObjectStoreError);
}

TEST_F(ObjectStoreTest, KeysAreListedByPrefixInByteOrder) {
  for (const char* key : {"b", "a/2", "a/10", "ab", "a/c/d"}) store_.put("bucket", key, "");
  EXPECT_EQ(store_.list("bucket", ""), (Keys{"a/10", "a/2", "a/c/d", "ab", "b"}));
  EXPECT_EQ(store_.list("bucket", "a"), (Keys{"a/10", "a/2", "a/c/d", "ab"}));
  EXPECT_EQ(store_.list("bucket", "a/"), (Keys{"a/10", "a/2", "a/c/d"}));
  EXPECT_EQ(store_.list("bucket", "c"), Keys{});
}

TEST_F(ObjectStoreTest, NothingIsOutsideOfTheBucket) {
  EXPECT_FALSE(ObjectStore::is_key("../x"));
  EXPECT_FALSE(ObjectStore::is_key("a/../../x"));
  EXPECT_FALSE(ObjectStore::is_key(std::string_view("a\0b", 3)));
  EXPECT_TRUE(ObjectStore::is_key("a/..b/c"));
  store_.put("bucket", "/absolute", "inside");
  EXPECT_TRUE(fs::exists(root_ / "bucket" / "absolute"));
  for (const char* name : {"", "a", "..", ".a", "a.", "-a", "a/b", "a\\b"}) {
    EXPECT_FALSE(ObjectStore::is_bucket_name(name)) << name;
  }
  for (const char* name : {"ab", "a.b", "my-bucket_1", "A1"}) {
    EXPECT_TRUE(ObjectStore::is_bucket_name(name)) << name;
  }
}

TEST_F(ObjectStoreTest, LogsGrowBesideTheBuckets) {
  store_.append_beside("_stator/log", "one\n");
  store_.append_beside("_stator/log", "two\n");
  EXPECT_EQ(fs::file_size(root_ / "_stator" / "log"), 8U);
  EXPECT_FALSE(ObjectStore::is_bucket_name("_stator"));
}

}  // namespace
}  // namespace stator::engine
