// Moments as the control plane spells them inside texts, and its calendar.
#pragma once

#include <string>

#include "model/clock.h"

namespace stator::engine {

// "2026-10-08T23:07:31.275", the label of a stream made at that moment.
std::string stream_label(Timestamp time);

// "Friday, October 9, 2026 at 1:21:34 AM Coordinated Universal Time", as quotas name a moment.
std::string long_time(Timestamp time);

bool is_same_day(Timestamp a, Timestamp b);

// The first moment of the following UTC day.
Timestamp next_midnight(Timestamp time);

}  // namespace stator::engine
