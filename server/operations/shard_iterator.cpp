// iterator = stream ARN , "|1|" , base64 of ( shard id , "/" , number , "/" , milliseconds )
//
// The outside is the service's; what is in its base64 is nobody's business.
#include "server/operations/shard_iterator.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "model/error.h"
#include "model/messages.h"
#include "server/wire/base64.h"

namespace stator::server {
namespace {

constexpr std::string_view kMiddle = "|1|";

Error invalid_iterator() {
  return validation_error(std::string(messages::kInvalidShardIterator));
}

// Takes the text up to the slash, or all that is left.
std::string_view take_part(std::string_view& rest) {
  const std::size_t slash = rest.find('/');
  const std::string_view part = rest.substr(0, slash);
  rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
  return part;
}

template <class Number>
Number to_number(std::string_view digits) {
  Number number{};
  const char* const end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, number);
  if (digits.empty() || fault != std::errc() || stop != end) throw invalid_iterator();
  return number;
}

std::string decode_place(std::string_view base64) {
  try {
    return wire::decode_base64(base64);
  } catch (const Error&) {  // which would blame the request's JSON
    throw invalid_iterator();
  }
}

}  // namespace

std::string to_text(const engine::ShardIterator& iterator) {
  const std::string place = fmt::format("{}/{}/{}", iterator.shard_id, iterator.number,
                                        iterator.issued.time_since_epoch().count());
  return iterator.stream_arn + std::string(kMiddle) + wire::encode_base64(place);
}

engine::ShardIterator parse_shard_iterator(std::string_view text) {
  const std::size_t middle = text.rfind(kMiddle);
  if (middle == std::string_view::npos) throw invalid_iterator();
  const std::string place = decode_place(text.substr(middle + kMiddle.size()));
  std::string_view rest = place;
  engine::ShardIterator iterator;
  iterator.stream_arn = text.substr(0, middle);
  iterator.shard_id = take_part(rest);
  iterator.number = to_number<std::uint64_t>(take_part(rest));
  iterator.issued =
      Timestamp(std::chrono::milliseconds(to_number<std::int64_t>(take_part(rest))));
  return iterator;
}

}  // namespace stator::server
