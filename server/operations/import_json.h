// Writes ImportTableDescription, ImportSummary, and TableCreationParameters as they were asked for.
#pragma once

#include <string>

#include "engine/import_job.h"
#include "server/wire/json_writer.h"
#include "server/wire/requests/imports.h"

namespace stator::server {

// Each writes one object.
void write_import(wire::JsonWriter& json, const engine::Import& job);
void write_import_summary(wire::JsonWriter& json, const engine::Import& job);

// The object as JSON.
std::string repeat_parameters(const wire::TableCreationParameters& parameters);

}  // namespace stator::server
