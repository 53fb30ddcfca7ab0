// Items as bytes and back, for the records of a journal.
#pragma once

#include <string>

#include "model/attribute_value.h"
#include "model/item.h"
#include "storage/journal/codec.h"

namespace stator::storage {

void encode_attributes(std::string& out, const AttributeMap& attributes);

// Throws FormatFault for bytes that `encode_attributes` does not write.
AttributeMap decode_attributes(Decoder& in);

inline void encode_item(std::string& out, const Item& item) {
  encode_attributes(out, item.attributes());
}
inline ItemRef decode_item(Decoder& in) { return make_item(decode_attributes(in)); }

}  // namespace stator::storage
