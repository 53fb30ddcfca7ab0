#include "expressions/partiql/keyword.h"

#include <algorithm>
#include <array>

namespace stator::expressions::partiql {
namespace {

// The reserved words of SQL-92, save the parts of dates ("year", "month" ...), which the service's
// own examples use as names; then those that PartiQL adds. Sorted.
constexpr std::array<std::string_view, 235> kKeywords = {
    "absolute", "action", "add", "all", "allocate", "alter", "and", "any", "are", "as", "asc",
    "assertion", "at", "authorization", "avg", "bag", "begin", "between", "bit", "bit_length",
    "blob", "bool", "boolean", "both", "by", "cascade", "cascaded", "case", "cast", "catalog",
    "char", "char_length", "character", "character_length", "check", "clob", "close", "coalesce",
    "collate", "collation", "column", "commit", "connect", "connection", "constraint",
    "constraints", "continue", "convert", "corresponding", "count", "create", "cross", "current",
    "current_date", "current_time", "current_timestamp", "current_user", "cursor", "date",
    "deallocate", "dec", "decimal", "declare", "default", "deferrable", "deferred", "delete",
    "desc", "describe", "descriptor", "diagnostics", "disconnect", "distinct", "domain", "double",
    "drop", "else", "end", "escape", "except", "exception", "exec", "execute", "exists", "external",
    "extract", "false", "fetch", "first", "float", "for", "foreign", "found", "from", "full", "get",
    "global", "go", "goto", "grant", "group", "having", "identity", "immediate", "in", "index",
    "indicator", "initially", "inner", "input", "insensitive", "insert", "int", "integer",
    "intersect", "interval", "into", "is", "isolation", "join", "key", "language", "last",
    "leading", "left", "level", "like", "limit", "list", "local", "lower", "match", "max", "min",
    "missing", "module", "names", "national", "natural", "nchar", "next", "no", "not", "null",
    "nullif", "numeric", "octet_length", "of", "on", "only", "open", "option", "or", "order",
    "outer", "output", "overlaps", "pad", "partial", "pivot", "position", "precision", "prepare",
    "preserve", "primary", "prior", "privileges", "procedure", "public", "read", "real",
    "references", "relative", "remove", "restrict", "revoke", "right", "rollback", "rows", "schema",
    "scroll", "section", "select", "session", "session_user", "set", "sexp", "size", "smallint",
    "some", "space", "sql", "sqlcode", "sqlerror", "sqlstate", "string", "struct", "substring",
    "sum", "symbol", "system_user", "table", "temporary", "then", "time", "timestamp", "to",
    "trailing", "transaction", "translate", "translation", "trim", "true", "tuple", "union",
    "unique", "unknown", "unpivot", "update", "upper", "usage", "user", "using", "value", "values",
    "varchar", "varying", "view", "when", "whenever", "where", "with", "work", "write", "zone",
};
static_assert(std::is_sorted(kKeywords.begin(), kKeywords.end()));

}  // namespace

bool is_keyword(std::string_view word) {
  return std::binary_search(kKeywords.begin(), kKeywords.end(), word);
}

}  // namespace stator::expressions::partiql
