#include "server/snapshots.h"

#include <optional>
#include <string>

#include "engine/persistence/journal.h"
#include "engine/persistence/named_snapshots.h"
#include "engine/replication.h"
#include "model/error.h"
#include "server/wire/json_writer.h"

namespace stator::server {
namespace {

using engine::SnapshotDescription;

void write(wire::JsonWriter& out, const SnapshotDescription& snapshot) {
  out.begin_object();
  out.member("Name", snapshot.name);
  out.member("CreationDateTime", snapshot.taken);
  out.member("TableCount", static_cast<std::int64_t>(snapshot.tables));
  out.member("ItemCount", static_cast<std::int64_t>(snapshot.items));
  out.member("SizeBytes", static_cast<std::int64_t>(snapshot.bytes));
  out.end_object();
}

ApiReply fault(unsigned status, std::string_view type, const std::string& message) {
  ApiReply reply{status, {}, {}};
  wire::JsonWriter out(reply.body);
  out.begin_object().member("__type", type).member("message", message).end_object();
  return reply;
}

ApiReply no_name(std::string_view name) {
  return fault(400, "InvalidSnapshotName",
               "Not a name of a snapshot: " + std::string(name) +
                   "; one has 1 to 255 characters of A-Z, a-z, 0-9, '.', '_' and '-'");
}

ApiReply not_found(const engine::NamedSnapshots& snapshots, std::string_view name) {
  std::string names;
  for (const SnapshotDescription& each : snapshots.list()) {
    names += names.empty() ? "; there are: " : ", ";
    names += each.name;
  }
  if (names.empty()) names = "; there are none";
  return fault(404, "SnapshotNotFound", "No snapshot of the name " + std::string(name) + names);
}

ApiReply list(const engine::NamedSnapshots& snapshots) {
  ApiReply reply;
  wire::JsonWriter out(reply.body);
  out.begin_object().key("Snapshots").begin_array();
  for (const SnapshotDescription& each : snapshots.list()) write(out, each);
  out.end_array().end_object();
  return reply;
}

std::optional<SnapshotDescription> perform(engine::NamedSnapshots& snapshots,
                                           SnapshotAction action, std::string_view name) {
  switch (action) {
    case SnapshotAction::kTake: return snapshots.take(std::string(name));
    case SnapshotAction::kRestore: return snapshots.restore(name);
    case SnapshotAction::kRemove: return snapshots.remove(name);
    case SnapshotAction::kList: break;
  }
  return std::nullopt;
}

}  // namespace

ApiReply answer_snapshots(engine::Engine& engine, SnapshotAction action, std::string_view name) {
  engine::NamedSnapshots& snapshots = *engine.snapshots;
  if (action == SnapshotAction::kList) return list(snapshots);
  if (!engine::NamedSnapshots::is_name(name)) return no_name(name);
  try {
    const auto done = perform(snapshots, action, name);
    if (!done) return not_found(snapshots, name);
    engine::deliver_strong_writes();
    if (engine.journal) engine.journal->settle();
    ApiReply reply;
    wire::JsonWriter out(reply.body);
    write(out, *done);
    return reply;
  } catch (const Error& error) {
    return fault(500, spelling(error.code()).name, error.message());
  }
}

}  // namespace stator::server
