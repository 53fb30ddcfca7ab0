// The texts, paths, printed values and order of constraint violations.
#include "server/wire/constraints.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/wire/requests/all.h"
#include "tests/unit/server/wire_helpers.h"

namespace stator::wire {
namespace {

using testing::constraint_fault;
using testing::repeat;

constexpr std::string_view kKey = R"("Key":{"pk":{"S":"a"}})";

// "ValidationException: N validation error(s) detected: item; item"
std::string detected(const std::vector<std::string>& items) {
  std::string text = "ValidationException: " + std::to_string(items.size()) +
                     (items.size() == 1 ? " validation error" : " validation errors") +
                     " detected: ";
  for (std::size_t i = 0; i < items.size(); ++i) text += (i == 0 ? "" : "; ") + items[i];
  return text;
}

std::string failed(std::string_view value, std::string_view path, std::string_view constraint) {
  return "Value '" + std::string(value) + "' at '" + std::string(path) +
         "' failed to satisfy constraint: " + std::string(constraint);
}

std::string null_at(std::string_view path) {
  return "Value null at '" + std::string(path) +
         "' failed to satisfy constraint: Member must not be null";
}

std::string length_least(int bound) {
  return "Member must have length greater than or equal to " + std::to_string(bound);
}
std::string length_most(int bound) {
  return "Member must have length less than or equal to " + std::to_string(bound);
}
std::string value_least(int bound) {
  return "Member must have value greater than or equal to " + std::to_string(bound);
}
std::string value_most(int bound) {
  return "Member must have value less than or equal to " + std::to_string(bound);
}
std::string one_of(std::string_view set) {
  return "Member must satisfy enum value set: [" + std::string(set) + "]";
}

constexpr std::string_view kPattern =
    "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
constexpr std::string_view kOk = "no fault";

std::string get_item(const std::string& table, std::string_view more = "") {
  return "{\"TableName\":\"" + table + "\"," + std::string(kKey) + std::string(more) + "}";
}

TEST(Constraints, AcceptGoodRequests) {
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item("t")), kOk);
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item("a-B_1.z")), kOk);
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item(std::string(255, 'a'))), kOk);
  EXPECT_EQ(constraint_fault<GetItemRequest>(
                get_item("arn:aws:dynamodb:us-east-1:000000000000:table/" + std::string(900, 'a'))),
            kOk);
  EXPECT_EQ(constraint_fault<DescribeLimitsRequest>("{}"), kOk);
  EXPECT_EQ(constraint_fault<DescribeEndpointsRequest>(R"({"a":1})"), kOk);
  EXPECT_EQ(constraint_fault<ListTablesRequest>("{}"), kOk);
}

TEST(Constraints, OfTableNamesInItemOperations) {
  const std::string long_name(256, 'a');
  const std::string long_arn = "arn:" + std::string(1021, 'a');
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item("")),
            detected({failed("", "tableName", length_least(1))}));
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item("a b")),
            detected({failed("a b", "tableName", kPattern)}));
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item(long_name)),
            detected({failed(long_name, "tableName", length_most(255))}));
  EXPECT_EQ(constraint_fault<GetItemRequest>(get_item(long_arn)),
            detected({failed(long_arn, "tableName", length_most(1024))}));
  EXPECT_EQ(constraint_fault<GetItemRequest>("{" + std::string(kKey) + "}"),
            detected({null_at("tableName")}));
}

TEST(Constraints, OfTableNamesInTableOperations) {
  const std::string absent =
      "ValidationException: The parameter 'TableName' is required but was not present in the "
      "request";
  EXPECT_EQ(constraint_fault<DescribeTableRequest>("{}"), absent);
  EXPECT_EQ(constraint_fault<DeleteTableRequest>("{}"), absent);
  EXPECT_EQ(constraint_fault<UpdateTableRequest>("{}"), absent);
  EXPECT_EQ(constraint_fault<CreateTableRequest>("{}"), absent);
  EXPECT_EQ(constraint_fault<UpdateTableRequest>(R"({"TableName":"ab"})"),
            detected({failed("ab", "tableName", length_least(3))}));
  EXPECT_EQ(
      constraint_fault<DeleteTableRequest>(R"({"TableName":"a;"})"),
      detected({failed("a;", "tableName", kPattern), failed("a;", "tableName", length_least(3))}));
  EXPECT_EQ(constraint_fault<DescribeTableRequest>(
                R"({"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/abc"})"),
            kOk);
}

