// Items as lines of export files: DynamoDB JSON, or Ion text.
//
//   {"Item":{"pk":{"S":"a"}}}
//   $ion_1_0 {Item:{pk:"a"}}
//
// Incremental exports tell what became of an item:
//   {"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":{...},"OldImage":{...},"NewImage":{...}}
//   $ion_1_0 {Record:{Keys:{...},Metadata:{WriteTimestampMicros:1.},OldImage:{...},NewImage:{...}}}
#pragma once

#include <cstdint>
#include <string>

#include "engine/export_job.h"
#include "model/item.h"
#include "model/schema.h"

namespace stator::server {

// Appends a line. REQUIRES: the format is not CSV.
void append_item_line(std::string& out, const Item& item, engine::DataFormat format);

// One item at the beginning and at the end of a period; at most one is null.
struct ItemDifference {
  ItemRef before;
  ItemRef after;
  std::int64_t written_micros = 0;  // of the last write, since the Unix epoch
};

void append_difference_line(std::string& out, const AttributeMap& key,
                            const ItemDifference& difference, engine::DataFormat format,
                            engine::ExportView view);

// The key attributes of an item.
AttributeMap key_of(const Item& item, const KeySchema& key);

// Appends values as Ion text.
void append_ion(std::string& out, const AttributeMap& attributes);
void append_ion(std::string& out, const AttributeValue& value);

}  // namespace stator::server
