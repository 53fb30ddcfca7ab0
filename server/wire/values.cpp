#include "server/wire/values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "model/limits.h"
#include "model/messages.h"
#include "server/wire/base64.h"
#include "server/wire/members.h"

namespace stator::wire {
namespace {

// The datatypes in the order in which their faults are looked for when a value has several.
enum class Datatype { kS, kB, kN, kBool, kNull, kBs, kNs, kSs, kL, kM };
constexpr std::size_t kDatatypeCount = 10;

std::optional<Datatype> datatype_named(std::string_view name) {
  if (name == "S") return Datatype::kS;
  if (name == "N") return Datatype::kN;
  if (name == "M") return Datatype::kM;
  if (name == "L") return Datatype::kL;
  if (name == "BOOL") return Datatype::kBool;
  if (name == "NULL") return Datatype::kNull;
  if (name == "B") return Datatype::kB;
  if (name == "SS") return Datatype::kSs;
  if (name == "NS") return Datatype::kNs;
  if (name == "BS") return Datatype::kBs;
  return std::nullopt;
}

// "a, a": the elements of a list of strings.
std::string printed_elements(const Json& list) {
  std::string text;
  bool is_first = true;
  for (const Json& element : list.GetArray()) {
    if (element.IsNull()) continue;
    if (!is_first) text += ", ";
    is_first = false;
    text += text_of(element);
  }
  return text;
}

template <class T>
bool sort_and_check_duplicates(std::vector<T>& elements) {
  std::sort(elements.begin(), elements.end());
  const auto last = std::unique(elements.begin(), elements.end());
  if (last == elements.end()) return false;
  elements.erase(last, elements.end());
  return true;
}

// Whether a value owns its text, or borrows it from the request's body: members of maps do until
// the map, which is made at once, takes all of them into one block.
enum class TextOwner { kValue, kBody };

// Decodes one tree of values and keeps the first fault met.
class ValueDecoder {
 public:
  AttributeValue value(const Json& json, Place place, std::size_t level, TextOwner owner);
  AttributeMap map(const Json& object, std::size_t level);
  List list(const Json& array, std::size_t level);
  std::unique_ptr<ValueFault> take_fault() { return std::move(fault_); }

 private:
  AttributeValue irregular_value(const Json& json, std::size_t level, TextOwner owner);
  AttributeValue datum(Datatype datatype, const Json& json, std::size_t level, TextOwner owner);
  AttributeValue string_set(const Json& json);
  AttributeValue number_set(const Json& json);
  AttributeValue binary_set(const Json& json);
  AttributeValue null(const Json& json);
  Number number(const Json& json);

  void keep(ValueFaultKind kind, std::string_view message) {
    if (!fault_) fault_ = std::make_unique<ValueFault>(ValueFault{kind, std::string(message)});
  }

