#include "server/http/routes.h"

#include <array>
#include <cstddef>
#include <utility>

#include "server/command_line/options.h"
#include "server/http/console.h"
#include "server/http/gateway.h"

namespace stator::server::http {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kText = "text/plain; charset=utf-8";
constexpr std::string_view kHtml = "text/html; charset=utf-8";

constexpr std::string_view kOwnPrefix = "/_stator";

ApiReply ok(std::string body) { return {200, std::move(body), {}}; }

ApiReply healthy(Api&, std::string_view) { return ok(std::string(kHealthy)); }
ApiReply console(Api&, std::string_view) { return ok(std::string(kConsole)); }

ApiReply reset(Api& api, std::string_view) {
  api.reset();
  return ok(R"({"status":"ok"})");
}

ApiReply reset_metering(Api& api, std::string_view) {
  api.reset_metering();
  return ok("{}");
}

template <SnapshotAction kAction>
ApiReply snapshots(Api& api, std::string_view name) {
  return api.snapshots(kAction, name);
}

template <std::string (Api::*kReport)()>
ApiReply report(Api& api, std::string_view) {
  return ok((api.*kReport)());
}

// What LocalStack says of itself, for the two services that there are.
ApiReply localstack_health(Api&, std::string_view) {
  return ok(R"({"services":{"dynamodb":"running","dynamodbstreams":"running"},)"
            R"("edition":"community","version":")" +
            std::string(kVersion) + R"("})");
}

ApiReply localstack_info(Api&, std::string_view) {
  return ok(R"({"version":")" + std::string(kVersion) +
            R"(","edition":"community","is_license_activated":false})");
}

ApiReply localstack_init(Api&, std::string_view) {
  return ok(R"({"completed":{"BOOT":true,"START":true,"READY":true,"SHUTDOWN":false},)"
            R"("scripts":[]})");
}

constexpr std::array kRoutes = {
    Route{Method::kGet, "/_stator/insights", kJson, report<&Api::insights_report>},
    Route{Method::kGet, "/_stator/metering", kJson, report<&Api::metering_report>},
    Route{Method::kDelete, "/_stator/metering", kJson, reset_metering},
    Route{Method::kPost, "/_stator/reset", kJson, reset},
    Route{Method::kGet, "/_stator/snapshots", kJson, snapshots<SnapshotAction::kList>},
    Route{Method::kPost, "/_stator/snapshots/{name}", kJson, snapshots<SnapshotAction::kTake>},
    Route{Method::kDelete, "/_stator/snapshots/{name}", kJson,
          snapshots<SnapshotAction::kRemove>},
    Route{Method::kPost, "/_stator/snapshots/{name}/restore", kJson,
          snapshots<SnapshotAction::kRestore>},
    Route{Method::kGet, "/metrics", "text/plain; version=0.0.4", report<&Api::metrics>},
    Route{Method::kGet, "/shell", kHtml, console},
    Route{Method::kGet, "/shell/", kHtml, console},
    Route{Method::kGet, "/health", kText, healthy},
    Route{Method::kGet, "/healthz", kText, healthy},
    Route{Method::kGet, "/ping", kText, healthy},
    // The habits of other emulators' users.
    Route{Method::kPost, "/_reset", kJson, reset},
    Route{Method::kPost, "/moto-api/reset", kJson, reset},
    Route{Method::kPost, "/_localstack/state/reset", kJson, reset},
    Route{Method::kPost, "/_ministack/reset", kJson, reset},
    Route{Method::kGet, "/_localstack/health", kJson, localstack_health},
    Route{Method::kGet, "/_localstack/info", kJson, localstack_info},
    Route{Method::kGet, "/_localstack/init", kJson, localstack_init},
};

// What stands for the name in a path of that pattern, nothing for another path. A pattern without a
// name has an empty one.
std::optional<std::string_view> match(std::string_view pattern, std::string_view path) {
  constexpr std::string_view kName = "{name}";
  const std::size_t at = pattern.find(kName);
  if (at == pattern.npos) {
    return pattern == path ? std::optional(std::string_view()) : std::nullopt;
  }
  const std::string_view before = pattern.substr(0, at);
  const std::string_view after = pattern.substr(at + kName.size());
  if (path.size() <= before.size() + after.size()) return std::nullopt;
  if (!path.starts_with(before) || !path.ends_with(after)) return std::nullopt;
  const std::string_view name =
      path.substr(at, path.size() - before.size() - after.size());
  return name.find('/') == name.npos ? std::optional(name) : std::nullopt;
}

std::string_view name_of(Method method) {
  switch (method) {
    case Method::kGet: return "GET";
    case Method::kPost: return "POST";
    case Method::kDelete: return "DELETE";
    default: return "";
  }
}

}  // namespace

std::optional<FoundRoute> find_route(Method method, std::string_view path) {
  const Method asked = method == Method::kHead ? Method::kGet : method;
  for (const Route& route : kRoutes) {
    if (route.method != asked) continue;
    if (const auto name = match(route.path, path)) return FoundRoute{route, *name};
  }
  return std::nullopt;
}

bool is_own_path(std::string_view path) {
  return path.starts_with(kOwnPrefix) &&
         (path.size() == kOwnPrefix.size() || path[kOwnPrefix.size()] == '/');
}

std::string describe_routes() {
  std::string text = R"({"__type":"UnknownPath","message":"No such path; there are: )";
  std::string_view separator;
  for (const Route& route : kRoutes) {
    if (!is_own_path(route.path)) continue;
    text.append(separator).append(name_of(route.method)).append(" ").append(route.path);
    separator = ", ";
  }
  return text.append(R"("})");
}

}  // namespace stator::server::http
