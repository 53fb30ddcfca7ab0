// The table of SerializationException texts, cell by cell, and every member of every request
// against every JSON kind that it does not take.
#include "server/wire/kinds.h"

#include <exception>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/wire/requests/all.h"
#include "tests/unit/server/wire_helpers.h"

namespace stator::wire {
namespace {

using testing::decode_fault;
using testing::decode_text;

constexpr std::string_view kObject = "Start of structure or map found where not expected";
constexpr std::string_view kPackage = "com.amazonaws.dynamodb.v20120810.";
constexpr std::string_view kCast =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
    "java.lang.Class are in module java.base of loader 'bootstrap')";

// One row: what a member answers to true, false, 23, 2.5, "x", [] and {}.
struct Row {
  std::string title;
  std::function<std::string(std::string)> fault;
  std::vector<std::string> texts;  // "no fault" or the message
};

constexpr std::string_view kOk = "no fault";
const std::vector<std::string> kJsonKinds = {"true", "false", "23", "2.5", "\"x\"", "[]", "{}"};

template <class R>
std::function<std::string(std::string)> body_around(const std::string& before,
                                                    const std::string& after) {
  return [=](const std::string& json) { return decode_fault<R>(before + json + after); };
}

std::vector<Row> scalar_rows() {
  const std::string ok(kOk);
  const std::string object(kObject);
  const std::string blob = "only base-64-encoded strings are convertible to bytes";
  const std::string length = "Base64 encoded length is expected a multiple of 4 bytes but found: 1";
  return {
      {"String",
       body_around<GetItemRequest>(R"({"TableName":)", "}"),
       {"TRUE_VALUE cannot be converted to String", "FALSE_VALUE cannot be converted to String",
        "NUMBER_VALUE cannot be converted to String", "DECIMAL_VALUE cannot be converted to String",
        ok, "Unrecognized collection type class java.lang.String", object}},
      {"Boolean",
       body_around<GetItemRequest>(R"({"ConsistentRead":)", "}"),
       {ok, ok, "NUMBER_VALUE cannot be converted to Boolean",
        "DECIMAL_VALUE cannot be converted to Boolean", "Unexpected token received from parser",
        "Unrecognized collection type class java.lang.Boolean", object}},
      {"Integer",
       body_around<ScanRequest>(R"({"Limit":)", "}"),
       {"TRUE_VALUE cannot be converted to Integer", "FALSE_VALUE cannot be converted to Integer",
        ok, ok, "STRING_VALUE cannot be converted to Integer",
        "Unrecognized collection type class java.lang.Integer", object}},
      {"Long",
       body_around<CreateTableRequest>(R"({"ProvisionedThroughput":{"ReadCapacityUnits":)", "}}"),
       {"TRUE_VALUE cannot be converted to Long", "FALSE_VALUE cannot be converted to Long", ok, ok,
        "STRING_VALUE cannot be converted to Long",
        "Unrecognized collection type class java.lang.Long", object}},
      {"Double",
       body_around<UpdateTableReplicaAutoScalingRequest>(
           R"({"ProvisionedWriteCapacityAutoScalingUpdate":{"ScalingPolicyUpdate":)"
           R"({"TargetTrackingScalingPolicyConfiguration":{"TargetValue":)",
           "}}}}"),
       {"TRUE_VALUE cannot be converted to Double", "FALSE_VALUE cannot be converted to Double",
        ok, ok, "STRING_VALUE cannot be converted to Double",
        "Unrecognized collection type class java.lang.Double", object}},
      {"Blob",
       body_around<GetItemRequest>(R"({"Key":{"a":{"B":)", "}}}"),
       {blob, blob, blob, blob, length, "Unrecognized collection type class java.nio.ByteBuffer",
        object}},
      {"Blob in a set",
       body_around<GetItemRequest>(R"({"Key":{"a":{"BS":[)", "]}}}"),
       {blob, blob, blob, blob, length, "Unrecognized collection type class java.nio.ByteBuffer",
        object}},
  };
}

std::vector<std::string> scalars(std::string_view text, std::string array, std::string object) {
  std::vector<std::string> texts(5, std::string(text));
  texts.push_back(std::move(array));
  texts.push_back(std::move(object));
  return texts;
}

std::vector<Row> collection_rows() {
  const std::string ok(kOk);
  const std::string object(kObject);
  const std::string package(kPackage);
  const auto map_of = [](const std::string& value) {
    return "Unrecognized collection type java.util.Map<java.lang.String, " + value + ">";
  };
  const auto struct_of = [&](const std::string& name) {
    return "Unrecognized collection type class " + package + name;
  };
  const std::string field = "Unexpected field type";
  const std::string element = "Unexpected value type in payload";
  return {
      {"List", body_around<GetItemRequest>(R"({"AttributesToGet":)", "}"),
       scalars(field, ok, object)},
      {"Map of values", body_around<GetItemRequest>(R"({"Key":)", "}"),
       scalars(field, map_of(package + "AttributeValue"), ok)},
      {"Map of conditions", body_around<QueryRequest>(R"({"KeyConditions":)", "}"),
       scalars(field, map_of(package + "Condition"), ok)},
      {"Map of expectations", body_around<PutItemRequest>(R"({"Expected":)", "}"),
       scalars(field, map_of(package + "ExpectedAttributeValue"), ok)},
      {"Map of updates", body_around<UpdateItemRequest>(R"({"AttributeUpdates":)", "}"),
       scalars(field, map_of(package + "AttributeValueUpdate"), ok)},
      {"Map of keys", body_around<BatchGetItemRequest>(R"({"RequestItems":)", "}"),
       scalars(field, map_of(package + "KeysAndAttributes"), ok)},
      {"Map of strings", body_around<GetItemRequest>(R"({"ExpressionAttributeNames":)", "}"),
       scalars(field, map_of("java.lang.String"), ok)},
      {"Map of values of expressions",
       body_around<PutItemRequest>(R"({"ExpressionAttributeValues":)", "}"),
       scalars(field, map_of(package + "AttributeValue"), ok)},
      {"Map of lists", body_around<BatchWriteItemRequest>(R"({"RequestItems":)", "}"),
       scalars(field, map_of("java.util.List<" + package + "WriteRequest>"), ok)},
      {"Struct", body_around<CreateTableRequest>(R"({"ProvisionedThroughput":)", "}"),
       scalars(field, struct_of("ProvisionedThroughput"), ok)},
      {"Struct in a list", body_around<CreateTableRequest>(R"({"KeySchema":[)", "]}"),
       scalars(element, struct_of("KeySchemaElement"), ok)},
      {"Struct in a map", body_around<GetItemRequest>(R"({"Key":{"a":)", "}}"),
       scalars(element, struct_of("AttributeValue"), ok)},
      {"Struct in a struct",
       body_around<BatchWriteItemRequest>(R"({"RequestItems":{"t":[{"PutRequest":)", "}]}}"),
       scalars(field, struct_of("PutRequest"), ok)},
      {"Value in a value list", body_around<GetItemRequest>(R"({"Key":{"a":{"L":[)", "]}}}"),
       scalars(element, struct_of("AttributeValue"), ok)},
      {"L", body_around<GetItemRequest>(R"({"Key":{"a":{"L":)", "}}}"), scalars(field, ok, object)},
      {"M", body_around<GetItemRequest>(R"({"Key":{"a":{"M":)", "}}}"),
       scalars(field, map_of(package + "AttributeValue"), ok)},
      {"List in a map", body_around<BatchWriteItemRequest>(R"({"RequestItems":{"t":)", "}}"),
       scalars(kCast, ok, object)},
      {"Map in a list",
       body_around<BatchGetItemRequest>(R"({"RequestItems":{"t":{"Keys":[)", "]}}}"),
       scalars(kCast, map_of(package + "AttributeValue"), ok)},
  };
}

void expect_rows(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    ASSERT_EQ(row.texts.size(), kJsonKinds.size()) << row.title;
    for (std::size_t i = 0; i < kJsonKinds.size(); ++i) {
      const std::string expected =
          row.texts[i] == kOk ? row.texts[i] : "SerializationException: " + row.texts[i];
      EXPECT_EQ(row.fault(kJsonKinds[i]), expected) << row.title << " given " << kJsonKinds[i];
      EXPECT_EQ(row.fault("null"), kOk) << row.title;
    }
  }
}

TEST(SerializationFaults, OfScalars) { expect_rows(scalar_rows()); }
TEST(SerializationFaults, OfCollections) { expect_rows(collection_rows()); }

struct Spelling {
  std::string json;
  std::string outcome;
};

TEST(SerializationFaults, BooleansAreCoercedFromStrings) {
  const std::string unexpected = "SerializationException: Unexpected token received from parser";
  const std::vector<Spelling> spellings = {
      {"\"true\"", "true"}, {"\"TRUE\"", "true"},      {"\"1\"", "true"},
      {"\"yes\"", "true"},  {"\"Yes\"", "true"},       {"\"false\"", "false"},
      {"\"0\"", "false"},   {"\"no\"", "false"},       {"\"NO\"", "false"},
      {"\"\"", unexpected}, {"\"maybe\"", unexpected}, {"\"true \"", unexpected},
  };
  for (const Spelling& spelled : spellings) {
    const std::string body = "{\"ConsistentRead\":" + spelled.json + "}";
    std::string outcome = decode_fault<GetItemRequest>(body);
    if (outcome == "no fault") {
      outcome = *decode_text<GetItemRequest>(body).consistent_read ? "true" : "false";
    }
    EXPECT_EQ(outcome, spelled.outcome) << spelled.json;
  }
}

TEST(SerializationFaults, NumbersAreFlooredAndBounded) {
  const std::string overflow =
      "SerializationException: NUMBER_VALUE cannot be converted to Integer";
  const std::vector<Spelling> spellings = {
      {"0", "0"},
      {"2.9", "2"},
      {"-0.5", "-1"},
      {"-7", "-7"},
      {"1e3", "1000"},
      {"2147483647", "2147483647"},
      {"2147483648", overflow},
      {"-2147483649", overflow},
      {"18446744073709551615", overflow},
  };
  for (const Spelling& spelled : spellings) {
    const std::string body = "{\"Limit\":" + spelled.json + "}";
    std::string outcome = decode_fault<ScanRequest>(body);
    if (outcome == "no fault") {
      outcome = std::to_string(*decode_text<ScanRequest>(body).limit);
    }
    EXPECT_EQ(outcome, spelled.outcome) << spelled.json;
  }
  EXPECT_EQ(*decode_text<CreateTableRequest>(
                 R"({"OnDemandThroughput":{"MaxReadRequestUnits":9223372036854775807}})")
                 .on_demand_throughput->max_read_request_units,
            9223372036854775807);
}

TEST(SerializationFaults, OfBodiesThatAreNoObjectHaveNoText) {
  for (const std::string body : {"[]", "1", "\"a\"", "true", "null"}) {
    EXPECT_EQ(decode_fault<GetItemRequest>(body), "SerializationException: ") << body;
  }
}

TEST(SerializationFaults, OfCollectionsComeFirstThenInTableOrder) {
  EXPECT_EQ(decode_fault<GetItemRequest>(R"({"TableName":1,"Key":[]})"),
            "SerializationException: Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.AttributeValue>");
  EXPECT_EQ(decode_fault<GetItemRequest>(R"({"ConsistentRead":1,"TableName":true})"),
            "SerializationException: TRUE_VALUE cannot be converted to String");
}

TEST(Decode, IgnoresUnknownMembersAndNulls) {
  const auto request = decode_text<GetItemRequest>(
      R"({"TableName":null,"tableName":"x","Unknown":{"a":[1,{}]},"AttributesToGet":["a",null]})");
  EXPECT_FALSE(request.table_name);
  EXPECT_FALSE(request.key);
  EXPECT_EQ(*request.attributes_to_get, std::vector<std::string>{"a"});
}

TEST(Decode, TakesTheLastOfEqualNames) {
  EXPECT_EQ(*decode_text<GetItemRequest>(R"({"TableName":"a","TableName":"b"})").table_name, "b");
  EXPECT_FALSE(decode_text<GetItemRequest>(R"({"TableName":"a","TableName":null})").table_name);
  const auto few =
      decode_text<GetItemRequest>(R"({"ExpressionAttributeNames":{"#a":"1","#b":"2","#a":"3"}})");
  EXPECT_EQ(*few.expression_attribute_names, (WireNames{{"#b", "2"}, {"#a", "3"}}));
  std::string names;
  for (int i = 0; i < 100; ++i)
    names += "\"#n" + std::to_string(i % 50) + "\":\"v" + std::to_string(i) + "\",";
  const auto many =
      decode_text<GetItemRequest>("{\"ExpressionAttributeNames\":{" + names + "\"#z\":\"z\"}}");
  ASSERT_EQ(many.expression_attribute_names->size(), 51U);
  EXPECT_EQ(many.expression_attribute_names->front(),
            (std::pair<std::string, std::string>("#n0", "v50")));
}

// The part of the table that a kind is in, said once more without looking at the implementation.
std::vector<std::string> wrong_kinds(Kind kind) {
  switch (kind) {
    case Kind::kString:
      return {"true", "false", "23", "2.5", "[]", "{}"};
    case Kind::kBoolean:
      return {"23", "2.5", "\"x\"", "[]", "{}"};
    case Kind::kInteger:
    case Kind::kLong:
    case Kind::kDouble:
    case Kind::kTimestamp:
      return {"true", "false", "\"x\"", "[]", "{}"};
    case Kind::kBlob:
      return {"true", "false", "23", "2.5", "\"x\"", "[]", "{}"};
    case Kind::kList:
      return {"true", "false", "23", "2.5", "\"x\"", "{}"};
    case Kind::kMap:
    case Kind::kStruct:
      return {"true", "false", "23", "2.5", "\"x\"", "[]"};
  }
  return {};
}

// AttributeValue decodes itself and has no field table; its members all the same.
const std::vector<MemberShape> kDatatypes = {
    {"S", &kStringShape},      {"N", &kStringShape},      {"B", &kBlobShape},
    {"SS", &kStringListShape}, {"NS", &kStringListShape}, {"BS", &kBlobListShape},
    {"BOOL", &kBooleanShape},  {"NULL", &kBooleanShape},
};

// The Java type behind a shape, and the text for a value of the wrong kind, by the table above.
std::string java_type(const Shape& shape) {
  switch (shape.kind) {
    case Kind::kString: return "java.lang.String";
    case Kind::kBoolean: return "java.lang.Boolean";
    case Kind::kInteger: return "java.lang.Integer";
    case Kind::kLong: return "java.lang.Long";
    case Kind::kDouble: return "java.lang.Double";
    case Kind::kTimestamp: return "java.util.Date";
    case Kind::kBlob: return "java.nio.ByteBuffer";
    case Kind::kList: return "java.util.List<" + java_type(*shape.element) + ">";
    case Kind::kMap: return "java.util.Map<java.lang.String, " + java_type(*shape.element) + ">";
    case Kind::kStruct: break;
  }
  return std::string(kPackage) + std::string(shape.name);
}

std::string expected_fault(const Shape& shape, std::string_view json, Place place) {
  if (json == "{}") return std::string(kObject);
  if (json == "[]") {
    return std::string("Unrecognized collection type ") +
           (shape.kind == Kind::kMap ? "" : "class ") + java_type(shape);
  }
  const bool is_member = place == Place::kMember;
  switch (shape.kind) {
    case Kind::kList:
    case Kind::kMap: return is_member ? "Unexpected field type" : std::string(kCast);
    case Kind::kStruct:
      return is_member ? "Unexpected field type" : "Unexpected value type in payload";
    case Kind::kBlob:
      if (json != "\"x\"") return "only base-64-encoded strings are convertible to bytes";
      return "Base64 encoded length is expected a multiple of 4 bytes but found: 1";
    case Kind::kBoolean:
      if (json == "\"x\"") return "Unexpected token received from parser";
      break;
    default: break;
  }
  const std::string token = json == "true"    ? "TRUE_VALUE"
                            : json == "false" ? "FALSE_VALUE"
                            : json == "23"    ? "NUMBER_VALUE"
                            : json == "2.5"   ? "DECIMAL_VALUE"
                                              : "STRING_VALUE";
  const std::string java = java_type(shape);
  return token + " cannot be converted to " + java.substr(java.rfind('.') + 1);
}

class MemberWalk {
 public:
  using Fault = std::function<std::string(std::string)>;

  MemberWalk(std::string operation, Fault fault)
      : operation_(std::move(operation)), fault_(std::move(fault)) {}

  // `before` and `after` are the body around the value.
  void visit(const Shape& shape, Place place, const std::string& before,
             const std::string& after) {
    for (const std::string& json : wrong_kinds(shape.kind)) {
      const std::string body = before + json + after;
      EXPECT_EQ(fault_(body), "SerializationException: " + expected_fault(shape, json, place))
          << operation_ << ' ' << body;
      ++cases_;
    }
    EXPECT_EQ(fault_(before + "null" + after), "no fault") << operation_ << before;
    if (shape.kind == Kind::kList) {
      visit(*shape.element, Place::kElement, before + "[", "]" + after);
    }
    if (shape.kind == Kind::kMap) {
      visit(*shape.element, Place::kElement, before + "{\"k\":", "}" + after);
    }
    if (shape.kind != Kind::kStruct) return;
    if (&shape == &kAttributeValueShape) {
      for (const MemberShape& member : kDatatypes) visit_member(member, before, after);
    }
    for (const MemberShape& member : shape.members) visit_member(member, before, after);
  }

  int cases() const { return cases_; }

 private:
  void visit_member(const MemberShape& member, const std::string& before,
                    const std::string& after) {
    visit(*member.shape, Place::kMember, before + "{\"" + std::string(member.name) + "\":",
          "}" + after);
  }

  std::string operation_;
  Fault fault_;
  int cases_ = 0;
};

TEST(SerializationFaults, OfEveryMemberOfEveryRequest) {
  int cases = 0;
  for_each_request([&]<class R>(const char* operation) {
    MemberWalk walk(operation, [](std::string body) { return decode_fault<R>(std::move(body)); });
    for (const MemberShape& member : kRequestShape<R>.members) {
      walk.visit(*member.shape, Place::kMember, "{\"" + std::string(member.name) + "\":", "}");
    }
    cases += walk.cases();
  });
  EXPECT_GT(cases, 2000);
}

// Random JSON with the names of the protocol in it.
class RandomJson {
 public:
  explicit RandomJson(unsigned seed) : random_(seed) {}

  std::string value(int levels) {
    switch (pick(levels == 0 ? 6 : 9)) {
      case 0:
        return "null";
      case 1:
        return pick(2) == 0 ? "true" : "false";
      case 2:
        return std::to_string(pick(2000)) + (pick(3) == 0 ? ".5" : "");
      case 3:
      case 4:
      case 5:
        return "\"" + std::string(name()) + "\"";
      case 6:
        return "[" + value(levels - 1) + "," + value(levels - 1) + "]";
      default:
        return object(levels);
    }
  }

  std::string object(int levels) {
    std::string text = "{";
    const int members = pick(5);
    for (int i = 0; i < members; ++i) {
      if (i > 0) text += ",";
      text += "\"" + std::string(name()) + "\":" + value(levels - 1);
    }
    return text + "}";
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string_view name() {
    static const std::vector<std::string_view> kNames = {
        "TableName", "Key", "Item", "S", "N", "B", "SS", "NS", "BS", "L", "M", "BOOL", "NULL",
        "RequestItems", "Keys", "TransactItems", "Put", "Get", "Update", "Delete", "KeySchema",
        "AttributeName", "KeyType", "PutRequest", "Expected", "Value", "Limit", "Projection",
        "GlobalSecondaryIndexes", "ExpressionAttributeValues", "KeyConditions", "HASH", "",
        "AttributeValueList", "ComparisonOperator", "YWJj", "1", "12e5", ":v", "Tags"};
    return kNames[static_cast<std::size_t>(pick(static_cast<int>(kNames.size())))];
  }

  std::mt19937 random_;
};

// A body with a few bytes changed is JSON or not, and a request or not, but never a crash.
TEST(Decode, OfDamagedBodiesEndsInARequestOrAFault) {
  std::mt19937 random(20260812);
  const std::string sound =
      R"({"TableName":"t","Item":{"a":{"SS":["\u00e9\ud83d\ude00","y"]},"b":{"N":"-1.5e3"},)"
      R"("c":{"L":[{"M":{"d":{"B":"Yg=="}}},{"NULL":true}]}},"ReturnValues":"NONE",)"
      R"("ExpressionAttributeNames":{"#a":"é"},"ExpressionAttributeValues":{":a":{"BOOL":true}}})";
  const std::string pieces = "{}[]\":,\\u0dD8é\x80 19e.-tfn";
  int requests = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string body = sound;
    for (auto changes = random() % 3 + 1; changes > 0; --changes) {
      body[random() % body.size()] = pieces[random() % pieces.size()];
    }
    try {
      check_constraints(decode_text<PutItemRequest>(body));
      ++requests;
    } catch (const std::exception&) {
    }
  }
  EXPECT_GT(requests, 100);
}

TEST(Decode, OfRandomBodiesEndsInARequestOrAFault) {
  RandomJson json(20260811);
  int requests = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::string body = json.object(6);
    for_each_request([&]<class R>(const char*) {
      if (decode_fault<R>(body) != "no fault") return;
      ++requests;
      testing::constraint_fault<R>(body);  // must not crash either
    });
  }
  EXPECT_GT(requests, 1000);
}

}  // namespace
}  // namespace stator::wire
