// Texts are measured (2026), sizes are documented ("Tagging restrictions in DynamoDB"). That the
// ARN is looked at before the tags is not known, nor whose tags a stream's ARN means: its table's.
#include "engine/tags.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>

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

// Letters, digits and blanks of every script, and a few signs. Scripts are not told apart from
// symbols here: everything beyond ASCII passes.
bool is_tag_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char byte) {
    const auto c = static_cast<unsigned char>(byte);
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    return c >= 0x80 || is_letter || is_digit ||
           std::string_view(" _.:/=+-@").find(byte) != std::string_view::npos;
  });
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

void check_tag(const TagDefinition& tag) {
  if (!tag.key || !is_tag_key(*tag.key)) throw invalid_key(tag.key.value_or("null"));
  if (!tag.value || !is_tag_value(*tag.value)) {
    throw validation_error(
        fmt::format("The Tag Value provided is invalid, Value: {}", tag.value.value_or("null")));
  }
  if (tag.key->starts_with(kReservedPrefix)) {
    throw validation_error(fmt::format("Tag Key cannot be prefixed with aws:, Key: {}", *tag.key));
  }
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
  if (tags.size() > limits::kTagsMax) {
    throw validation_error("Number of Tags exceed the current limit for the provided ResourceArn");
  }
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
  const ResourceName name = parse_resource_arn(arn, caller, "TagResource");
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
  const ResourceName name = parse_resource_arn(arn, caller, "UntagResource");
  if (keys.empty()) throw validation_error("Atleast one Tag Key needs to be provided as Input.");
  for (const std::string& key : keys) {
    if (!is_tag_key(key)) throw invalid_key(key);
  }
  const auto table = find_tagged(engine, name, arn, caller);
  change_settings(engine, *table, [&](TableSettings& settings) {
    for (const std::string& key : keys) settings.tags.erase(key);
    return true;
  });
}

TagPage list_tags(Engine& engine, std::string_view arn, std::optional<std::string_view> after,
                  const Caller& caller) {
  const ResourceName name = parse_resource_arn(arn, caller, "ListTagsOfResource");
  const TableSettings settings = read_settings(*find_tagged(engine, name, arn, caller));
  TagPage page;
  auto next = after ? settings.tags.upper_bound(std::string(*after)) : settings.tags.begin();
  for (; next != settings.tags.end(); ++next) {
    if (page.tags.size() == limits::kTagsPage) {
      page.last_key = page.tags.rbegin()->first;
      break;
    }
    page.tags.insert(*next);
  }
  return page;
}

}  // namespace stator::engine
