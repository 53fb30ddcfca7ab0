// CreateTable requests and DescribeTable answers, and the files of AWS's DynamoDB MCP server, which
// hold the former.
#pragma once

#include "server/load/json_part.h"
#include "server/load/source.h"

namespace stator::server::load {

// One, or a list of them. Requests are handed on as they stand; answers are turned into the
// requests that make such a table. Throws LoadError.
void read_tables(const Source& source, const JsonPart& part, const StepSink& sink);

// The items of {"tables": [...], "items": {"Table": [{"PutRequest": ...}]}, ...}.
void read_data_model_items(const Source& source, const JsonPart& root, const StepSink& sink);

}  // namespace stator::server::load
