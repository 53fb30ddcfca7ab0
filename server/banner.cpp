#include "server/banner.h"

#include <fmt/format.h>

namespace stator::server {
namespace {

// Tabs and blank line as in the output of DynamoDB Local that users have posted
// (testcontainers-java issue 6321).
std::string of_dynamodb_local(const ServeOptions& options, std::uint16_t port) {
  return fmt::format(
      "Initializing DynamoDB Local with the following configuration:\n"
      "Port:\t{}\nInMemory:\t{}\nDbPath:\t{}\nSharedDb:\t{}\n"
      "shouldDelayTransientStatuses:\t{}\nCorsParams:\t{}\n\n",
      port, options.data_dir.empty(), options.data_dir.empty() ? "null" : options.data_dir,
      options.namespaces == engine::NamespaceMode::kShared,
      options.durations.creation.count() > 0, options.cors);
}

}  // namespace

std::string banner(const ServeOptions& options, const std::string& url, std::uint16_t port) {
  switch (options.personality) {
    case Personality::kNative: break;
    case Personality::kDynamoDbLocal: return of_dynamodb_local(options, port);
    case Personality::kDynalite: return fmt::format("Dynalite listening at: {}\n", url);
    case Personality::kLocalStack:
      return fmt::format("Stator listening on {}\nReady.\n", url);
  }
  return fmt::format("Stator listening on {}\n", url);
}

}  // namespace stator::server
