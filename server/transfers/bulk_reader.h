// Puts out of the files that bulk operations read.
//
// DynamoDB JSON has a record on each line, {"Item": {...}}, which may have the ConditionExpression,
// ExpressionAttributeNames and ExpressionAttributeValues of a PutItem beside its item. Ion is a
// sequence of structs {Item: {...}}.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "engine/export_job.h"
#include "expressions/condition.h"
#include "model/attribute_value.h"
#include "server/transfers/row_reader.h"

namespace stator::server {

struct BulkPut {
  AttributeMap item;
  std::optional<expressions::Condition> condition;
};

using BulkRecord = std::variant<BulkPut, RowFault>;

// Reads the records of one object, one after the other. Thread safety: none.
class BulkReader {
 public:
  virtual ~BulkReader() = default;
  // The next record, or nothing at the end.
  virtual std::optional<BulkRecord> next() = 0;
};

// A reader of `text`, which must outlive it. REQUIRES: the format is not CSV.
std::unique_ptr<BulkReader> make_bulk_reader(std::string_view text, engine::DataFormat format);

}  // namespace stator::server
