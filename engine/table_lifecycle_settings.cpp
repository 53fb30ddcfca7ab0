// Texts and quotas are measured (2026) unless a comment says otherwise.
#include "engine/table_lifecycle_settings.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/table_lifecycle_time.h"
#include "model/error.h"

namespace stator::engine {
namespace {

using std::chrono::hours;

constexpr std::size_t kFreeEncryptionChanges = 4;
constexpr hours kEncryptionWindow{24};
constexpr std::chrono::seconds kEncryptionInterval{21600};

constexpr std::size_t kTableClassChangesMax = 2;
constexpr hours kTableClassWindow{30 * 24};

// The key that AWS manages has an id of its own in every account and region; here it is one.
constexpr std::string_view kManagedKeyId = "5b6bd2a8-2c57-4f0e-9d3c-6f1f8a4e7b10";
constexpr std::string_view kManagedKeyAlias = "alias/aws/dynamodb";

// Drops the moments that lie `window` or longer before `now`.
void forget_before(std::vector<Timestamp>& moments, hours window, Timestamp now) {
  std::erase_if(moments, [&](Timestamp moment) { return moment + window <= now; });
}

}  // namespace

void check_new_stream(const StreamDefinition& stream) {
  if (stream.enabled && !stream.view_type) {
    throw invalid_parameter(
        "Table is being created with a stream enabled, UpdateViewType is required");
  }
  if (!stream.enabled && stream.view_type) {
    throw invalid_parameter(
        "Table is being created with a stream disabled, UpdateViewType should not be specified");
  }
}

void check_stream_update(const StreamDefinition& stream) {
  if (stream.enabled && !stream.view_type) {
    throw invalid_parameter("If stream is being enabled then UpdateViewType is required");
  }
  if (!stream.enabled && stream.view_type) {
    throw invalid_parameter(
        "If stream is being disabled, then UpdateViewType must not be specified");
  }
}

void check_stream_change(const StreamDefinition& stream, const TableSettings& settings,
                         std::string_view table) {
  const bool is_enabled = settings.stream && settings.stream->enabled;
  if (stream.enabled && is_enabled) {
    throw validation_error(
        fmt::format("Table already has an enabled stream: TableName: {}", table));
  }
  if (!stream.enabled && !is_enabled) {
    throw validation_error(fmt::format("Table has no stream to disable: TableName: {}", table));
  }
}

void enable_stream(TableSettings& settings, const StreamDefinition& stream, Timestamp now) {
  std::string label = stream_label(now);
  // Every stream of a table has a label of its own, also two of one millisecond.
  while (settings.stream && label <= settings.stream->label) {
    now += std::chrono::milliseconds(1);
    label = stream_label(now);
  }
  settings.stream = StreamSettings{true, *stream.view_type, std::move(label)};
}

void check_encryption(const EncryptionDefinition& encryption) {
  if (encryption.enabled == false && encryption.type) {
    throw invalid_parameter("SSEType can not be specified if Enabled is false");
  }
  if (encryption.enabled == false && encryption.kms_key_id) {
    throw invalid_parameter("KMSMasterKeyId can not be specified if Enabled is false");
  }
  if (encryption.kms_key_id && encryption.type != EncryptionType::kKms) {
    throw invalid_parameter("SSEType KMS is required if KMSMasterKeyId is specified");
  }
  if (encryption.type == EncryptionType::kAes256) {
    throw invalid_parameter("SSEType AES256 is not supported");
  }
}

bool asks_for_kms(const EncryptionDefinition& encryption) {
  return encryption.enabled.value_or(encryption.type == EncryptionType::kKms);
}

std::string kms_key_arn(const EncryptionDefinition& encryption, const Caller& caller) {
  const std::string_view id = encryption.kms_key_id ? *encryption.kms_key_id : kManagedKeyAlias;
  const auto arn = [&](std::string_view resource) {
    return fmt::format("arn:aws:kms:{}:{}:{}", caller.region, caller.account_id, resource);
  };
  const std::string managed_key_arn = arn(fmt::format("key/{}", kManagedKeyId));
  if (id == kManagedKeyAlias || id == arn(kManagedKeyAlias)) return managed_key_arn;
  if (id.starts_with("arn:")) return std::string(id);
  return arn(id.starts_with("alias/") ? std::string(id) : fmt::format("key/{}", id));
}

// Only the ARN of the key in use changes nothing. An alias, a key id or "enabled" starts another
// encryption, even with the same key.
void check_encryption_change(const EncryptionDefinition& encryption, const TableSettings& settings,
                             Timestamp now) {
  if (!asks_for_kms(encryption) && !settings.encryption) {
    throw invalid_parameter("Table is already encrypted by default");
  }
  if (settings.encryption && encryption.kms_key_id == settings.encryption->kms_key_arn) {
    throw invalid_parameter(
        "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you "
        "want to change Master Key");
  }
  std::vector<Timestamp> changes = settings.encryption_changes;
  forget_before(changes, kEncryptionWindow, now);
  if (changes.size() < kFreeEncryptionChanges) return;
  const Timestamp next = std::min(changes.back() + kEncryptionInterval,
                                  Timestamp(changes.front() + kEncryptionWindow));
  if (now >= next) return;
  throw Error(
      ErrorCode::kLimitExceeded,
      fmt::format(
          "Subscriber limit exceeded: Encryption mode changes are limited in the 24h window ending "
          "at {}Z. After the first {} change, each subsequent change in the same window can be "
          "performed at most once every {} seconds. Number of updates today: {}. Last change at "
          "{}Z. Next changes can be made at {}Z.",
          stream_label(changes.front() + kEncryptionWindow), kFreeEncryptionChanges,
          kEncryptionInterval.count(), changes.size(), stream_label(changes.back()),
          stream_label(next)));
}

void note_encryption_change(TableSettings& settings, Timestamp now) {
  forget_before(settings.encryption_changes, kEncryptionWindow, now);
  settings.encryption_changes.push_back(now);
}

// Sending the class that a table always had is free; once a table has changed, each request counts
// against the quota, also one that changes nothing.
void check_table_class_change(const TableSettings& settings, TableClass requested, Timestamp now) {
  if (settings.table_class_changes.empty() && requested == settings.table_class) return;
  std::vector<Timestamp> changes = settings.table_class_changes;
  forget_before(changes, kTableClassWindow, now);
  if (changes.size() < kTableClassChangesMax) return;
  throw Error(ErrorCode::kLimitExceeded,
              fmt::format("Subscriber limit exceeded: Updates to TableClass are limited to {} "
                          "times in {} day(s).",
                          kTableClassChangesMax, kTableClassWindow.count() / 24));
}

void change_table_class(TableSettings& settings, TableClass requested, Timestamp now) {
  if (requested == settings.table_class) return;
  forget_before(settings.table_class_changes, kTableClassWindow, now);
  settings.table_class_changes.push_back(now);
  settings.table_class = requested;
}

}  // namespace stator::engine
