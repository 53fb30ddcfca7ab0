#include "engine/table_lifecycle_time.h"

#include <array>
#include <chrono>
#include <string_view>

#include <fmt/format.h>

namespace stator::engine {
namespace {

constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

std::chrono::sys_days day_of(Timestamp time) {
  return std::chrono::floor<std::chrono::days>(time);
}

}  // namespace

std::string stream_label(Timestamp time) {
  const std::chrono::year_month_day date(day_of(time));
  const std::chrono::hh_mm_ss clock(time - day_of(time));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

std::string long_time(Timestamp time) {
  const std::chrono::year_month_day date(day_of(time));
  const std::chrono::weekday weekday(day_of(time));
  const std::chrono::hh_mm_ss clock(time - day_of(time));
  const auto hour = clock.hours().count();
  const auto shown_hour = hour % 12 == 0 ? 12 : hour % 12;
  return fmt::format("{}, {} {}, {} at {}:{:02}:{:02} {} Coordinated Universal Time",
                     kDays[weekday.c_encoding()],
                     kMonths[static_cast<unsigned>(date.month()) - 1],
                     static_cast<unsigned>(date.day()), static_cast<int>(date.year()), shown_hour,
                     clock.minutes().count(), clock.seconds().count(), hour < 12 ? "AM" : "PM");
}

bool is_same_day(Timestamp a, Timestamp b) { return day_of(a) == day_of(b); }

Timestamp next_midnight(Timestamp time) { return Timestamp(day_of(time) + std::chrono::days(1)); }

}  // namespace stator::engine
