// NextToken of ExecuteStatement: a place to go on from, for one statement with its parameters.
//
// A token is base64 of: the statement's fingerprint, a check sum over everything, the place as
// JSON. To its holder it is opaque; it stays good as long as the statement is the same, also when
// the server was started again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/statement/read.h"
#include "expressions/partiql/tree.h"
#include "server/wire/values.h"

namespace stator::server {

// Identifies a statement and its parameters, however the statement is spelled.
// REQUIRES: called before the parameters are taken.
std::string statement_fingerprint(const expressions::partiql::Statement& statement,
                                  const std::optional<wire::WireValueList>& parameters);

std::string encode_next_token(std::string_view fingerprint,
                              const engine::SelectPosition& position);

// Throws ValidationException: `Invalid NextToken`, or `NextToken does not match request` for
// another statement (measured).
engine::SelectPosition decode_next_token(const std::string& token, std::string_view fingerprint);

}  // namespace stator::server
