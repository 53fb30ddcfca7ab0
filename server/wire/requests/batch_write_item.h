// BatchWriteItem.
#pragma once

#include "server/wire/requests/common.h"

namespace stator::wire {

struct PutRequest {
  std::optional<WireItem> item;

  static constexpr std::string_view kShapeName = "PutRequest";
  // The service prints a member that its public model does not have.
  static constexpr std::string_view kPrintedTail = ", workloadProfileName=null";
  static constexpr auto fields() { return std::array{field<&PutRequest::item>("Item", kRequired)}; }
};

struct DeleteRequest {
  std::optional<WireItem> key;

  static constexpr std::string_view kShapeName = "DeleteRequest";
  static constexpr auto fields() {
    return std::array{field<&DeleteRequest::key>("Key", kRequired)};
  }
};

struct WriteRequest {
  std::optional<PutRequest> put_request;
  std::optional<DeleteRequest> delete_request;

  static constexpr std::string_view kShapeName = "WriteRequest";
  static constexpr auto fields() {
    return std::array{
        field<&WriteRequest::put_request>("PutRequest"),
        field<&WriteRequest::delete_request>("DeleteRequest"),
    };
  }
};

struct BatchWriteItemRequest {
  std::optional<WireMap<std::vector<WriteRequest>>> request_items;  // by table name or ARN
  std::optional<std::string> return_consumed_capacity;
  std::optional<std::string> return_item_collection_metrics;

  static constexpr auto fields() {
    using R = BatchWriteItemRequest;
    constexpr Constraint kRequestItems{
        .required = true,
        .length_max = 25,
        .empty_text = "The requestItems parameter is required for BatchWriteItem"};
    return std::array{
        field<&R::return_consumed_capacity>("ReturnConsumedCapacity", kReturnConsumedCapacity),
        field<&R::return_item_collection_metrics>("ReturnItemCollectionMetrics",
                                                  kItemCollectionMetrics),
        field<&R::request_items>("RequestItems", kRequestItems),
    };
  }
  static void check_more(const BatchWriteItemRequest& request, Violations& violations);
};

}  // namespace stator::wire