  std::unique_ptr<ValueFault> fault_;
};

AttributeValue ValueDecoder::value(const Json& json, Place place, std::size_t level,
                                   TextOwner owner) {
  const bool is_null = json.IsNull();  // a null element: no datatype
  if (!is_null) require_object(json, kAttributeValueShape, place);
  // Deeper values are not even looked at, which bounds the recursion.
  if (level > limits::kNestingLevelsMax) {
    keep(ValueFaultKind::kLevels, messages::kNestedTooDeeply);
    return AttributeValue();
  }
  if (!is_null && json.MemberCount() == 1) {
    const auto& member = *json.MemberBegin();
    const auto datatype = datatype_named(text_of(member.name));
    if (datatype && !member.value.IsNull()) return datum(*datatype, member.value, level, owner);
  }
  return irregular_value(json, level, owner);
}

// A value that has not exactly one member: usually faulty, but unknown and null members are
// allowed.
AttributeValue ValueDecoder::irregular_value(const Json& json, std::size_t level,
                                             TextOwner owner) {
  std::array<const Json*, kDatatypeCount> given{};
  if (json.IsObject()) {
    for (auto member = json.MemberBegin(); member != json.MemberEnd(); ++member) {
      const auto datatype = datatype_named(text_of(member->name));
      if (!datatype) continue;
      given[static_cast<std::size_t>(*datatype)] =
          member->value.IsNull() ? nullptr : &member->value;
    }
  }
  AttributeValue result;
  std::size_t datatypes = 0;
  for (std::size_t i = 0; i < kDatatypeCount; ++i) {
    if (given[i] == nullptr) continue;
    result = datum(static_cast<Datatype>(i), *given[i], level, owner);
    ++datatypes;
  }
  if (datatypes == 0) {
    keep(ValueFaultKind::kEmpty, messages::kEmptyAttributeValue);
  }
  if (datatypes > 1) {
    keep(ValueFaultKind::kManyDatatypes, messages::kManyTypedAttributeValue);
  }
  return result;
}

AttributeValue ValueDecoder::datum(Datatype datatype, const Json& json, std::size_t level,
                                   TextOwner owner) {
  switch (datatype) {
    case Datatype::kS: {
      const std::string_view text = read_string(json);
      return AttributeValue(owner == TextOwner::kBody ? Text::borrowed(text) : Text(text));
    }
    case Datatype::kN:
      return AttributeValue(number(json));
    case Datatype::kB:
      if (!json.IsString()) throw_wrong_kind(json, kBlobShape, Place::kMember);
      return AttributeValue(Binary{decode_base64(text_of(json))});
    case Datatype::kBool:
      return AttributeValue(read_boolean(json));
    case Datatype::kNull:
      return null(json);
    case Datatype::kSs:
      return string_set(json);
    case Datatype::kNs:
      return number_set(json);
    case Datatype::kBs:
      return binary_set(json);
    case Datatype::kL:
      require_list(json, kValueListShape, Place::kMember);
      return AttributeValue(list(json, level + 1));
    case Datatype::kM:
      break;
  }
  require_object(json, kValueMapShape, Place::kMember);
  return AttributeValue(map(json, level + 1));
}

AttributeValue ValueDecoder::null(const Json& json) {
  if (!read_boolean(json)) {
    keep(ValueFaultKind::kNullFalse, messages::kNullMustBeTrue);
  }
  return AttributeValue();
}

Number ValueDecoder::number(const Json& json) {
  const std::string_view text = read_string(json);
  const auto parsed = Number::parse(text);
  if (const auto* number = std::get_if<Number>(&parsed)) return *number;
  keep(ValueFaultKind::kNumber, number_message(std::get<NumberFault>(parsed), text));
  return Number();
}

// The blanks of the texts of sets are the service's.
AttributeValue ValueDecoder::string_set(const Json& json) {
  require_list(json, kStringListShape, Place::kMember);
  StringSet elements;
  elements.reserve(json.Size());
  for (const Json& element : json.GetArray()) {
    if (!element.IsNull()) elements.emplace_back(read_string(element));
  }
  if (elements.empty()) {
    keep(ValueFaultKind::kEmptyStringSet, messages::kEmptyStringSet);
    return AttributeValue();
  }
  if (sort_and_check_duplicates(elements)) {
    keep(ValueFaultKind::kDuplicates,
         messages::duplicate_strings(printed_elements(json)));
  }
  return AttributeValue(std::move(elements));
}

AttributeValue ValueDecoder::number_set(const Json& json) {
  require_list(json, kStringListShape, Place::kMember);
  NumberSet elements;
  elements.reserve(json.Size());
  for (const Json& element : json.GetArray()) {
    if (!element.IsNull()) elements.push_back(number(element));
  }
  if (elements.empty()) {
    keep(ValueFaultKind::kEmptyNumberSet, messages::kEmptyNumberSet);
    return AttributeValue();
  }
  if (sort_and_check_duplicates(elements)) {
    keep(ValueFaultKind::kDuplicates, messages::kDuplicateNumbers);
  }
  return AttributeValue(std::move(elements));
}

AttributeValue ValueDecoder::binary_set(const Json& json) {
  require_list(json, kBlobListShape, Place::kMember);
  BinarySet set;
  set.elements.reserve(json.Size());
  for (const Json& element : json.GetArray()) {
    if (element.IsNull()) continue;
    if (!element.IsString()) throw_wrong_kind(element, kBlobShape, Place::kElement);
    set.elements.push_back(Binary{decode_base64(text_of(element))});
  }
  if (set.elements.empty()) {
    keep(ValueFaultKind::kEmptyBinarySet, messages::kEmptyBinarySet);
    return AttributeValue();
  }
  if (sort_and_check_duplicates(set.elements)) {
    keep(ValueFaultKind::kDuplicates,
         messages::duplicate_binaries(printed_elements(json)));
  }
  return AttributeValue(std::move(set));
}

List ValueDecoder::list(const Json& array, std::size_t level) {
  List elements;
  elements.reserve(array.Size());
  for (const Json& element : array.GetArray()) {
    elements.push_back(value(element, Place::kElement, level, TextOwner::kValue));
  }
  return elements;
}

AttributeMap ValueDecoder::map(const Json& object, std::size_t level) {
  std::vector<Attribute> attributes;
  attributes.reserve(object.MemberCount());
  for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
    const std::string_view name = text_of(member->name);
    if (name.size() > limits::kAttributeNameBytesMax) {
      keep(ValueFaultKind::kName, messages::kAttributeNameTooLarge);
    }
    attributes.push_back(Attribute{
        Text::borrowed(name), value(member->value, Place::kElement, level, TextOwner::kBody)});
  }
  return AttributeMap(std::move(attributes));
}

bool is_told_bare_in_start_keys(ValueFaultKind kind) {
  return kind == ValueFaultKind::kNumber || kind == ValueFaultKind::kEmptyNumberSet ||
         kind == ValueFaultKind::kDuplicates;
}

// Which faults moved into the service's validation framework in 2026 (envelope.cpp): those of
// sets and NULL, not those of empty or doubly typed values. Seen on PutItem and UpdateItem.
FaultClass fault_class(ValueFaultKind kind) {
  switch (kind) {
    case ValueFaultKind::kNullFalse:
    case ValueFaultKind::kEmptyStringSet:
    case ValueFaultKind::kEmptyNumberSet:
    case ValueFaultKind::kEmptyBinarySet:
    case ValueFaultKind::kDuplicates:
    case ValueFaultKind::kName:
      return FaultClass::kAttributeValue;
    default:
      return FaultClass::kOther;
  }
}

bool is_told_wrapped(ValueFaultKind kind, ValueFaultText text) {
  return text == ValueFaultText::kWrapped ||
         (fault_class(kind) == FaultClass::kOther && kind != ValueFaultKind::kLevels);
}

}  // namespace

