#include "server/load/service_variables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "model/table_arn.h"

namespace stator::server::load {
namespace {

constexpr std::size_t kLevelsMax = 50;
constexpr std::array<std::string_view, 11> kSources{
    "self", "sls", "opt", "param", "env", "aws", "file", "cf", "ssm", "s3", "strToBool"};

// Where the variable ends that begins at `start`; npos if it does not.
std::size_t end_of_variable(std::string_view text, std::size_t start) {
  std::size_t levels = 0;
  for (std::size_t at = start; at < text.size(); ++at) {
    if (text.substr(at).starts_with("${")) ++levels;
    if (text[at] == '}' && --levels == 0) return at;
  }
  return std::string_view::npos;
}

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// The name of a source at the start of `content`; empty if it is none of them.
std::string_view source_of(std::string_view content) {
  const std::string_view name = content.substr(0, content.find_first_of(":("));
  const bool is_known = std::find(kSources.begin(), kSources.end(), name) != kSources.end();
  return is_known && name.size() < content.size() ? name : std::string_view();
}

std::string_view without_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
                         text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

const Node* element_of(const Node& list, std::string_view index) {
  std::size_t at = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), at);
  const bool is_number = error == std::errc() && end == index.data() + index.size();
  return is_number && at < list.elements.size() ? &list.elements[at] : nullptr;
}

}  // namespace

void ServiceVariables::fail(std::size_t line, std::string_view message) const {
  throw LoadError(source_.at_line(line), message);
}

Node ServiceVariables::expand(const Node& scalar) {
  if (!scalar.is_scalar() || scalar.text.find("${") == std::string::npos) return scalar;
  if (level_ >= kLevelsMax) fail(scalar.line, "variables nested too deeply, or in a circle");
  ++level_;
  const std::string_view text = scalar.text;
  std::string out;
  std::size_t done = 0;
  for (std::size_t start = 0; (start = text.find("${", done)) != std::string_view::npos;) {
    const std::size_t end = end_of_variable(text, start);
    if (end == std::string_view::npos) break;
    out += text.substr(done, start - done);
    done = end + 1;
    // What is inside comes first: ${self:custom.${sls:stage}}.
    const std::string inside =
        expand(Node::of_text(std::string(text.substr(start + 2, end - start - 2)), scalar.line))
            .text;
    const auto value = value_of(inside, scalar.line);
    if (!value) {
      out += "${" + inside + "}";
    } else if (start == 0 && done == text.size()) {
      --level_;
      return *value;
    } else if (value->is_scalar()) {
      out += value->text;
    } else {
      fail(scalar.line, fmt::format("${{{}}} is no string", inside));
    }
  }
  out += text.substr(done);
  --level_;
  return Node::of_text(std::move(out), scalar.line);
}

// Nothing for what is no variable of ours. Alternatives stand behind commas.
std::optional<Node> ServiceVariables::value_of(std::string_view content, std::size_t line) {
  if (source_of(content).empty()) return std::nullopt;
  std::string_view rest = content;
  for (bool has_more = true; has_more;) {
    const std::size_t comma = rest.find(',');
    has_more = comma != std::string_view::npos;
    const std::string_view part = without_blanks(rest.substr(0, comma));
    if (has_more) rest.remove_prefix(comma + 1);
    const std::string_view source = source_of(part);
    if (source.empty()) return Node::of_text(std::string(without_quotes(part)), line);
    const std::string_view address = part.substr(source.size() + 1);
    if (auto value = look_up(source, address, line)) return value;
  }
  fail(line, fmt::format("${{{}}} is not known here", content));
}

std::optional<Node> ServiceVariables::look_up(std::string_view source, std::string_view address,
                                              std::size_t line) {
  const auto text = [line](std::string_view value) {
    return Node::of_text(std::string(value), line);
  };
  if (source == "self") return find_self(address);
  if (source == "opt" || source == "param") return given(address, line);
  if (source == "sls" && address == "stage") return stage(line);
  if (source == "aws" && address == "region") return text(options_.region);
  if (source == "aws" && address == "accountId") return text(kAccountId);
  if (source == "env") {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
    const char* value = std::getenv(std::string(address).c_str());
    return value == nullptr ? std::nullopt : std::optional(text(value));
  }
  return std::nullopt;
}

std::optional<Node> ServiceVariables::find_self(std::string_view address) {
  const Node* found = &service_;
  while (found != nullptr && !address.empty()) {
    const std::size_t dot = std::min(address.find('.'), address.size());
    const std::string_view name = address.substr(0, dot);
    found = found->is_list() ? element_of(*found, name) : found->find(name);
    address.remove_prefix(std::min(dot + 1, address.size()));
  }
  if (found == nullptr) return std::nullopt;
  return found->is_scalar() ? expand(*found) : *found;
}

std::optional<Node> ServiceVariables::given(std::string_view name, std::size_t line) const {
  const auto& parameters = options_.parameters;
  const auto found = std::find_if(parameters.rbegin(), parameters.rend(),
                                  [&](const auto& each) { return each.first == name; });
  if (found == parameters.rend()) return std::nullopt;
  return Node::of_text(found->second, line);
}

// As the framework finds it: the option, what the provider says, dev.
std::optional<Node> ServiceVariables::stage(std::size_t line) {
  if (auto option = given("stage", line)) return option;
  if (auto own = find_self("provider.stage")) return own;
  return Node::of_text("dev", line);
}

}  // namespace stator::server::load