TEST(Constraints, OfIndexNames) {
  const auto query = [](std::string_view index) {
    return R"({"TableName":"t","IndexName":")" + std::string(index) + "\"}";
  };
  EXPECT_EQ(constraint_fault<QueryRequest>(query("abc")), kOk);
  EXPECT_EQ(constraint_fault<QueryRequest>(query("ab")),
            detected({failed("ab", "indexName", length_least(3))}));
  EXPECT_EQ(
      constraint_fault<QueryRequest>(query("")),
      detected({failed("", "indexName", kPattern), failed("", "indexName", length_least(3))}));
  EXPECT_EQ(
      constraint_fault<QueryRequest>(query("é")),
      detected({failed("é", "indexName", kPattern), failed("é", "indexName", length_least(3))}));
}

struct EnumCase {
  std::string member;
  std::string path;
  std::string set;
};

TEST(Constraints, OfEnumsPrintTheServicesOrder) {
  const std::vector<EnumCase> put_item = {
      {"ReturnConsumedCapacity", "returnConsumedCapacity", "INDEXES, TOTAL, NONE"},
      {"ConditionalOperator", "conditionalOperator", "OR, AND"},
      {"ReturnValues", "returnValues", "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW"},
      {"ReturnItemCollectionMetrics", "returnItemCollectionMetrics", "SIZE, NONE"},
      {"ReturnValuesOnConditionCheckFailure", "returnValuesOnConditionCheckFailure",
       "ALL_OLD, NONE"},
  };
  for (const EnumCase& c : put_item) {
    for (const std::string value : {"", "none", "x'y"}) {
      EXPECT_EQ(constraint_fault<PutItemRequest>(R"({"TableName":"t","Item":{},")" + c.member +
                                                 "\":\"" + value + "\"}"),
                detected({failed(value, c.path, one_of(c.set))}));
    }
    EXPECT_EQ(constraint_fault<PutItemRequest>(R"({"TableName":"t","Item":{},")" + c.member +
                                               "\":\"" + c.set.substr(0, c.set.find(',')) + "\"}"),
              kOk);
  }
  EXPECT_EQ(constraint_fault<QueryRequest>(R"({"TableName":"t","Select":"count"})"),
            detected({failed("count", "select",
                             one_of("SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
                                    "ALL_PROJECTED_ATTRIBUTES"))}));
}

TEST(Constraints, OfLegacyConditions) {
  const std::string operators =
      "IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS";
  EXPECT_EQ(
      constraint_fault<QueryRequest>(
          R"({"TableName":"t","KeyConditions":{"a":{},"b.c":{"ComparisonOperator":"eq"}}})"),
      detected({null_at("keyConditions.a.member.comparisonOperator"),
                failed("eq", "keyConditions.b.c.member.comparisonOperator", one_of(operators))}));
  EXPECT_EQ(constraint_fault<PutItemRequest>(
                R"({"TableName":"t","Item":{},"Expected":{"a":{"ComparisonOperator":"x"}}})"),
            detected({failed("x", "expected.a.member.comparisonOperator", one_of(operators))}));
  EXPECT_EQ(
      constraint_fault<UpdateItemRequest>(R"({"TableName":"t",)" + std::string(kKey) +
                                          R"(,"AttributeUpdates":{"a":{"Action":"SET"}}})"),
      detected({failed("SET", "attributeUpdates.a.member.action", one_of("ADD, PUT, DELETE"))}));
}

