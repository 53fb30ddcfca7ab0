// Running a bulk operation, in slices of background work.
//
// Every object whose key begins with the prefix is read, and its items go the way that puts go,
// conditions included. What is not written is told, if the request asks for it, in objects
//
//   <prefix>/AWSDynamoDB/<id>/error/<number>.json
//   <prefix>/AWSDynamoDB/<id>/condition-check-failure/<number>.json
//
// of a JSON object a line:
//   {"S3Key": ..., "Record": number within the object, "Error": why, "Text": what was read}
//   {"S3Key": ..., "Record": ..., "Item": {...}, "ExistingItem": {...}}
#pragma once

#include "engine/bulk_operations.h"

namespace stator::server {

// Schedules the work. REQUIRES: started.table is there, and so is engine.objects.
void run_bulk_put(engine::Engine& engine, const engine::Caller& caller,
                  engine::StartedBulk started);

}  // namespace stator::server
