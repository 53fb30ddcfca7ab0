#include "expressions/parse.h"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "expressions/fault.h"
#include "model/limits.h"

namespace stator::expressions {
namespace {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>{}(text);
  }
};

// Trees by their text, in two generations: once the young one is full it becomes the old one, and
// what was in the old one and not asked for since is forgotten. So the cache is bounded, keeps what
// is in use, and never stops to tidy up. The bound is one on text, to which trees are proportional
// (about 20 bytes of tree for each of text).
template <class Parsed>
class ParseCache {
 public:
  using Ref = std::shared_ptr<const Parsed>;

  // The tree, or null.
  Ref find(std::string_view text) {
    if (const auto found = young_.find(text); found != young_.end()) return found->second;
    const auto found = old_.find(text);
    if (found == old_.end()) return nullptr;
    const Ref tree = found->second;
    insert(text, tree);
    return tree;
  }

  void insert(std::string_view text, Ref tree) {
    if (young_bytes_ + text.size() > kGenerationTextBytesMax ||
        young_.size() == kGenerationTreesMax) {
      old_ = std::exchange(young_, {});
      young_bytes_ = 0;
    }
    young_.emplace(std::string(text), std::move(tree));
    young_bytes_ += text.size();
  }

 private:
  static constexpr std::size_t kGenerationTextBytesMax = 64 * 1024;
  static constexpr std::size_t kGenerationTreesMax = 256;

  using Trees = std::unordered_map<std::string, Ref, TextHash, std::equal_to<>>;
  Trees young_;
  Trees old_;
  std::size_t young_bytes_ = 0;
};

[[noreturn]] void throw_too_long(ExpressionKind kind, std::size_t bytes) {
  const std::string size =
      kind == ExpressionKind::kScanFilter ? fmt::format(" expression size: {}", bytes) : "";
  throw_fault(kind, "Expression size has exceeded the maximum allowed size;" + size);
}

// The length comes first, before anything is read (measured).
template <class Parsed, class Parse>
std::shared_ptr<const Parsed> find_or_parse(std::string_view text, ExpressionKind kind,
                                            Parse parse) {
  if (text.size() > limits::kExpressionBytesMax) throw_too_long(kind, text.size());
  thread_local ParseCache<Parsed> cache;
  if (auto tree = cache.find(text)) return tree;
  auto tree = std::make_shared<const Parsed>(parse());
  cache.insert(text, tree);
  return tree;
}

}  // namespace

// A tree does not depend on its kind, only the faults of a text that has none do. So a filter may
// find the tree of a condition.
ParsedConditionRef parse_condition(std::string_view text, ExpressionKind kind) {
  return find_or_parse<ParsedCondition>(text, kind,
                                        [&] { return parse_condition_text(text, kind); });
}

ParsedUpdateRef parse_update(std::string_view text) {
  return find_or_parse<ParsedUpdate>(text, ExpressionKind::kUpdate,
                                     [&] { return parse_update_text(text); });
}

ParsedProjectionRef parse_projection(std::string_view text) {
  return find_or_parse<ParsedProjection>(text, ExpressionKind::kProjection,
                                         [&] { return parse_projection_text(text); });
}

}  // namespace stator::expressions
