// DynamoDB Local's command line: `java [JVM options] -jar DynamoDBLocal.jar [flags]`, or the flags
// alone. Known from its documented usage; the program itself is not needed and never looked into.
//
// Private to command_line/.
#pragma once

#include <span>
#include <string_view>

#include "server/command_line/options.h"

namespace stator::server {

// Whether these arguments are meant for it: a -jar of that name after any JVM options, or a first
// flag with one dash.
bool is_dynamodb_local(std::span<const char* const> arguments);

// REQUIRES: is_dynamodb_local(arguments), or the program was called `java`.
Command parse_dynamodb_local(std::span<const char* const> arguments);

}  // namespace stator::server