TEST(Constraints, OfNumbers) {
  const auto scan = [](std::string_view member) {
    return constraint_fault<ScanRequest>(R"({"TableName":"t",)" + std::string(member) + "}");
  };
  EXPECT_EQ(scan(R"("Limit":0)"), detected({failed("0", "limit", value_least(1))}));
  EXPECT_EQ(scan(R"("Limit":1,"Segment":0,"TotalSegments":1000000)"), kOk);
  EXPECT_EQ(scan(R"("TotalSegments":0,"Segment":-1)"),
            detected({failed("0", "totalSegments", value_least(1)),
                      failed("-1", "segment", value_least(0))}));
  EXPECT_EQ(scan(R"("TotalSegments":1000001,"Segment":1000000)"),
            detected({failed("1000001", "totalSegments", value_most(1000000)),
                      failed("1000000", "segment", value_most(999999))}));
  EXPECT_EQ(constraint_fault<ListTablesRequest>(R"({"Limit":0})"),
            detected({failed("0", "limit", value_least(1))}));
  EXPECT_EQ(constraint_fault<ListTablesRequest>(R"({"Limit":101})"),
            detected({failed("101", "limit", value_most(100))}));
  // Query has a text of its own.
  EXPECT_EQ(constraint_fault<QueryRequest>(R"({"TableName":"t","Limit":0})"),
            detected({"Value at 'Limit' failed to satisfy constraint: " + value_least(1)}));
}

TEST(Constraints, OfCollections) {
  const auto get = [](const std::string& names) {
    return constraint_fault<GetItemRequest>(get_item("t", ",\"AttributesToGet\":" + names));
  };
  EXPECT_EQ(get("[]"), detected({failed("[]", "attributesToGet", length_least(1))}));
  EXPECT_EQ(get("[" + repeat("\"a\",", 254) + "\"a\"]"), kOk);
  EXPECT_EQ(
      get("[" + repeat("\"a\",", 255) + "\"a\"]"),
      detected({failed("[" + repeat("a, ", 255) + "a]", "attributesToGet", length_most(255))}));
  const std::string name(65536, 'n');
  EXPECT_EQ(get("[\"a\",\"" + name + "\"]"),
            detected({failed(name, "attributesToGet.2.member", length_most(65535))}));
}

TEST(Constraints, ListFaultsInTheServicesOrder) {
  EXPECT_EQ(constraint_fault<GetItemRequest>(
                R"({"TableName":"a;","AttributesToGet":[],"ReturnConsumedCapacity":"x"})"),
            detected({failed("x", "returnConsumedCapacity", one_of("INDEXES, TOTAL, NONE")),
                      failed("[]", "attributesToGet", length_least(1)),
                      failed("a;", "tableName", kPattern), null_at("key")}));
  EXPECT_EQ(constraint_fault<DeleteItemRequest>("{}"),
            detected({null_at("tableName"), null_at("key")}));
  EXPECT_EQ(constraint_fault<QueryRequest>(
                R"({"Limit":0,"Select":"x","IndexName":"i","ConditionalOperator":"x"})"),
            detected({failed("x", "select",
                             one_of("SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
                                    "ALL_PROJECTED_ATTRIBUTES")),
                      failed("i", "indexName", length_least(3)), null_at("tableName"),
                      failed("x", "conditionalOperator", one_of("OR, AND")),
                      "Value at 'Limit' failed to satisfy constraint: " + value_least(1)}));
}

TEST(Constraints, ReportBadTableNamesOfPutsAndUpdatesAlone) {
  const std::string body = R"({"TableName":"a;","ReturnValues":"x"})";
  EXPECT_EQ(constraint_fault<PutItemRequest>(body),
            detected({failed("a;", "tableName", kPattern)}));
  EXPECT_EQ(constraint_fault<UpdateItemRequest>(body),
            detected({failed("a;", "tableName", kPattern)}));
  EXPECT_EQ(constraint_fault<DeleteItemRequest>(body).substr(0, 44),
            "ValidationException: 3 validation errors det");
  EXPECT_EQ(constraint_fault<PutItemRequest>("{}"),
            detected({null_at("tableName"), null_at("item")}));
}

