#include "server/wire/values.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/wire/requests/all.h"
#include "server/wire/value_json.h"
#include "tests/unit/server/wire_helpers.h"

namespace stator::wire {
namespace {

using testing::decode_text;
using testing::fault_of;
using testing::repeat;

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
constexpr std::string_view kEmptyText =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
constexpr std::string_view kManyText =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
    "supported datatypes";
constexpr std::string_view kLevels =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

struct FaultCase {
  std::string json;
  ValueFaultKind kind;
  std::string message;
  FaultClass fault_class;
};

std::string invalid(std::string_view what) { return std::string(kInvalid) + std::string(what); }

// The faults of values, in the order of the table in values.h.
std::vector<FaultCase> fault_cases() {
  using enum ValueFaultKind;
  const auto other = FaultClass::kOther;
  const auto value = FaultClass::kAttributeValue;
  return {
      {R"({})", kEmpty, std::string(kEmptyText), other},
      {R"({"X":1})", kEmpty, std::string(kEmptyText), other},
      {R"({"S":null})", kEmpty, std::string(kEmptyText), other},
      {R"({"L":[{}]})", kEmpty, std::string(kEmptyText), other},
      {R"({"L":[null]})", kEmpty, std::string(kEmptyText), other},
      {R"({"M":{"a":null}})", kEmpty, std::string(kEmptyText), other},
      {R"({"S":"a","N":"1"})", kManyDatatypes, std::string(kManyText), other},
      {R"({"M":{"a":{"S":"a","BOOL":true}}})", kManyDatatypes, std::string(kManyText), other},
      {R"({"NULL":false})", kNullFalse,
       invalid("Null attribute value types must have the value of true"), value},
      {R"({"NULL":"no"})", kNullFalse,
       invalid("Null attribute value types must have the value of true"), value},
      {R"({"SS":[]})", kEmptyStringSet, invalid("An string set  may not be empty"), value},
      {R"({"NS":[]})", kEmptyNumberSet, invalid("An number set  may not be empty"), value},
      {R"({"BS":[]})", kEmptyBinarySet, invalid("Binary sets should not be empty"), value},
      {R"({"SS":["b","a","b"]})", kDuplicates,
       invalid("Input collection [b, a, b] contains duplicates."), value},
      {R"({"NS":["1","2","1.0"]})", kDuplicates, "Input collection contains duplicates", value},
      {R"({"BS":["Yg==","Yg=="]})", kDuplicates,
       invalid("Input collection [Yg==, Yg==]of type BS contains duplicates."), value},
      {R"({"N":""})", kNumber, "The parameter cannot be converted to a numeric value", other},
      {R"({"N":"1a"})", kNumber, "The parameter cannot be converted to a numeric value: 1a", other},
      {R"({"NS":["1","x"]})", kNumber, "The parameter cannot be converted to a numeric value: x",
       other},
      {R"({"N":"1e126"})", kNumber,
       "Number overflow. Attempting to store a number with magnitude larger than supported range",
       other},
      {R"({"N":"1e-131"})", kNumber,
       "Number underflow. Attempting to store a number with magnitude smaller than supported range",
       other},
      {R"({"N":"123456789012345678901234567890123456789"})", kNumber,
       "Attempting to store more than 38 significant digits in a Number", other},
  };
}

WireItem item_with(const std::string& value) {
  return std::move(*decode_text<PutItemRequest>("{\"Item\":{\"a\":" + value + "}}").item);
}

TEST(WireItem, KeepsFaultsUntilItIsTaken) {
  for (const FaultCase& c : fault_cases()) {
    WireItem item = item_with(c.json);
    ASSERT_NE(item.fault(), nullptr) << c.json;
    EXPECT_EQ(item.fault()->kind, c.kind) << c.json;
    EXPECT_EQ(fault_of([&] { item.get(); }), "ValidationException: " + c.message) << c.json;
    try {
      item.take();
      ADD_FAILURE() << c.json;
    } catch (const Error& error) {
      EXPECT_EQ(error.message(), c.message);
      EXPECT_EQ(error.fault(), c.fault_class) << c.json;
    }
  }
}

TEST(WireItem, KeepsTheFirstFault) {
  const auto request =
      decode_text<PutItemRequest>(R"({"Item":{"a":{"SS":[]},"b":{},"c":{"N":"x"}}})");
  EXPECT_EQ(request.item->fault()->kind, ValueFaultKind::kEmptyStringSet);
}

TEST(WireItem, TypeErrorsComeBeforeKeptFaults) {
  EXPECT_EQ(testing::decode_fault<PutItemRequest>(R"({"Item":{"a":{},"b":{"S":1}}})"),
            "SerializationException: NUMBER_VALUE cannot be converted to String");
}

TEST(WireItem, TakesEmptyStringsAndBinaries) {
  const WireItem item = item_with(R"({"L":[{"S":""},{"B":""},{"SS":[""]},{"BS":[""]},{"M":{}}]})");
  EXPECT_EQ(item.fault(), nullptr);
}

// The attribute is level 1: 31 lists or maps around a scalar make 32 levels.
TEST(WireItem, BoundsLevels) {
  const auto nested = [](std::size_t wraps, std::string_view before, std::string_view after) {
    return repeat(before, wraps) + R"({"S":"leaf"})" + repeat(after, wraps);
  };
  EXPECT_EQ(item_with(nested(31, R"({"L":[)", "]}")).fault(), nullptr);
  EXPECT_EQ(item_with(nested(31, R"({"M":{"n":)", "}}")).fault(), nullptr);
  for (const std::size_t wraps : {32U, 33U, 100U, 300U}) {
    EXPECT_EQ(fault_of([&] { item_with(nested(wraps, R"({"L":[)", "]}")).take(); }),
              "ValidationException: " + std::string(kLevels));
    EXPECT_EQ(fault_of([&] { item_with(nested(wraps, R"({"M":{"n":)", "}}")).take(); }),
              "ValidationException: " + std::string(kLevels));
  }
}

TEST(WireItem, OfAStartKeyIsToldWithItsPlace) {
  const std::string prefix = "ValidationException: The provided starting key is invalid: ";
  for (const FaultCase& c : fault_cases()) {
    const bool is_bare = c.kind == ValueFaultKind::kNumber ||
                         c.kind == ValueFaultKind::kEmptyNumberSet ||
                         c.kind == ValueFaultKind::kDuplicates;
    EXPECT_EQ(fault_of([&] { take_start_key(item_with(c.json)); }),
              (is_bare ? "ValidationException: " : prefix) + c.message);
  }
  EXPECT_EQ(take_start_key(item_with(R"({"S":"x"})")).size(), 1U);
}

TEST(WireValues, TellFaultsWithOrWithoutTheirPlace) {
  for (const FaultCase& c : fault_cases()) {
    const std::string body =
        R"({"ExpressionAttributeValues":{":a":{"S":"x"},":b":)" + c.json + R"(,":c":{}}})";
    EXPECT_EQ(fault_of([&] {
                decode_text<PutItemRequest>(body).expression_attribute_values->take(
                    ValueFaultText::kWrapped, DeepValues::kFaulty);
              }),
              "ValidationException: ExpressionAttributeValues contains invalid value: " +
                  c.message + " for key :b");
    const std::string alone = fault_of([&] {
      decode_text<PutItemRequest>(body).expression_attribute_values->take(
          ValueFaultText::kSomeBare, DeepValues::kFaulty);
    });
    // Faults that moved into the service's validation framework lost the name.
    EXPECT_EQ(alone.ends_with(" for key :b"), c.fault_class == FaultClass::kOther) << c.json;
  }
}

TEST(WireValues, StayInRequestOrder) {
  auto request = decode_text<PutItemRequest>(
      R"({"ExpressionAttributeValues":{":z":{"S":"1"},":a":{"N":"2"},":m":{"BOOL":true}}})");
  const auto values =
      request.expression_attribute_values->take(ValueFaultText::kWrapped, DeepValues::kFaulty);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].first, ":z");
  EXPECT_EQ(values[0].second, AttributeValue::string("1"));
  EXPECT_EQ(values[1].first, ":a");
  EXPECT_EQ(values[2].first, ":m");
  EXPECT_TRUE(decode_text<PutItemRequest>(R"({"ExpressionAttributeValues":{}})")
                  .expression_attribute_values->empty());
}

