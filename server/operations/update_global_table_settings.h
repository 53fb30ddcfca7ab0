// UpdateGlobalTableSettings: changes the capacity of replicas (version 2017.11.29).
#pragma once

#include <string_view>

#include "server/operations/operation.h"
#include "server/wire/requests/global_table_settings.h"

namespace stator::server {

struct UpdateGlobalTableSettings {
  static constexpr std::string_view kName = "UpdateGlobalTableSettings";
  using Request = wire::UpdateGlobalTableSettingsRequest;
  static void execute(Request& request, CallContext& context, wire::JsonWriter& out);
};

}  // namespace stator::server
