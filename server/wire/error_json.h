// Errors as the wire spells them.
#pragma once

#include "model/error.h"
#include "server/dispatcher.h"

namespace stator::wire {

// Status and body: {"__type":"<namespace>#<Code>",...,"message":"..."}.
server::ApiReply render_error(const Error& error);

// The same with another message, as `apply_envelope` (envelope.h) returns it.
server::ApiReply render_error(const Error& error, std::string_view message);

}  // namespace stator::wire
