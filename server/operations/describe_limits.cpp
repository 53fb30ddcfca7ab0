#include "server/operations/describe_limits.h"

#include "model/limits.h"

namespace stator::server {

void DescribeLimits::execute(Request&, CallContext&, wire::JsonWriter& out) {
  out.begin_object();
  out.member("AccountMaxReadCapacityUnits", limits::kAccountCapacityUnitsMax);
  out.member("AccountMaxWriteCapacityUnits", limits::kAccountCapacityUnitsMax);
  out.member("TableMaxReadCapacityUnits", limits::kTableCapacityUnitsMax);
  out.member("TableMaxWriteCapacityUnits", limits::kTableCapacityUnitsMax);
  out.end_object();
}

}  // namespace stator::server