Error to_error(const ValueFault& fault) {
  return validation_error(fault.message, fault_class(fault.kind));
}

AttributeMap take_start_key(WireItem&& key) {
  const ValueFault* fault = key.fault();
  if (fault != nullptr && !is_told_bare_in_start_keys(fault->kind)) {
    throw validation_error("The provided starting key is invalid: " + fault->message,
                           fault_class(fault->kind));
  }
  return key.take();
}

bool WireValues::has_deep_value() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const auto& entry) {
    const ValueFault* fault = entry.second.fault();
    return fault != nullptr && fault->kind == ValueFaultKind::kLevels;
  });
}

expressions::ValueMap WireValues::take(ValueFaultText text, DeepValues deep_values) {
  expressions::ValueMap values;
  values.reserve(entries_.size());
  for (auto& [placeholder, value] : entries_) {
    const ValueFault* fault = value.fault();
    if (fault != nullptr && fault->kind == ValueFaultKind::kLevels &&
        deep_values == DeepValues::kCut) {
      values.emplace_back(std::move(placeholder), value.peek());
      continue;
    }
    if (fault != nullptr && is_told_wrapped(fault->kind, text)) {
      throw validation_error("ExpressionAttributeValues contains invalid value: " + fault->message +
                                 " for key " + placeholder,
                             fault_class(fault->kind));
    }
    values.emplace_back(std::move(placeholder), value.take());
  }
  return values;
}

WireValue decode_value(const Json& json, Place place) {
  ValueDecoder decoder;
  AttributeValue value = decoder.value(json, place, 1, TextOwner::kValue);
  return {std::move(value), decoder.take_fault()};
}

WireValueList decode_value_list(const Json& json, Place place) {
  require_list(json, kValueListShape, place);
  ValueDecoder decoder;
  List values = decoder.list(json, 1);
  return {std::move(values), decoder.take_fault()};
}

WireItem decode_item(const Json& json, Place place) {
  require_object(json, kValueMapShape, place);
  ValueDecoder decoder;
  AttributeMap attributes = decoder.map(json, 1);
  return {std::move(attributes), decoder.take_fault()};
}

WireValues decode_values(const Json& json) {
  require_object(json, kValueMapShape, Place::kMember);
  std::vector<std::pair<std::string, WireValue>> entries;
  entries.reserve(json.MemberCount());
  for_each_member(json, Nulls::kVisit, [&](std::string_view name, const Json& value) {
    entries.emplace_back(std::string(name), decode_value(value, Place::kElement));
  });
  return WireValues(std::move(entries));
}

}  // namespace stator::wire
