// Verification builds: what a write costs is worked out again from its two images alone, by the
// rules of docs/METERING.md in their plainest form, and compared with what the meter makes of it.
//
// Thread safety: pure.
#pragma once

#include <span>

#include "model/schema.h"
#include "model/verify.h"
#include "storage/table.h"

namespace stator::engine {

// `effects` are what the change did to the indexes of `schema`.
void check_bill(const storage::ItemChange& change, std::span<const storage::IndexEffect> effects,
                const TableSchema& schema);

inline void verify_bill(const storage::ItemChange& change,
                        std::span<const storage::IndexEffect> effects, const TableSchema& schema) {
  if constexpr (kVerifying) check_bill(change, effects, schema);
}

}  // namespace stator::engine
