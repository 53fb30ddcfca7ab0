// ARN of a table = "arn:" , partition , ":dynamodb:" , region , ":" , account , ":table/" , name
//
// Faults, in the order that they are looked for. The first three texts are measured; of the fourth
// only the beginning is known.
//
//   partition is not one of AWS                        Invalid AWS partition in '<arn>'
//   region is empty or no region name                  Invalid AWS region in '<arn>'
//   resource does not begin with "table/"              Invalid resource type in '<arn>'
//   another service, fewer parts, or no one name left  Valid ARN format is ...
#include "model/table_arn.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/error.h"

namespace stator {
namespace {

constexpr std::string_view kArnStart = "arn:";
constexpr std::string_view kTableStart = "table/";
constexpr std::array<std::string_view, 3> kPartitions = {"aws", "aws-cn", "aws-us-gov"};

// Takes the text up to the next colon, which is dropped; everything when there is none.
std::string_view take_part(std::string_view& rest) {
  const std::size_t colon = rest.find(':');
  const std::string_view part = rest.substr(0, colon);
  rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  return part;
}

bool is_region(std::string_view text) {
  const auto is_region_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_region_character);
}

Error arn_error(std::string_view what) {
  return validation_error(fmt::format("1 validation error detected: {}", what));
}

TableReference parse_table_arn(std::string_view arn) {
  std::string_view rest = arn.substr(kArnStart.size());
  const std::string_view partition = take_part(rest);
  const std::string_view service = take_part(rest);
  const std::string_view region = take_part(rest);
  const std::string_view account = take_part(rest);
  if (std::find(kPartitions.begin(), kPartitions.end(), partition) == kPartitions.end()) {
    throw arn_error(fmt::format("Invalid AWS partition in '{}'", arn));
  }
  if (!is_region(region)) throw arn_error(fmt::format("Invalid AWS region in '{}'", arn));
  if (!rest.starts_with(kTableStart)) {
    throw arn_error(fmt::format("Invalid resource type in '{}'", arn));
  }
  const std::string_view name = rest.substr(kTableStart.size());
  if (service != "dynamodb" || account.empty() || name.empty() ||
      name.find_first_of("/:") != std::string_view::npos) {
    throw arn_error(
        "Valid ARN format is arn:aws:dynamodb:<region>:<account-id>:table/<table-name>");
  }
  return {std::string(name), std::string(region), std::string(account)};
}

}  // namespace

std::string table_arn(std::string_view region, std::string_view account, std::string_view table) {
  return fmt::format("arn:aws:dynamodb:{}:{}:table/{}", region, account, table);
}

std::string index_arn(std::string_view table_arn, std::string_view index) {
  return fmt::format("{}/index/{}", table_arn, index);
}

std::string stream_arn(std::string_view table_arn, std::string_view label) {
  return fmt::format("{}/stream/{}", table_arn, label);
}

TableReference parse_table_name(std::string_view parameter) {
  if (parameter.starts_with(kArnStart)) return parse_table_arn(parameter);
  return {std::string(parameter), {}, {}};
}

}  // namespace stator
