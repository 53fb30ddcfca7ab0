// The rules on streams, encryption and table classes.
//
// Private to table_lifecycle*.cpp.
#pragma once

#include <string>

#include "engine/table_lifecycle.h"
#include "model/clock.h"
#include "model/table_settings.h"

namespace stator::engine {

// CreateTable: a view type exactly when the stream is enabled.
void check_new_stream(const StreamDefinition& stream);

// UpdateTable: the same in other words, then that the stream is not so already.
void check_stream_update(const StreamDefinition& stream);
void check_stream_change(const StreamDefinition& stream, const TableSettings& settings,
                         std::string_view table);

// Starts a stream with a label of its own. REQUIRES: the definition has a view type.
void enable_stream(TableSettings& settings, const StreamDefinition& stream, Timestamp now);

// That the members fit each other.
void check_encryption(const EncryptionDefinition& encryption);

// True when the definition asks for a KMS key, which a lone SSEType does too.
bool asks_for_kms(const EncryptionDefinition& encryption);

// The ARN of the named key; of the key that AWS manages when none is named. There is no KMS here:
// an alias is not resolved but becomes the ARN of an alias.
std::string kms_key_arn(const EncryptionDefinition& encryption, const Caller& caller);

// UpdateTable: that something changes, then LimitExceededException for one change too many.
void check_encryption_change(const EncryptionDefinition& encryption, const TableSettings& settings,
                             Timestamp now);
void note_encryption_change(TableSettings& settings, Timestamp now);

// UpdateTable: LimitExceededException for one change too many.
void check_table_class_change(const TableSettings& settings, TableClass requested, Timestamp now);
void change_table_class(TableSettings& settings, TableClass requested, Timestamp now);

}  // namespace stator::engine
