// Verification builds: every answer is parsed again, and every item in it decoded and written
// again, which must give the very bytes of the answer.
//
// Thread safety: safe to call from any thread.
#pragma once

#include "model/verify.h"
#include "server/dispatcher.h"

namespace stator::server {

void check_reply(const ApiReply& reply);

inline void verify_reply(const ApiReply& reply) {
  if constexpr (kVerifying) check_reply(reply);
}

}  // namespace stator::server