TEST(ValueJson, WritesEveryDatatype) {
  const std::vector<std::string> texts = {
      R"({"S":""})",
      R"({"S":"é\"\\\n"})",
      R"({"N":"-1.5"})",
      R"({"B":"AAEC/w=="})",
      R"({"BOOL":true})",
      R"({"BOOL":false})",
      R"({"NULL":true})",
      R"({"SS":["","a","b"]})",
      R"({"NS":["-3","0","12.5"]})",
      R"({"BS":["","AA==","Yg=="]})",
      R"({"L":[]})",
      R"({"L":[{"S":"x"},{"L":[{"NULL":true}]}]})",
      R"({"M":{}})",
      R"({"M":{"a":{"N":"1"},"b\"":{"M":{"c":{"BOOL":false}}}}})",
  };
  for (const std::string& text : texts) {
    std::string out;
    append_attributes(out, item_with(text).take());
    EXPECT_EQ(out, "{\"a\":" + text + "}");
  }
}

TEST(ValueJson, WritesCanonicalNumbersAndSortedSets) {
  std::string out;
  append_attributes(out, item_with(R"({"NS":["1E3","+007","1.50","-0"]})").take());
  EXPECT_EQ(out, R"({"a":{"NS":["0","1.5","7","1000"]}})");
  out.clear();
  append_attributes(out, item_with(R"({"SS":["b","a","c"]})").take());
  EXPECT_EQ(out, R"({"a":{"SS":["a","b","c"]}})");
}

