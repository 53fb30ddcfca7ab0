// Policies of tables and streams: PutResourcePolicy, GetResourcePolicy, DeleteResourcePolicy.
//
// Policies are kept and versioned, but nobody is refused because of one: all callers are one.
// Errors and thread safety as in table_lifecycle.h. Documents are checked by the caller, who knows
// JSON, and come in the form that makes equal ones the same text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/resource.h"
#include "model/clock.h"
#include "model/table_settings.h"

namespace stator::engine {

// Attaches a document to the table, or to the stream of that label, and returns its revision: the
// one it has already when the document is the same.
std::string attach_policy(TableSettings& settings, const std::string& stream_label,
                          std::string_view document, Timestamp now);

// `expected_revision` may be "NO_POLICY". Throws PolicyNotFoundException when another one is
// attached.
std::string put_resource_policy(Engine& engine, const ResourceName& name,
                                std::string_view document,
                                const std::optional<std::string>& expected_revision,
                                const Caller& caller);

ResourcePolicy get_resource_policy(Engine& engine, const ResourceName& name,
                                   std::string_view arn, const Caller& caller);

// The revision of the deleted policy; nothing when there was none and none was expected.
std::optional<std::string> delete_resource_policy(
    Engine& engine, const ResourceName& name,
    const std::optional<std::string>& expected_revision, const Caller& caller);

}  // namespace stator::engine
