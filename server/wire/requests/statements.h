// PartiQL: ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

inline constexpr Constraint kStatement{.required = true, .length_min = 1, .length_max = 8192};
inline constexpr Constraint kStatementParameters{.length_min = 1};

struct ExecuteStatementRequest {
  std::optional<std::string> statement;
  std::optional<WireValueList> parameters;
  std::optional<bool> consistent_read;
  std::optional<std::string> next_token;
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::int32_t> limit;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr auto fields() {
    using R = ExecuteStatementRequest;
    return std::array{
        field<&R::statement>("Statement", kStatement),
        field<&R::parameters>("Parameters", kStatementParameters),
        field<&R::consistent_read>("ConsistentRead"),
        field<&R::next_token>("NextToken", {.length_min = 1, .length_max = 32768}),
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::limit>("Limit", {.least = 1}),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

struct BatchStatementRequest {
  std::optional<std::string> statement;
  std::optional<WireValueList> parameters;
  std::optional<bool> consistent_read;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr std::string_view kShapeName = "BatchStatementRequest";
  static constexpr auto fields() {
    using R = BatchStatementRequest;
    return std::array{
        field<&R::statement>("Statement", kStatement),
        field<&R::parameters>("Parameters", kStatementParameters),
        field<&R::consistent_read>("ConsistentRead"),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

struct BatchExecuteStatementRequest {
  std::optional<std::vector<BatchStatementRequest>> statements;
  std::optional<std::string> return_consumed_capacity;

  static constexpr auto fields() {
    using R = BatchExecuteStatementRequest;
    return std::array{
        field<&R::statements>("Statements", {.required = true, .length_min = 1, .length_max = 25}),
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
    };
  }
};

struct ParameterizedStatement {
  std::optional<std::string> statement;
  std::optional<WireValueList> parameters;
  std::optional<std::string> return_values_on_condition_check_failure;

  static constexpr std::string_view kShapeName = "ParameterizedStatement";
  static constexpr auto fields() {
    using R = ParameterizedStatement;
    return std::array{
        field<&R::statement>("Statement", kStatement),
        field<&R::parameters>("Parameters", kStatementParameters),
        field<&R::return_values_on_condition_check_failure>("ReturnValuesOnConditionCheckFailure",
                                                            kOnConditionCheckFailure),
    };
  }
};

struct ExecuteTransactionRequest {
  std::optional<std::vector<ParameterizedStatement>> transact_statements;
  std::optional<std::string> client_request_token;
  std::optional<std::string> return_consumed_capacity;

  static constexpr auto fields() {
    using R = ExecuteTransactionRequest;
    return std::array{
        field<&R::transact_statements>("TransactStatements",
                                       {.required = true, .length_min = 1, .length_max = 100}),
        field<&R::client_request_token>("ClientRequestToken", {.length_min = 1, .length_max = 36}),
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
    };
  }
};

}  // namespace stator::wire
