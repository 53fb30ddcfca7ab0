#include "server/http/routes.h"

#include <algorithm>
#include <array>

#include "server/command_line/options.h"
#include "server/http/console.h"
#include "server/http/gateway.h"

namespace stator::server::http {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kText = "text/plain; charset=utf-8";
constexpr std::string_view kHtml = "text/html; charset=utf-8";

constexpr std::string_view kOwnPrefix = "/_stator";

std::string healthy(Api&) { return std::string(kHealthy); }
std::string console(Api&) { return std::string(kConsole); }

std::string reset(Api& api) {
  api.reset();
  return R"({"status":"ok"})";
}

// What LocalStack says of itself, for the two services that there are.
std::string localstack_health(Api&) {
  return R"({"services":{"dynamodb":"running","dynamodbstreams":"running"},)"
         R"("edition":"community","version":")" +
         std::string(kVersion) + R"("})";
}

std::string localstack_info(Api&) {
  return R"({"version":")" + std::string(kVersion) +
         R"(","edition":"community","is_license_activated":false})";
}

std::string localstack_init(Api&) {
  return R"({"completed":{"BOOT":true,"START":true,"READY":true,"SHUTDOWN":false},"scripts":[]})";
}

constexpr std::array kRoutes = {
    Route{Method::kGet, "/_stator/insights", kJson,
          [](Api& api) { return api.insights_report(); }},
    Route{Method::kGet, "/_stator/metering", kJson,
          [](Api& api) { return api.metering_report(); }},
    Route{Method::kDelete, "/_stator/metering", kJson,
          [](Api& api) {
            api.reset_metering();
            return std::string("{}");
          }},
    Route{Method::kPost, "/_stator/reset", kJson, reset},
    Route{Method::kGet, "/metrics", "text/plain; version=0.0.4",
          [](Api& api) { return api.metrics(); }},
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

std::string_view name_of(Method method) {
  switch (method) {
    case Method::kGet: return "GET";
    case Method::kPost: return "POST";
    case Method::kDelete: return "DELETE";
    default: return "";
  }
}

}  // namespace

const Route* find_route(Method method, std::string_view path) {
  const Method asked = method == Method::kHead ? Method::kGet : method;
  const auto route = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& candidate) {
    return candidate.method == asked && candidate.path == path;
  });
  return route == kRoutes.end() ? nullptr : &*route;
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
