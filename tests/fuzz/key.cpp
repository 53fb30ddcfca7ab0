// Keys: two items of one random key schema. The order of their bytes is the order of their values,
// attribute by attribute within a partition; bytes give back the attributes they were made of; a
// key lies in the range of its partition.
#include "model/key_bytes.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <compare>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/attribute_value.h"
#include "model/key_decode.h"
#include "model/schema.h"
#include "tests/fuzz/property.h"

namespace stator::fuzz {
namespace {

AttributeValue take_value(FuzzedDataProvider& input, ScalarType type) {
  switch (type) {
    case ScalarType::kS:
      return AttributeValue(Text(input.ConsumeRandomLengthString(40)));
    case ScalarType::kB:
      return AttributeValue(Binary{Text(input.ConsumeRandomLengthString(40))});
    case ScalarType::kN:
      break;
  }
  const auto number = Number::parse(input.ConsumeRandomLengthString(45));
  return AttributeValue(std::holds_alternative<Number>(number)
                            ? std::get<Number>(number)
                            : Number(input.ConsumeIntegral<std::int64_t>()));
}

std::vector<KeyAttribute> take_attributes(FuzzedDataProvider& input, char first_name,
                                          std::size_t count) {
  std::vector<KeyAttribute> attributes;
  for (std::size_t i = 0; i < count; ++i) {
    attributes.push_back({std::string(1, static_cast<char>(first_name + static_cast<char>(i))),
                          static_cast<ScalarType>(input.ConsumeIntegralInRange(0, 2))});
  }
  return attributes;
}

AttributeMap take_item(FuzzedDataProvider& input, const KeySchema& key) {
  std::vector<Attribute> attributes;
  for (const auto* part : {&key.hash, &key.range}) {
    for (const KeyAttribute& each : *part) {
      attributes.push_back({Text(each.name), take_value(input, each.type)});
    }
  }
  return AttributeMap(std::move(attributes));
}

std::strong_ordering order_of(const AttributeValue& a, const AttributeValue& b) {
  if (const auto* number = a.get_if<Number>()) return *number <=> *b.get_if<Number>();
  const auto bytes = [](const AttributeValue& value) {
    const auto* const text = value.get_if<Text>();
    return text != nullptr ? text->view() : value.get_if<Binary>()->bytes.view();
  };
  return bytes(a) <=> bytes(b);
}

std::strong_ordering order_of(const AttributeMap& a, const AttributeMap& b,
                              const std::vector<KeyAttribute>& part) {
  for (const KeyAttribute& each : part) {
    const auto order = order_of(*a.find(each.name), *b.find(each.name));
    if (order != std::strong_ordering::equal) return order;
  }
  return std::strong_ordering::equal;
}

void check(FuzzedDataProvider& input) {
  KeySchema key;
  key.hash = take_attributes(input, 'a', input.ConsumeIntegralInRange<std::size_t>(1, 4));
  key.range = take_attributes(input, 'p', input.ConsumeIntegralInRange<std::size_t>(0, 4));
  const AttributeMap a = take_item(input, key);
  const AttributeMap b = take_item(input, key);
  const KeyBytes bytes_a = table_key(a, key);
  const KeyBytes bytes_b = table_key(b, key);
  require(decode_key(bytes_a, key) == a, "a key gives back its attributes");
  require((bytes_a == bytes_b) == (a == b), "equal keys have equal bytes");
  const KeyBytes partition = table_key(a, KeySchema{key.hash, {}});
  require(bytes_a.starts_with(partition), "a key begins with its partition");
  require(KeyRange{partition, prefix_end(partition)}.contains(bytes_a),
          "a key is in the range of its partition");
  if (order_of(a, b, key.hash) != std::strong_ordering::equal) return;
  require((bytes_a <=> bytes_b) == order_of(a, b, key.range),
          "keys have the order of their values");
}

}  // namespace
}  // namespace stator::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider input(data, size);
  stator::fuzz::check(input);
  return 0;
}