TEST(Constraints, ReportTenFaultsAtMost) {
  const std::string body = R"({"TableName":"abc","KeySchema":[)" + repeat("{},", 11) +
                           R"({}],"AttributeDefinitions":[]})";
  std::vector<std::string> items = {
      failed("[" + repeat("KeySchemaElement(attributeName=null, keyType=null), ", 11) +
                 "KeySchemaElement(attributeName=null, keyType=null)]",
             "keySchema", length_most(2))};
  for (int i = 1; items.size() < 10; ++i) {
    items.push_back(null_at("keySchema." + std::to_string(i) + ".member.attributeName"));
    if (items.size() < 10) {
      items.push_back(null_at("keySchema." + std::to_string(i) + ".member.keyType"));
    }
  }
  EXPECT_EQ(constraint_fault<CreateTableRequest>(body), detected(items));
}

std::string create_table(std::string_view more) {
  return R"({"TableName":"abc","AttributeDefinitions":[],)"
         R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}])" +
         std::string(more) + "}";
}

TEST(Constraints, OfCreateTable) {
  EXPECT_EQ(constraint_fault<CreateTableRequest>(create_table("")), kOk);
  EXPECT_EQ(constraint_fault<CreateTableRequest>(R"({"TableName":"abc"})"),
            detected({null_at("attributeDefinitions"), null_at("keySchema")}));
  EXPECT_EQ(constraint_fault<CreateTableRequest>(
                create_table(R"(,"ProvisionedThroughput":{"ReadCapacityUnits":0})")),
            detected({null_at("provisionedThroughput.writeCapacityUnits"),
                      failed("0", "provisionedThroughput.readCapacityUnits", value_least(1))}));
  EXPECT_EQ(constraint_fault<CreateTableRequest>(create_table(R"(,"BillingMode":"FREE")")),
            detected({failed("FREE", "billingMode", one_of("PROVISIONED, PAY_PER_REQUEST"))}));
  EXPECT_EQ(
      constraint_fault<CreateTableRequest>(
          R"({"TableName":"abc","AttributeDefinitions":[{"AttributeName":"","AttributeType":"X"}],)"
          R"("KeySchema":[{"AttributeName":"pk","KeyType":"hash"}]})"),
      detected({failed("", "attributeDefinitions.1.member.attributeName", length_least(1)),
                failed("X", "attributeDefinitions.1.member.attributeType", one_of("B, N, S")),
                failed("hash", "keySchema.1.member.keyType", one_of("HASH, RANGE"))}));
  EXPECT_EQ(
      constraint_fault<CreateTableRequest>(create_table(
          R"(,"SSESpecification":{"SSEType":"x"},"StreamSpecification":{},"TableClass":"x")")),
      detected({null_at("streamSpecification.streamEnabled"),
                failed("x", "sSESpecification.sSEType", one_of("AES256, KMS"))}));
}

TEST(Constraints, OfKeySchemasPrintStructs) {
  const std::string three =
      R"([{"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"},)"
      R"({"AttributeName":"c","KeyType":"RANGE"}])";
  const std::string printed =
      "[KeySchemaElement(attributeName=a, keyType=HASH), KeySchemaElement(attributeName=b, "
      "keyType=RANGE), KeySchemaElement(attributeName=c, keyType=RANGE)]";
  EXPECT_EQ(constraint_fault<CreateTableRequest>(
                R"({"TableName":"abc","AttributeDefinitions":[],"KeySchema":)" + three + "}"),
            detected({failed(printed, "keySchema", length_most(2))}));
  EXPECT_EQ(constraint_fault<CreateTableRequest>(create_table(
                R"(,"LocalSecondaryIndexes":[{"IndexName":"i","KeySchema":)" + three + "}]")),
            detected({failed("i", "localSecondaryIndexes.1.member.indexName", length_least(3)),
                      failed(printed, "localSecondaryIndexes.1.member.keySchema", length_most(2)),
                      null_at("localSecondaryIndexes.1.member.projection")}));
  // Keys of global indexes may have more attributes.
  EXPECT_EQ(constraint_fault<CreateTableRequest>(create_table(
                R"(,"GlobalSecondaryIndexes":[{"IndexName":"abc","Projection":{},"KeySchema":)" +
                three + "}]")),
            kOk);
}

