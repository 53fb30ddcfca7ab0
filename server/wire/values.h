// Attribute values of requests: decoded with the request, judged later.
//
// A value of the wrong JSON kind is a SerializationException at once. What is wrong with a value
// of the right kind (an empty set, a bad number, too many levels) is a ValidationException that
// comes later in the service's order of checks, so it is kept until the operation takes the value.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expressions/substitutions.h"
#include "model/attribute_value.h"
#include "model/error.h"
#include "server/wire/kinds.h"

namespace stator::wire {

enum class ValueFaultKind {
  kEmpty,          // no datatype
  kManyDatatypes,  // more than one
  kNullFalse,      // {"NULL": false}
  kEmptyStringSet,
  kEmptyNumberSet,
  kEmptyBinarySet,
  kDuplicates,  // in a set
  kNumber,      // not a number, out of range, too many digits
  kLevels,      // nested deeper than 32 levels
  kName,        // an attribute name of more than 65,535 bytes
};

struct ValueFault {
  ValueFaultKind kind;
  std::string message;
};

// The ValidationException, with the fault class that decides its prefix.
Error to_error(const ValueFault& fault);

// A decoded T and the first thing that is wrong with it, if anything is.
//
// Ownership: movable, not copyable. After `take` the object is only good for destruction.
template <class T>
class Deferred {
 public:
  Deferred() = default;
  Deferred(T value) : value_(std::move(value)) {}
  Deferred(T value, std::unique_ptr<ValueFault> fault)
      : value_(std::move(value)), fault_(std::move(fault)) {}

  // The fault, or nullptr.
  const ValueFault* fault() const { return fault_.get(); }

  // The value; throws the fault as ValidationException.
  const T& get() const {
    if (fault_) throw to_error(*fault_);
    return value_;
  }
  T take() {
    if (fault_) throw to_error(*fault_);
    return std::move(value_);
  }

  // The value even if it has a fault, for messages only: what was wrong is left out of it.
  const T& peek() const { return value_; }

 private:
  T value_;
  std::unique_ptr<ValueFault> fault_;
};

using WireValue = Deferred<AttributeValue>;
using WireValueList = Deferred<std::vector<AttributeValue>>;  // AttributeValueList
using WireItem = Deferred<AttributeMap>;                      // Item, Key, ExclusiveStartKey

// `key.take()` for an ExclusiveStartKey: most faults get "The provided starting key is invalid: ".
AttributeMap take_start_key(WireItem&& key);

// Whether every fault is told as `ExpressionAttributeValues contains invalid value: <fault> for key
// :v`, or those of sets, NULL and levels by themselves, which UpdateItem does since 2026.
enum class ValueFaultText { kWrapped, kSomeBare };

// Whether values with too many levels are faulty, or go on without what lies deeper: transactions
// do not look at the levels of a condition's values (measured). No stored value is equal to one
// that was cut, because none is as deep.
enum class DeepValues { kFaulty, kCut };

// ExpressionAttributeValues, in request order.
class WireValues {
 public:
  WireValues() = default;
  explicit WireValues(std::vector<std::pair<std::string, WireValue>> entries)
      : entries_(std::move(entries)) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const std::vector<std::pair<std::string, WireValue>>& entries() const { return entries_; }

  bool has_deep_value() const;

  // The values; throws the first fault as ValidationException.
  expressions::ValueMap take(ValueFaultText text, DeepValues deep_values);

 private:
  std::vector<std::pair<std::string, WireValue>> entries_;
};

// Decoders. They throw SerializationException and keep every other fault.
WireValue decode_value(const Json& json, Place place);
WireValueList decode_value_list(const Json& json, Place place);
WireItem decode_item(const Json& json, Place place);
WireValues decode_values(const Json& json);

}  // namespace stator::wire
