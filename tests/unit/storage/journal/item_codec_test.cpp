#include "storage/journal/item_codec.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/storage/samples.h"

namespace stator::storage {
namespace {

AttributeMap every_type() {
  const std::string long_text(300, 'x');
  std::vector<AttributeValue> list = {text("a"), number("-1"), AttributeValue(Null{}),
                                      AttributeValue(List{text(long_text)})};
  return AttributeMap({{"b", binary(std::string_view("\0\xFF", 2))},
                       {"bool", AttributeValue(true)},
                       {"empty", text("")},
                       {"false", AttributeValue(false)},
                       {"l", AttributeValue(std::move(list))},
                       {"long", text(long_text)},
                       {"m", AttributeValue(AttributeMap({{"in", text(long_text)},
                                                          {"n", number("12.5")}}))},
                       {"none", AttributeValue(AttributeMap())},
                       {"ns", numbers({"1", "2.5", "-3E-20"})},
                       {"null", AttributeValue(Null{})},
                       {"bs", AttributeValue::binary_set({Binary{long_text}, Binary{"y"}})},
                       {"ss", texts({"a", long_text})}});
}

std::string encoded(const AttributeMap& attributes) {
  std::string bytes;
  encode_attributes(bytes, attributes);
  return bytes;
}

TEST(ItemCodec, EveryTypeComesBackAndOwnsWhatItHolds) {
  const AttributeMap attributes = every_type();
  std::string bytes = encoded(attributes);
  Decoder in(bytes);
  const AttributeMap back = decode_attributes(in);
  EXPECT_TRUE(in.empty());
  bytes.assign(bytes.size(), '?');
  EXPECT_EQ(back, attributes);
  EXPECT_EQ(encoded(back), encoded(attributes));
}

TEST(ItemCodec, NumbersComeBackExactly) {
  for (const char* spelled :
       {"0", "1", "-1", "255", "256", "99999999999999999999999999999999999999", "1E-130",
        "-9.9999999999999999999999999999999999999E+125", "1E125", "-0.001",
        "18446744073709551616"}) {
    const AttributeMap attributes({{"n", number(spelled)}});
    const std::string bytes = encoded(attributes);
    Decoder in(bytes);
    EXPECT_EQ(decode_attributes(in), attributes) << spelled;
  }
}

TEST(ItemCodec, EveryPrefixIsRefused) {
  const std::string bytes = encoded(every_type());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Decoder in(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(decode_attributes(in), FormatFault) << size;
  }
}

// Whatever the bytes are: an item or a FormatFault, and nothing else (the sanitizers watch).
TEST(ItemCodec, ChangedBytesDoNoHarm) {
  const std::string bytes = encoded(every_type());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const char other : {'\0', '\1', '\x7F', '\x80', '\xFF'}) {
      std::string changed = bytes;
      changed[at] = other;
      Decoder in(changed);
      try {
        make_item(decode_attributes(in));
      } catch (const FormatFault&) {
      }
    }
  }
}

TEST(ItemCodec, EndlessNestingIsRefused) {
  std::string bytes("\1\1a", 3);
  for (int i = 0; i < 100'000; ++i) bytes.append("\x9\1", 2);  // a list of one list
  Decoder in(bytes);
  EXPECT_THROW(decode_attributes(in), FormatFault);
}

}  // namespace
}  // namespace stator::storage