TEST(Constraints, OfProjections) {
  const auto create = [](const std::string& names) {
    return constraint_fault<CreateTableRequest>(create_table(
        R"(,"GlobalSecondaryIndexes":[{"IndexName":"abc","KeySchema":[{"AttributeName":"a",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"SOME","NonKeyAttributes":)" +
        names + "}}]"));
  };
  const std::string path = "globalSecondaryIndexes.1.member.projection.";
  const std::string type =
      failed("SOME", path + "projectionType", one_of("ALL, INCLUDE, KEYS_ONLY"));
  EXPECT_EQ(create("[]"),
            detected({type, failed("[]", path + "nonKeyAttributes", length_least(1))}));
  EXPECT_EQ(
      create("[" + repeat("\"a\",", 20) + "\"\"]"),
      detected({type,
                failed("[" + repeat("a, ", 20) + "]", path + "nonKeyAttributes", length_most(20)),
                failed("", path + "nonKeyAttributes.21.member", length_least(1))}));
}

TEST(Constraints, OfUpdateTable) {
  EXPECT_EQ(
      constraint_fault<UpdateTableRequest>(
          R"({"TableName":"abc","BillingMode":"x","GlobalSecondaryIndexUpdates":[{"Delete":{}},)"
          R"({"Create":{"IndexName":"abc"}},{"Update":{"IndexName":"a"}}],)"
          R"("ProvisionedThroughput":{},"ReplicaUpdates":[]})"),
      detected(
          {null_at("provisionedThroughput.writeCapacityUnits"),
           null_at("provisionedThroughput.readCapacityUnits"),
           failed("x", "billingMode", one_of("PROVISIONED, PAY_PER_REQUEST")),
           null_at("globalSecondaryIndexUpdates.1.member.delete.indexName"),
           null_at("globalSecondaryIndexUpdates.2.member.create.keySchema"),
           null_at("globalSecondaryIndexUpdates.2.member.create.projection"),
           failed("a", "globalSecondaryIndexUpdates.3.member.update.indexName", length_least(3)),
           failed("[]", "replicaUpdates", length_least(1))}));
}

TEST(Constraints, OfTransactions) {
  EXPECT_EQ(constraint_fault<TransactWriteItemsRequest>(R"({"TransactItems":[]})"),
            detected({failed("[]", "transactItems", length_least(1))}));
  EXPECT_EQ(constraint_fault<TransactWriteItemsRequest>("{}"),
            detected({null_at("transactItems")}));
  EXPECT_EQ(constraint_fault<TransactWriteItemsRequest>(
                R"({"TransactItems":[{"ConditionCheck":{"TableName":"t",)" + std::string(kKey) +
                R"(}},{},{"Update":{"TableName":""}}],"ClientRequestToken":""})"),
            detected({failed("", "clientRequestToken", length_least(1)),
                      null_at("transactItems.1.member.conditionCheck.conditionExpression"),
                      failed("", "transactItems.3.member.update.tableName", length_least(1)),
                      null_at("transactItems.3.member.update.key"),
                      null_at("transactItems.3.member.update.updateExpression")}));
  const std::string nothing = "TransactGetItem(get=null)";
  EXPECT_EQ(
      constraint_fault<TransactGetItemsRequest>("{\"TransactItems\":[" + repeat("{},", 100) +
                                                "{}]}")
          .substr(0, 70 + nothing.size()),
      ("ValidationException: 10 validation errors detected: Value '[" + nothing + ", " + nothing)
          .substr(0, 70 + nothing.size()));
  const std::string token(37, 'x');
  EXPECT_EQ(constraint_fault<TransactWriteItemsRequest>(
                R"({"TransactItems":[{}],"ClientRequestToken":")" + token + "\"}"),
            detected({failed(token, "clientRequestToken", length_most(36))}));
}

