// Every struct of a journal, with a value in every member that is not the one it is made with.
#include "engine/persistence/records.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "storage/journal/codec.h"

namespace stator::engine {
namespace {

using storage::Members;
namespace codec = storage::codec;

constexpr int kDepthMax = 3;  // settings hold former settings

// Values of any type, each different from the one before and from a new object.
class Filler {
 public:
  template <class T>
  void fill(T& value, int depth = 0) {
    if constexpr (storage::kIsMadeAnew<T>) {
      return;
    } else if constexpr (std::is_same_v<T, bool>) {
      value = !value;
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(1);
    } else if constexpr (std::is_arithmetic_v<T>) {
      value = static_cast<T>(++count_);
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = "text " + std::to_string(++count_);
    } else if constexpr (codec::TimePoint<T>) {
      value = T(typename T::duration(++count_));
    } else if constexpr (codec::Duration<T>) {
      value = T(++count_);
    } else if constexpr (codec::kIs<T, std::optional>) {
      fill(value.emplace(), depth);
    } else if constexpr (codec::kIs<T, std::shared_ptr>) {
      if (depth == kDepthMax) return;
      auto made = std::make_shared<std::remove_const_t<typename T::element_type>>();
      fill(*made, depth + 1);
      value = std::move(made);
    } else if constexpr (codec::kIs<T, std::vector>) {
      for (int i = 0; i < 2; ++i) fill(value.emplace_back(), depth);
    } else if constexpr (codec::kIs<T, std::map>) {
      for (int i = 0; i < 2; ++i) {
        typename T::key_type key;
        fill(key, depth);
        fill(value[key], depth);
      }
    } else {
      std::apply([&](auto&... member) { (fill(member, depth), ...); }, Members<T>::tie(value));
    }
  }

 private:
  int count_ = 0;
};

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (storage::kIsMadeAnew<T>) {
    return true;
  } else if constexpr (codec::kIs<T, std::optional> || codec::kIs<T, std::shared_ptr>) {
    return static_cast<bool>(a) == static_cast<bool>(b) && (!a || same(*a, *b));
  } else if constexpr (codec::kIs<T, std::vector>) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same(a[i], b[i])) return false;
    }
    return true;
  } else if constexpr (codec::kIs<T, std::map>) {
    if (a.size() != b.size()) return false;
    for (const auto& [key, value] : a) {
      if (!b.contains(key) || !same(value, b.at(key))) return false;
    }
    return true;
  } else if constexpr (requires { Members<T>::tie(a); }) {
    const auto members = Members<T>::tie(a);
    const auto others = Members<T>::tie(b);
    return [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
      return (same(std::get<kAt>(members), std::get<kAt>(others)) && ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(members)>>());
  } else {
    return a == b;
  }
}

template <class T>
class Record : public ::testing::Test {};

using Records =
    ::testing::Types<TableRecord, StreamName, GlobalTableRecord, BackupRecord, BackupName,
                     StreamState, BackupImage, TokenRecord, RestoreRecord, SnapshotEnd>;
TYPED_TEST_SUITE(Record, Records);

TYPED_TEST(Record, EveryMemberComesBack) {
  TypeParam filled;
  Filler().fill(filled);
  std::string bytes;
  storage::encode(bytes, filled);
  storage::Decoder in(bytes);
  const auto back = storage::decode<TypeParam>(in);
  EXPECT_TRUE(in.empty());
  EXPECT_TRUE(same(filled, back));
  EXPECT_FALSE(same(filled, TypeParam()));
}

TYPED_TEST(Record, EveryPrefixIsRefused) {
  TypeParam filled;
  Filler().fill(filled);
  std::string bytes;
  storage::encode(bytes, filled);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    storage::Decoder in(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(storage::decode<TypeParam>(in), storage::FormatFault) << size;
  }
}

TEST(Records, MembersOfSettingsAreAllFilled) {
  TableSettings filled;
  Filler().fill(filled);
  EXPECT_EQ(filled.policies.size(), 2U);
  EXPECT_TRUE(filled.ongoing[0].before->ongoing[0].before->ongoing[0].before);
  EXPECT_TRUE(filled.auto_scaling.table.read.policy->disable_scale_in);
}

}  // namespace
}  // namespace stator::engine
