// Bodies of errors, and the table of prefixed faults.
#include "server/wire/error_json.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "server/wire/envelope.h"

namespace stator::wire {
namespace {

ItemRef price_item() {
  std::vector<Attribute> attributes;
  attributes.push_back({"price", AttributeValue(Number(650))});
  attributes.push_back({"id", AttributeValue::string("456")});
  return make_item(AttributeMap(std::move(attributes)));
}

TEST(ErrorJson, HasTheServicesBodies) {
  struct Case {
    Error error;
    unsigned status;
    std::string body;
  };
  const std::vector<Case> cases = {
      {Error(ErrorCode::kResourceNotFound, "Requested resource not found: Table: T not found"), 400,
       R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
       R"("message":"Requested resource not found: Table: T not found"})"},
      {validation_error("The provided key element does not match the schema"), 400,
       R"({"__type":"com.amazon.coral.validate#ValidationException",)"
       R"("message":"The provided key element does not match the schema"})"},
      {Error(ErrorCode::kConditionalCheckFailed, "The conditional request failed"), 400,
       R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
       R"("message":"The conditional request failed"})"},
      {Error(ErrorCode::kSerialization, "NUMBER_VALUE cannot be converted to String"), 400,
       R"({"__type":"com.amazon.coral.service#SerializationException",)"
       R"("Message":"NUMBER_VALUE cannot be converted to String"})"},
      {Error(ErrorCode::kSerialization, ""), 400,
       R"({"__type":"com.amazon.coral.service#SerializationException"})"},
      {Error(ErrorCode::kUnknownOperation, ""), 400,
       R"({"__type":"com.amazon.coral.service#UnknownOperationException"})"},
      {Error(ErrorCode::kInternalServerError, "Internal server error"), 500,
       R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
       R"("message":"Internal server error"})"},
      {validation_error("a \"quoted\" \n"), 400,
       R"({"__type":"com.amazon.coral.validate#ValidationException",)"
       R"("message":"a \"quoted\" \n"})"},
  };
  for (const Case& c : cases) {
    const server::ApiReply reply = render_error(c.error);
    EXPECT_EQ(reply.status, c.status);
    EXPECT_EQ(reply.body, c.body);
  }
}

TEST(ErrorJson, ShowsTheItemOfAFailedCondition) {
  Error error(ErrorCode::kConditionalCheckFailed, "The conditional request failed");
  error.item = price_item();
  EXPECT_EQ(render_error(error).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("Item":{"id":{"S":"456"},"price":{"N":"650"}},)"
            R"("message":"The conditional request failed"})");
}

TEST(ErrorJson, ShowsWhyATransactionWasCancelled) {
  Error error(ErrorCode::kTransactionCanceled,
              "Transaction cancelled, please refer cancellation reasons for specific reasons "
              "[ConditionalCheckFailed, None]");
  error.cancellation_reasons = {
      {"ConditionalCheckFailed", "The conditional request failed", nullptr}, {}};
  EXPECT_EQ(render_error(error).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
            R"("CancellationReasons":[{"Code":"ConditionalCheckFailed",)"
            R"("Message":"The conditional request failed"},{"Code":"None"}],)"
            R"("Message":"Transaction cancelled, please refer cancellation reasons for specific )"
            R"(reasons [ConditionalCheckFailed, None]"})");
  error.cancellation_reasons = {{"ConditionalCheckFailed", "no", price_item()}};
  EXPECT_NE(render_error(error).body.find(R"([{"Code":"ConditionalCheckFailed","Message":"no",)"
                                          R"("Item":{"id":{"S":"456"},"price":{"N":"650"}}}])"),
            std::string::npos);
}

TEST(ErrorJson, TakesAnotherMessage) {
  EXPECT_EQ(render_error(validation_error("a"), "prefix: a").body,
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"prefix: a"})");
}

// One row for each operation measured in 2026: which classes of faults are prefixed.
TEST(Envelope, PrefixesWhatTheServicePrefixes) {
  using enum FaultClass;
  const std::vector<FaultClass> classes = {
      kOther, kAttributeValue, kExpression, kUnusedNames, kMixedParameters, kReturnValues, kSelect};
  struct Row {
    std::string_view operation;
    std::string_view prefixed;  // one letter for each class above
  };
  const std::vector<Row> rows = {
      {"PutItem", ".xxxxx."},
      {"UpdateItem", ".xxxxx."},
      {"DeleteItem", "..xxx.."},
      {"Query", "......x"},
      {"Scan", "......."},
      {"GetItem", "......."},
      {"BatchGetItem", "......."},
      {"BatchWriteItem", "......."},
      {"TransactWriteItems", "......."},
      {"TransactGetItems", "......."},
      {"ExecuteStatement", "......."},
      {"CreateTable", "......."},
      {"Unknown", "......."},
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const Error error = validation_error("m", classes[i]);
      EXPECT_EQ(apply_envelope(row.operation, error),
                row.prefixed[i] == 'x' ? "1 validation error detected: m" : "m")
          << row.operation << ' ' << i;
      EXPECT_EQ(apply_envelope(row.operation, error, ValidationTexts::k2025), "m");
    }
  }
}

TEST(Envelope, LeavesOtherExceptionsAlone) {
  const Error error(ErrorCode::kResourceNotFound, "m", FaultClass::kExpression);
  EXPECT_EQ(apply_envelope("PutItem", error), "m");
}

}  // namespace
}  // namespace stator::wire
