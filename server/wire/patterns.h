// The patterns of the service's model, as messages print them and as functions: there is no engine
// for regular expressions here, and none is needed.
#pragma once

#include <string_view>

namespace stator::wire {

struct Pattern {
  std::string_view text;
  bool (*matches)(std::string_view value);
};

// Names of scaling policies: printable ASCII.
extern const Pattern kPrintablePattern;
// ARNs of roles: anything but control characters.
extern const Pattern kTextPattern;
// Tokens that make a request idempotent.
extern const Pattern kClientTokenPattern;
// S3: a bucket, and the account that owns it.
extern const Pattern kS3BucketPattern;
extern const Pattern kS3BucketOwnerPattern;
// Columns of CSV: what separates them, and their names.
extern const Pattern kCsvDelimiterPattern;
extern const Pattern kCsvHeaderPattern;
// NextToken of ListBulkOperations and ListImports: groups of sixteen digits.
extern const Pattern kHexadecimalTokenPattern;

}  // namespace stator::wire