TEST(Constraints, OfBatchGetItem) {
  const auto batch = [](const std::string& items) {
    return constraint_fault<BatchGetItemRequest>("{\"RequestItems\":" + items + "}");
  };
  EXPECT_EQ(batch("null"), detected({null_at("requestItems")}));
  EXPECT_EQ(batch("{}"),
            detected({"Value at 'RequestItems' failed to satisfy constraint: " + length_least(1)}));
  EXPECT_EQ(batch(R"({"t":{"Keys":[{}]}})"), kOk);
  EXPECT_EQ(batch(R"({"t":{}})"), detected({null_at("requestItems.t.member.keys")}));
  EXPECT_EQ(batch(R"({"t":{"Keys":[]}})"),
            detected({"Value at 'requestItems.t.member.keys' failed to satisfy constraint: " +
                      length_least(1)}));
  EXPECT_EQ(batch(R"({"t":{"Keys":[)" + repeat("{},", 100) + "{}]}}"),
            detected({"Value at 'RequestItems.t.member.Keys' failed to satisfy constraint: " +
                      length_most(100)}));
  EXPECT_EQ(batch(R"({"a b":{"Keys":[{}]}})"),
            detected({failed("{a b=KeysAndAttributes(keys=[{}], attributesToGet=null, "
                             "consistentRead=null, projectionExpression=null, "
                             "expressionAttributeNames=null)}",
                             "requestItems",
                             "Map keys must satisfy constraint: [" + length_most(255) + ", " +
                                 length_least(3) + ", " + std::string(kPattern) + "]")}));
}

TEST(Constraints, OfBatchWriteItem) {
  const auto batch = [](const std::string& items) {
    return constraint_fault<BatchWriteItemRequest>("{\"RequestItems\":" + items + "}");
  };
  EXPECT_EQ(batch("{}"),
            "ValidationException: The requestItems parameter is required for BatchWriteItem");
  EXPECT_EQ(batch(R"({"t":[{"PutRequest":{"Item":{}}}]})"), kOk);
  EXPECT_EQ(batch(R"({"t":[]})"),
            detected({"Value at 'requestItems.t.member' failed to satisfy constraint: " +
                      length_least(1)}));
  EXPECT_EQ(batch(R"({"t":[{},{"DeleteRequest":{}}]})"),
            detected({null_at("requestItems.t.member.2.member.deleteRequest.key")}));
  const std::string many =
      batch(R"({"t":[)" + repeat(R"({"PutRequest":{"Item":{"pk":{"S":"a"}}}},)", 25) + "{}]}");
  EXPECT_TRUE(many.starts_with(
      "ValidationException: 1 validation error detected: Value '{t=[WriteRequest(putRequest="
      "PutRequest(item={pk=com.amazonaws.dynamodb.v20120810.AttributeValue@"))
      << many;
  EXPECT_TRUE(many.ends_with(
      "}, workloadProfileName=null), deleteRequest=null), WriteRequest(putRequest=null, "
      "deleteRequest=null)]}' at 'requestItems' failed to satisfy constraint: Map value must "
      "satisfy constraint: [Member must have length less than or equal to 25, Member must have "
      "length greater than or equal to 1]"))
      << many;
}

// Every required member, every enum and every bound of every table, found by its own path.
TEST(Constraints, OfEmptyRequestsNameEveryRequiredMember) {
  for_each_request([]<class R>(const char* operation) {
    const std::string fault = constraint_fault<R>("{}");
    for (const Field<R>& field : kFields<R>) {
      if (!field.constraint.required || !field.constraint.absent_text.empty()) continue;
      if (fault.find("The parameter 'TableName'") != std::string::npos) continue;
      std::string path;
      append_camel_case(path, field.name);
      EXPECT_NE(fault.find(null_at(path)), std::string::npos) << operation << ' ' << fault;
    }
  });
}

}  // namespace
}  // namespace stator::wire
