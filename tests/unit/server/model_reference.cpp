#include "model_reference.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace stator::server::testing {

namespace {

using Part = std::vector<std::pair<std::string, char>>;

bool holds(const ModelItem& item, const Part& part) {
  return std::all_of(part.begin(), part.end(), [&](const auto& attribute) {
    const auto at = item.find(attribute.first);
    return at != item.end() && at->second.type == attribute.second;
  });
}

void copy(const ModelItem& from, const Part& part, ModelItem& to) {
  for (const auto& [name, type] : part) {
    const auto at = from.find(name);
    if (at != from.end()) to[name] = at->second;
  }
}

std::size_t size_of_value(const ModelValue& value) {
  switch (value.type) {
    case 'S':
      return value.text.size();
    case 'B':
      return value.text.size();
    case 'L': {
      // 3 bytes for the list, 1 for each element.
      if (value.text.empty()) return 3;
      const auto commas = std::count(value.text.begin(), value.text.end(), ',');
      const auto elements = static_cast<std::size_t>(commas) + 1;
      return 3 + elements + value.text.size() - static_cast<std::size_t>(commas);
    }
    default:
      break;
  }
  // A number: digit pairs aligned at the decimal point, one byte more, one for the sign.
  std::string digits = value.text;
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  if (digits == "0") return 1;
  if (digits.size() % 2 == 1) digits.insert(0, 1, '0');
  while (digits.ends_with("00")) digits.resize(digits.size() - 2);
  return 1 + digits.size() / 2 + (negative ? 1 : 0);
}

std::uint64_t index_cost(const std::optional<ModelItem>& before,
                         const std::optional<ModelItem>& after, const ModelIndex& index) {
  if (!before && !after) return 0;
  if (!before) return write_units_of(size_of(*after));
  if (!after) return write_units_of(size_of(*before));
  ModelItem old_key;
  ModelItem new_key;
  for (const Part* part : {&index.key.hash, &index.key.range}) {
    copy(*before, *part, old_key);
    copy(*after, *part, new_key);
  }
  const auto old_units = write_units_of(size_of(*before));
  const auto new_units = write_units_of(size_of(*after));
  if (old_key != new_key) return old_units + new_units;
  return *before == *after ? 0 : std::max(old_units, new_units);
}

int compare_parts(const ModelItem& a, const ModelItem& b, const Part& part) {
  for (const auto& [name, type] : part) {
    if (less(a.at(name), b.at(name))) return -1;
    if (less(b.at(name), a.at(name))) return 1;
  }
  return 0;
}

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Of whole blocks: three bytes are four letters.
std::string to_base64(const std::string& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t block = 0;
    for (std::size_t i = 0; i < 3; ++i)
      block = block << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    for (unsigned shift = 24; shift > 0; shift -= 6) text += kBase64[block >> (shift - 6) & 63];
  }
  return text;
}

std::string from_base64(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 4) {
    std::uint32_t block = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      block = block << 6 | static_cast<std::uint32_t>(kBase64.find(text[at + i]));
    }
    for (unsigned shift = 24; shift > 0; shift -= 8) {
      bytes += static_cast<char>(block >> (shift - 8) & 255);
    }
  }
  return bytes;
}

ModelValue parse_value(const rapidjson::Value& json) {
  const auto& typed = *json.MemberBegin();
  ModelValue value{typed.name.GetString()[0], {}};
  if (value.type == 'L') {
    for (const rapidjson::Value& element : typed.value.GetArray()) {
      if (!value.text.empty()) value.text += ',';
      value.text += element["S"].GetString();
    }
  } else {
    value.text = value.type == 'B' ? from_base64(typed.value.GetString()) : typed.value.GetString();
  }
  return value;
}

}  // namespace

ModelItem parse_item(const rapidjson::Value& json) {
  ModelItem item;
  for (const auto& member : json.GetObject()) {
    item[member.name.GetString()] = parse_value(member.value);
  }
  return item;
}

bool less(const ModelValue& a, const ModelValue& b) {
  if (a.type == 'N') return std::stol(a.text) < std::stol(b.text);
  return a.text < b.text;
}

std::string to_json(const ModelValue& value) {
  if (value.type != 'L') {
    const std::string text = value.type == 'B' ? to_base64(value.text) : value.text;
    return std::string("{\"") + value.type + "\":\"" + text + "\"}";
  }
  std::string json = "{\"L\":[";
  for (std::size_t at = 0; at < value.text.size();) {
    const std::size_t end = std::min(value.text.find(',', at), value.text.size());
    if (at != 0) json += ',';
    json += "{\"S\":\"" + value.text.substr(at, end - at) + "\"}";
    at = end + 1;
  }
  return json + "]}";
}

