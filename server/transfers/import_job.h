// Reading an import, in slices of background work.
//
// Every object whose key begins with the prefix is read, but for what an export writes beside its
// data (_started, manifest-*). Items go the way that puts go; those that cannot be stored are
// counted, and told in <s3 dir>/_stator/imports/<import id>/errors.ndjson, a JSON object a line:
//
//   {"bucket": ..., "key": ..., "item": number within the object, "error": why, "text": what}
#pragma once

#include "engine/imports.h"

namespace stator::server {

// Schedules the work; the job in engine.imports is COMPLETED or FAILED when it is done,
// or CANCELLED when its table was deleted meanwhile.
// REQUIRES: started.table is there, and so is engine.objects.
void run_import(engine::Engine& engine, const engine::Caller& caller,
                engine::StartedImport started);

}  // namespace stator::server
