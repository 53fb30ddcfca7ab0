// What contributor insights have counted, as JSON: GET /_stator/insights.
#pragma once

#include <string>

#include "engine/engine.h"

namespace stator::server {

std::string insights_report(const engine::Engine& engine);

}  // namespace stator::server
