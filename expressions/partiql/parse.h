// PartiQL: text -> Statement.
//
//   SELECT * | path, ... FROM "table"["."index"] [WHERE condition] [ORDER BY key [ASC|DESC], ...]
//   INSERT INTO "table" VALUE {'name': value, ...}
//   UPDATE "table" {SET path = value, ... | REMOVE path, ...} WHERE condition [RETURNING returning]
//   DELETE FROM "table" WHERE condition [RETURNING returning]
//   EXISTS(SELECT ...)
//
// The whole grammar stands at the head of each parser. Sources: the developer guide ("PartiQL - a
// SQL-compatible query language for Amazon DynamoDB"); the language's own rules where the guide is
// silent: keywords in any case, comments, `''` and `""` for a mark within quotes, one `;` at the
// end.
#pragma once

#include <string_view>

#include "expressions/partiql/tree.h"

namespace stator::expressions::partiql {

// Throws ValidationException: see fault.h. Thread safety: pure.
Statement parse_statement(std::string_view text);

}  // namespace stator::expressions::partiql