// Random values with few distinct leaves, so that sets and maps meet duplicates.
class RandomValue {
 public:
  explicit RandomValue(unsigned seed) : random_(seed) {}

  AttributeValue value(int levels) {
    switch (pick(levels == 0 ? 8 : 10)) {
      case 0:
        return AttributeValue::string(text());
      case 1:
        return AttributeValue(number());
      case 2:
        return AttributeValue(Binary{text()});
      case 3:
        return AttributeValue(pick(2) == 0);
      case 4:
        return AttributeValue(Null{});
      case 5:
        return AttributeValue::string_set({text(), text(), "x"});
      case 6:
        return AttributeValue::number_set({number(), number()});
      case 7:
        return AttributeValue::binary_set({Binary{text()}, Binary{text()}});
      case 8: {
        List list;
        for (int i = pick(4); i > 0; --i) list.push_back(value(levels - 1));
        return AttributeValue(std::move(list));
      }
      default:
        return AttributeValue(map(levels - 1));
    }
  }

  AttributeMap map(int levels) {
    std::vector<Attribute> attributes;
    for (int i = pick(6); i > 0; --i) attributes.push_back({text(), value(levels)});
    return AttributeMap(std::move(attributes));
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string text() {
    static const std::vector<std::string> kPieces = {"a", "\"", "\\", "\n", "\x01", "é", "😀", "z"};
    std::string result;
    for (int i = pick(5); i > 0; --i) {
      result += kPieces[static_cast<std::size_t>(pick(static_cast<int>(kPieces.size())))];
    }
    return result;
  }
  Number number() {
    const std::string digits = std::to_string(static_cast<int>(random_() >> 4));
    const std::string text =
        (pick(2) == 0 ? "-" : "") + digits + "." + digits + "E" + std::to_string(pick(60) - 30);
    return std::get<Number>(Number::parse(text));
  }

  std::mt19937 random_;
};

TEST(ValueJson, RoundTripsRandomItems) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomValue random(seed);
  for (int round = 0; round < 2000; ++round) {
    const AttributeMap item = random.map(4);
    std::string written;
    append_attributes(written, item);
    auto request = decode_text<PutItemRequest>("{\"Item\":" + written + "}");
    ASSERT_EQ(request.item->fault(), nullptr) << written;
    const AttributeMap read = request.item->take();
    ASSERT_EQ(read, item) << written;
    std::string again;
    append_attributes(again, read);
    ASSERT_EQ(again, written);
  }
}

}  // namespace
}  // namespace stator::wire
