// FilterSpecification of ExportTableToPointInTime: from the request to what the export applies.
#pragma once

#include <string>

#include "model/schema.h"
#include "server/transfers/export_filter.h"
#include "server/wire/requests/exports.h"

namespace stator::server {

// The specification as JSON, for answers that repeat it.
std::string repeat_filter(const wire::FilterSpecification& specification);

// Takes the expressions out of the request; `key` is that of the table. Throws ValidationException
// as Query does for its own.
ExportFilter bind_filter_specification(wire::FilterSpecification& specification,
                                       const KeySchema& key);

}  // namespace stator::server
