// What a file is, by its content. Only CSV has no content of its own: its name must end with .csv.
#pragma once

#include <cstdint>

#include "server/load/source.h"

namespace stator::server::load {

enum class Format : std::uint8_t {
  kTables,        // CreateTable requests or DescribeTable answers: one, or a list of them
  kTemplateJson,  // CloudFormation, SAM
  kTemplateYaml,
  kWorkbench,      // NoSQL Workbench: {"DataModel": [...]}
  kDataModel,      // AWS's DynamoDB MCP server: {"tables": [...], "items": {...}}
  kWriteRequests,  // BatchWriteItem: {"Table": [{"PutRequest": ...}]}, in RequestItems or not
  kItems,          // JSON with items: {"Items": [...]}, {"Item": ...}, or a list
  kItemLines,      // exports: {"Item": ...} on each line
  kIon,
  kCsv,
};

// Throws LoadError for what is none of these, or is no JSON although it looks like it.
Format format_of(const Source& source);

// Whether files of this kind define tables, and whether they hold items.
bool has_definitions(Format format);
bool has_items(Format format);

}  // namespace stator::server::load
