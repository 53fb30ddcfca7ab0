#include "server/operations/list_imports.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "engine/imports.h"
#include "server/operations/import_json.h"

namespace stator::server {
namespace {

// Tokens are hexadecimal, at least 112 and a multiple of 16 characters long: the last ARN of the
// page before, filled up with zero bytes.
constexpr std::size_t kTokenBytesMin = 56;
constexpr std::size_t kTokenBlockBytes = 8;

std::string to_token(std::string arn) {
  arn.resize(std::max(arn.size(), kTokenBytesMin));
  arn.resize((arn.size() + kTokenBlockBytes - 1) / kTokenBlockBytes * kTokenBlockBytes);
  std::string token;
  for (const char c : arn) token += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return token;
}

// Tokens of other makers are read as far as they make sense; their page is then empty.
std::string from_token(std::string_view token) {
  std::string arn;
  for (; token.size() >= 2; token.remove_prefix(2)) {
    unsigned value = 0;
    std::from_chars(token.data(), token.data() + 2, value, 16);
    if (value == 0) break;
    arn += static_cast<char>(value);
  }
  return arn;
}

}  // namespace

void ListImports::execute(Request& request, CallContext& context, wire::JsonWriter& out) {
  constexpr std::int32_t kPageDefault = 25;
  const auto page = engine::list_imports(
      context.engine, request.table_arn,
      static_cast<std::size_t>(request.page_size.value_or(kPageDefault)),
      from_token(request.next_token.value_or("")), context.caller);
  out.begin_object().key("ImportSummaryList").begin_array();
  for (const engine::Import& job : page.jobs) write_import_summary(out, job);
  out.end_array();
  if (page.next_token) out.member("NextToken", to_token(*page.next_token));
  out.end_object();
}

}  // namespace stator::server
