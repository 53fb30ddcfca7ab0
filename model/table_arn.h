// Amazon resource names of tables, indexes and streams, and TableName parameters that hold one.
#pragma once

#include <string>
#include <string_view>

namespace stator {

// The account that everything belongs to: credentials do not say which account they are of.
inline constexpr std::string_view kAccountId = "000000000000";

// "arn:aws:dynamodb:<region>:<account>:table/<table>"
std::string table_arn(std::string_view region, std::string_view account, std::string_view table);
// "<table ARN>/index/<index>"
std::string index_arn(std::string_view table_arn, std::string_view index);
// "<table ARN>/stream/<label>"
std::string stream_arn(std::string_view table_arn, std::string_view label);

// The table that a request names.
struct TableReference {
  std::string name;     // the bare name
  std::string region;   // empty unless the parameter was an ARN
  std::string account;  // empty unless the parameter was an ARN

  friend bool operator==(const TableReference&, const TableReference&) = default;
};

// Reads a TableName parameter: everything that begins with "arn:" is an ARN (names cannot hold a
// colon), the rest is a name, whose characters and length are the caller's to check.
// Throws ValidationException for an ARN that names no table.
TableReference parse_table_name(std::string_view parameter);

}  // namespace stator
