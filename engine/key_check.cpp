#include "engine/key_check.h"

#include "model/limits.h"
#include "model/messages.h"
#include "model/vector.h"

namespace stator::engine {

namespace {

const std::string kMismatch{messages::kKeyElementMismatch};

bool is_empty(const AttributeValue& value) {
  if (const auto* text = value.get_if<Text>()) return text->empty();
  if (const auto* binary = value.get_if<Binary>()) return binary->bytes.empty();
  return false;
}

std::size_t size_of_part(const AttributeMap& attributes, const std::vector<KeyAttribute>& part) {
  std::size_t bytes = 0;
  for (const KeyAttribute& attribute : part) {
    if (const AttributeValue* value = attributes.find(attribute.name)) bytes += value->size_bytes();
  }
  return bytes;
}

std::optional<KeyFault> check_sizes(const AttributeMap& attributes, const KeySchema& schema) {
  if (size_of_part(attributes, schema.hash) > limits::kPartitionKeyBytesMax) {
    return KeyFault{std::string(messages::kPartitionKeyTooLarge)};
  }
  if (size_of_part(attributes, schema.range) > limits::kSortKeyBytesMax) {
    return KeyFault{std::string(messages::kSortKeyTooLarge)};
  }
  return std::nullopt;
}

// Calls visit(attribute) for HASH, then RANGE attributes until it answers a fault.
template <class Visit>
auto first_fault(const KeySchema& schema, Visit visit) -> decltype(visit(schema.hash.front())) {
  for (const auto* part : {&schema.hash, &schema.range}) {
    for (const KeyAttribute& attribute : *part) {
      if (auto fault = visit(attribute)) return fault;
    }
  }
  return std::nullopt;
}

std::optional<KeyFault> check_index_attribute(const KeyAttribute& attribute,
                                              const AttributeValue& value,
                                              const IndexSchema& index, ItemSource source) {
  if (!has_type(value, attribute.type)) {
    return KeyFault{messages::index_key_type_mismatch(attribute, value.type(), index.name)};
  }
  if (!is_empty(value)) return std::nullopt;
  return KeyFault{source == ItemSource::kUpdate
                      ? messages::empty_index_key_update(attribute)
                      : messages::empty_index_key_put(attribute, index.name),
                  false};
}

// An attribute of an index key that is too large by itself.
std::optional<KeyFault> check_index_sizes(const AttributeMap& attributes,
                                          const IndexSchema& index) {
  const auto check_part = [&](const std::vector<KeyAttribute>& part,
                              std::size_t bytes_max) -> std::optional<KeyFault> {
    for (const KeyAttribute& attribute : part) {
      const AttributeValue* value = attributes.find(attribute.name);
      if (value == nullptr || value->size_bytes() <= bytes_max) continue;
      return KeyFault{messages::index_key_too_large(attribute.name, value->size_bytes(), bytes_max,
                                                    index.name)};
    }
    return std::nullopt;
  };
  auto fault = check_part(index.key.hash, limits::kPartitionKeyBytesMax);
  return fault ? fault : check_part(index.key.range, limits::kSortKeyBytesMax);
}

// What a vector index asks of an item beside its key: a sound vector, and filters of their types.
std::optional<KeyFault> check_vector_attributes(const AttributeMap& after,
                                                const AttributeMap* before,
                                                const IndexSchema& index) {
  const auto find_changed = [&](const std::string& name) -> const AttributeValue* {
    const AttributeValue* value = after.find(name);
    const AttributeValue* old = before == nullptr ? nullptr : before->find(name);
    return value != nullptr && old != nullptr && *old == *value ? nullptr : value;
  };
  const VectorSettings& vector = *index.vector;
  const AttributeValue* value = find_changed(vector.attribute);
  if (value != nullptr && !read_vector(*value, vector.dimensions)) {
    return KeyFault{messages::unsound_vector(vector.attribute, vector.dimensions, index.name)};
  }
  for (const KeyAttribute& filter : vector.inline_filters) {
    const AttributeValue* filtered = find_changed(filter.name);
    if (filtered != nullptr && !has_type(*filtered, filter.type)) {
      return KeyFault{messages::index_key_type_mismatch(filter, filtered->type(), index.name)};
    }
  }
  return std::nullopt;
}

std::optional<KeyFault> check_index(const AttributeMap& after, const AttributeMap* before,
                                    const IndexSchema& index, const KeySchema& table,
                                    ItemSource source) {
  bool changed = false;
  auto fault =
      first_fault(index.key, [&](const KeyAttribute& attribute) -> std::optional<KeyFault> {
        const AttributeValue* value = after.find(attribute.name);
        if (value == nullptr || table.contains(attribute.name)) return std::nullopt;
        const AttributeValue* old = before == nullptr ? nullptr : before->find(attribute.name);
        if (old != nullptr && *old == *value) return std::nullopt;
        changed = true;
        return check_index_attribute(attribute, *value, index, source);
      });
  if (!fault && index.vector) fault = check_vector_attributes(after, before, index);
  if (fault || !changed) return fault;
  fault = check_index_sizes(after, index);
  return fault ? fault : check_sizes(after, index.key);
}

}  // namespace

std::optional<KeyFault> check_item_key(const AttributeMap& item, const KeySchema& schema,
                                       MissingKeyText text) {
  // A key that is missing is told before another one of the wrong type.
  auto missing = first_fault(schema, [&](const KeyAttribute& attribute) -> std::optional<KeyFault> {
    if (item.find(attribute.name) != nullptr) return std::nullopt;
    if (text == MissingKeyText::kGeneric) return KeyFault{kMismatch};
    return KeyFault{messages::missing_key(attribute.name)};
  });
  if (missing) return missing;
  auto fault = first_fault(schema, [&](const KeyAttribute& attribute) -> std::optional<KeyFault> {
    const AttributeValue& value = *item.find(attribute.name);
    if (has_type(value, attribute.type)) return std::nullopt;
    if (text == MissingKeyText::kGeneric) return KeyFault{kMismatch};
    return KeyFault{messages::key_type_mismatch(attribute, value.type())};
  });
  return fault ? fault : check_key_values(item, schema);
}

std::optional<KeyFault> check_key(const AttributeMap& key, const KeySchema& schema) {
  const KeyFault mismatch{kMismatch};
  if (key.size() != schema.size()) return mismatch;
  auto fault = first_fault(schema, [&](const KeyAttribute& attribute) -> std::optional<KeyFault> {
    const AttributeValue* value = key.find(attribute.name);
    if (value != nullptr && has_type(*value, attribute.type)) return std::nullopt;
    return mismatch;
  });
  return fault ? fault : check_key_values(key, schema);
}

std::optional<KeyFault> check_key_values(const AttributeMap& attributes, const KeySchema& schema) {
  auto empty = first_fault(schema, [&](const KeyAttribute& attribute) -> std::optional<KeyFault> {
    if (!is_empty(*attributes.find(attribute.name))) return std::nullopt;
    return KeyFault{messages::empty_key_value(attribute), false};
  });
  return empty ? empty : check_sizes(attributes, schema);
}

std::optional<KeyFault> check_index_keys(const AttributeMap& after, const AttributeMap* before,
                                         const TableSchema& schema, ItemSource source) {
  std::optional<KeyFault> first;
  const std::string* name = nullptr;
  for (const IndexSchema& index : schema.indexes) {
    if (!index.follows_writes() || (name != nullptr && *name < index.name)) continue;
    auto fault = check_index(after, before, index, schema.key, source);
    if (!fault) continue;
    first = std::move(fault);
    name = &index.name;
  }
  return first;
}

}  // namespace stator::engine
