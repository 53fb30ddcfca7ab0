// Identifiers of backups, exports and imports: "01489602797149-73d8d5bc".
#pragma once

#include <string>
#include <string_view>

#include "model/clock.h"
#include "model/entropy.h"

namespace stator::engine {

// The moment in milliseconds, in 14 digits, and 8 random hexadecimal digits.
std::string make_job_id(Timestamp now, Entropy& entropy);

// The first part, which is all of a system backup's that is not zero.
std::string job_id_time(Timestamp now);

// A moment as texts of this family spell it: "2026-10-08T23:07:31.275Z".
std::string iso_time(Timestamp time);

// The same as Java spells an instant: without a fraction that is zero.
std::string instant_text(Timestamp time);

// Whether `arn` is "<ARN of a table>/<kind>/<id>": a table ARN, the kind ("backup"), an id.
bool is_job_arn(std::string_view arn, std::string_view kind);

}  // namespace stator::engine
