#include "engine/job_id.h"

#include <fmt/format.h>

#include "engine/table_lifecycle_time.h"

namespace stator::engine {

std::string job_id_time(Timestamp now) {
  return fmt::format("{:014}", now.time_since_epoch().count());
}

std::string make_job_id(Timestamp now, Entropy& entropy) {
  return fmt::format("{}-{:08x}", job_id_time(now), entropy.next() & 0xFFFFFFFFU);
}

std::string iso_time(Timestamp time) { return stream_label(time) + "Z"; }

std::string instant_text(Timestamp time) {
  constexpr std::string_view kNoFraction = ".000Z";
  std::string text = iso_time(time);
  if (text.ends_with(kNoFraction)) text.replace(text.size() - kNoFraction.size(), text.npos, "Z");
  return text;
}

bool is_job_arn(std::string_view arn, std::string_view kind) {
  if (!arn.starts_with("arn:") || arn.find(":dynamodb:") == std::string_view::npos) return false;
  const std::size_t table = arn.find(":table/");
  if (table == std::string_view::npos) return false;
  const std::string mark = fmt::format("/{}/", kind);
  const std::size_t at = arn.find(mark, table + std::string_view(":table/").size());
  return at != std::string_view::npos && at + mark.size() < arn.size();
}

}  // namespace stator::engine