std::string to_json(const ModelItem& item) {
  std::string json = "{";
  for (const auto& [name, value] : item) {
    if (json.size() > 1) json += ',';
    json += '"' + name + "\":" + to_json(value);
  }
  return json + '}';
}

std::size_t size_of(const ModelItem& item) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : item) bytes += name.size() + size_of_value(value);
  return bytes;
}

std::uint64_t write_units_of(std::size_t bytes) {
  return std::max<std::uint64_t>(1, (bytes + 1023) / 1024);
}

ModelItem ModelTable::key_of(const ModelItem& item) const {
  ModelItem key;
  copy(item, schema_.key.hash, key);
  copy(item, schema_.key.range, key);
  return key;
}

std::string ModelTable::identity(const ModelItem& item) const { return to_json(key_of(item)); }

const ModelItem* ModelTable::find(const std::string& identity) const {
  const auto at = items_.find(identity);
  return at == items_.end() ? nullptr : &at->second;
}

std::vector<std::uint64_t> ModelTable::cost(const std::string& identity,
                                            const std::optional<ModelItem>& item) const {
  const ModelItem* before = find(identity);
  const std::size_t bytes =
      std::max(before == nullptr ? 0 : size_of(*before), item ? size_of(*item) : 0);
  std::vector<std::uint64_t> units{write_units_of(bytes)};
  for (const ModelIndex& index : schema_.indexes) {
    if (!index.follows_writes) {
      units.push_back(0);
      continue;
    }
    units.push_back(index_cost(before == nullptr ? std::nullopt : entry(*before, index, schema_),
                               item ? entry(*item, index, schema_) : std::nullopt, index));
  }
  return units;
}

std::vector<std::uint64_t> ModelTable::store(const std::string& identity,
                                             std::optional<ModelItem> item) {
  auto units = cost(identity, item);
  if (item) {
    items_[identity] = std::move(*item);
  } else {
    items_.erase(identity);
  }
  return units;
}

void ModelTable::expire(const std::string& attribute, std::int64_t now_seconds) {
  constexpr std::int64_t kFiveYears = std::int64_t{5} * 365 * 24 * 3600;
  std::erase_if(items_, [&](const auto& entry) {
    const auto found = entry.second.find(attribute);
    if (found == entry.second.end() || found->second.type != 'N') return false;
    const std::int64_t expires = std::stol(found->second.text);
    return expires <= now_seconds && expires >= now_seconds - kFiveYears;
  });
}

std::optional<ModelItem> ModelTable::entry(const ModelItem& item, const ModelIndex& index,
                                           const ModelSchema& schema) {
  if (!holds(item, index.key.hash) || !holds(item, index.key.range)) return std::nullopt;
  if (index.projection == 'A') return item;
  ModelItem entry;
  for (const Part* part :
       {&schema.key.hash, &schema.key.range, &index.key.hash, &index.key.range}) {
    copy(item, *part, entry);
  }
  if (index.projection == 'I') {
    for (const std::string& name : index.non_key_attributes) copy(item, {{name, 'S'}}, entry);
  }
  return entry;
}

std::vector<ModelItem> ModelTable::entries(const ModelIndex* index) const {
  std::vector<ModelItem> all;
  for (const auto& [identity, item] : items_) {
    if (index == nullptr) {
      all.push_back(item);
    } else if (auto one = entry(item, *index, schema_)) {
      all.push_back(std::move(*one));
    }
  }
  return all;
}

std::vector<ModelItem> ModelTable::collection(const ModelIndex* index,
                                              const ModelItem& partition) const {
  const ModelKey& key = index == nullptr ? schema_.key : index->key;
  std::vector<ModelItem> all = entries(index);
  std::erase_if(
      all, [&](const ModelItem& item) { return compare_parts(item, partition, key.hash) != 0; });
  std::sort(all.begin(), all.end(), [&](const ModelItem& a, const ModelItem& b) {
    for (const Part* part : {&key.range, &schema_.key.hash, &schema_.key.range}) {
      const int order = compare_parts(a, b, *part);
      if (order != 0) return order < 0;
    }
    return false;
  });
  return all;
}

}  // namespace stator::server::testing
