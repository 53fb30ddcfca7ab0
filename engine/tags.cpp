// Texts are measured (2026), sizes are documented ("Tagging restrictions in DynamoDB"). That the
// ARN is looked at before the tags is not known, nor in what order too many keys to remove are
// refused, nor whose tags a stream's ARN means: its table's.
#include "engine/tags.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/change_settings.h"
#include "engine/resource.h"
#include "model/error.h"
#include "model/limits.h"
#include "storage/table.h"

namespace stator::engine {
namespace {

constexpr std::string_view kReservedPrefix = "aws:";

std::size_t characters(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
}

// Blocks of Unicode without letters, digits or blanks: punctuation, currencies, arrows,
// mathematics, pictures. What lies between them passes, whatever it is.
constexpr std::array<std::pair<char32_t, char32_t>, 16> kSigns = {{
    {0xA1, 0xA9},     {0xAB, 0xB1},     {0xB6, 0xB8},     {0xBB, 0xBB},
    {0xBF, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},     {0x2010, 0x2027},
    {0x2030, 0x205E}, {0x20A0, 0x20C0}, {0x2190, 0x244A}, {0x2500, 0x2775},
    {0x2794, 0x2BFF}, {0x3001, 0x3003}, {0xE000, 0xF8FF}, {0x1F000, 0x1FAFF},
}};

bool is_sign(char32_t letter) {
  return std::any_of(kSigns.begin(), kSigns.end(), [letter](const auto& block) {
    return block.first <= letter && letter <= block.second;
  });
}

// The next letter of a text that is UTF-8, and takes it away.
char32_t take_letter(std::string_view& text) {
  const auto byte_at = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte_at(0);
  const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t letter = size == 1 ? first : first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) letter = letter << 6 | (byte_at(i) & 0x3FU);
  text.remove_prefix(size);
  return letter;
}

// Letters, digits and blanks of every script, and a few signs.
bool is_tag_text(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = take_letter(text);
    if (c >= 0x80) {
      if (is_sign(c)) return false;
      continue;
    }
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    const auto byte = static_cast<char>(c);
    if (!is_letter && !is_digit && std::string_view(" _.:/=+-@").find(byte) == text.npos) {
      return false;
    }
  }
  return true;
}

bool is_tag_key(std::string_view key) {
  return !key.empty() && characters(key) <= limits::kTagKeyCharactersMax && is_tag_text(key);
}

bool is_tag_value(std::string_view value) {
  return characters(value) <= limits::kTagValueCharactersMax && is_tag_text(value);
}

Error invalid_key(std::string_view key) {
  return validation_error(fmt::format("The Tag Key provided is invalid, Key: {}", key));
}

// In capitals, too.
void check_prefix(std::string_view key) {
  const auto is_same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
  if (key.size() >= kReservedPrefix.size() &&
      std::equal(kReservedPrefix.begin(), kReservedPrefix.end(), key.begin(),
                 [&](char b, char a) { return is_same(a, b); })) {
    throw validation_error(fmt::format("Tag Key cannot be prefixed with aws:, Key: {}", key));
  }
}

Error too_many_tags() {
  return validation_error(
      "Number of Tags exceed the current limit for the provided ResourceArn");
}

void check_tag(const TagDefinition& tag) {
  if (!tag.key || !is_tag_key(*tag.key)) throw invalid_key(tag.key.value_or("null"));
  if (!tag.value || !is_tag_value(*tag.value)) {
    throw validation_error(
        fmt::format("The Tag Value provided is invalid, Value: {}", tag.value.value_or("null")));
  }
  check_prefix(*tag.key);
}

// The order of faults in one list is unmeasured; that one fault refuses the whole list is.
void check_tags(const std::vector<TagDefinition>& tags) {
  std::set<std::string_view> keys;
  for (const TagDefinition& tag : tags) check_tag(tag);
  for (const TagDefinition& tag : tags) {
    if (!keys.insert(*tag.key).second) {
      throw validation_error(fmt::format(
          "Duplicate Tag Keys provided as input: Duplicate Tag Key found {}", *tag.key));
    }
  }
}

void check_limits(const Tags& tags) {
  if (tags.size() > limits::kTagsMax) throw too_many_tags();
  std::size_t size_bytes = 0;
  for (const auto& [key, value] : tags) size_bytes += key.size() + value.size();
  if (size_bytes > limits::kTagSetBytesMax) {
    throw validation_error(fmt::format("Tag set size {} bytes is above max size limit of {} bytes",
                                       size_bytes, limits::kTagSetBytesMax));
  }
}

std::shared_ptr<storage::Table> find_tagged(Engine& engine, const ResourceName& name,
                                            std::string_view arn, const Caller& caller) {
  auto table = engine.database_of(caller).find(name.table);
  const auto has_stream = [&] {
    const TableSettings settings = read_settings(*table);
    return settings.stream && settings.stream->label == name.stream_label;
  };
  if (!table || (!name.stream_label.empty() && !has_stream())) {
    throw Error(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: ResourceArn: {} not found", arn));
  }
  return table;
}

}  // namespace

Tags merge_tags(Tags tags, const std::vector<TagDefinition>& added) {
  check_tags(added);
  for (const TagDefinition& tag : added) tags[*tag.key] = *tag.value;
  check_limits(tags);
  return tags;
}

void tag_resource(Engine& engine, std::string_view arn, const std::vector<TagDefinition>& tags,
                  const Caller& caller) {
  const ResourceName name = parse_resource_arn(arn, caller, ResourceUse::kTags);
  if (tags.empty()) throw validation_error("Atleast one Tag needs to be provided as Input.");
  check_tags(tags);
  const auto table = find_tagged(engine, name, arn, caller);
  change_settings(engine, *table, [&](TableSettings& settings) {
    settings.tags = merge_tags(std::move(settings.tags), tags);
    return true;
  });
}

void untag_resource(Engine& engine, std::string_view arn, const std::vector<std::string>& keys,
                    const Caller& caller) {
  const ResourceName name = parse_resource_arn(arn, caller, ResourceUse::kTags);
  if (keys.empty()) throw validation_error("Atleast one Tag Key needs to be provided as Input.");
  for (const std::string& key : keys) {
    if (!is_tag_key(key)) throw invalid_key(key);
    check_prefix(key);
  }
  if (keys.size() > limits::kTagsMax) throw too_many_tags();
  const auto table = find_tagged(engine, name, arn, caller);
  change_settings(engine, *table, [&](TableSettings& settings) {
    for (const std::string& key : keys) settings.tags.erase(key);
    return true;
  });
}

Tags list_tags(Engine& engine, std::string_view arn, const Caller& caller) {
  const ResourceName name = parse_resource_arn(arn, caller, ResourceUse::kTags);
  return read_settings(*find_tagged(engine, name, arn, caller)).tags;
}

}  // namespace stator::engine
