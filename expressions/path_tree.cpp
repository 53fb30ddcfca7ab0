#include "expressions/path_tree.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "expressions/fault.h"

namespace stator::expressions {
namespace {

struct Clash {
  std::size_t one;
  std::size_t two;
};

template <class Child>
std::size_t first_path(const std::vector<Child>& children) {
  std::size_t first = children.front().node.path;
  for (const Child& child : children) first = std::min(first, child.node.path);
  return first;
}

// The child, and whether it is new.
template <class Child, class Key>
std::pair<PathNode*, bool> descend(std::vector<Child>& children, const Key& key,
                                   std::size_t path) {
  const auto at = std::lower_bound(
      children.begin(), children.end(), key,
      [](const Child& child, const Key& wanted) { return child.key < wanted; });
  if (at != children.end() && at->key == key) return {&at->node, false};
  PathNode node;
  node.path = path;
  return {&children.insert(at, Child{key, std::move(node)})->node, true};
}

class TreeBuilder {
 public:
  TreeBuilder(const std::vector<DocumentPath>& paths, ExpressionKind kind)
      : paths_(paths), kind_(kind) {}

  PathNode run() {
    for (std::size_t path = 0; path < paths_.size(); ++path) insert(path);
    if (conflict_) throw_conflict(kind_, paths_[conflict_->one], paths_[conflict_->two]);
    return std::move(root_);
  }

 private:
  void insert(std::size_t path) {
    PathNode* node = &root_;
    bool is_new = false;
    for (const PathElement& element : paths_[path].elements()) {
      // A leaf that was there before is where another path ends.
      if (node != &root_ && !is_new && node->is_leaf()) fail_overlap(node->path, path);
      std::tie(node, is_new) = step(*node, element, path);
    }
    if (!is_new) fail_overlap(node->path, path);
  }

  std::pair<PathNode*, bool> step(PathNode& node, const PathElement& element, std::size_t path) {
    if (const auto* name = std::get_if<std::string>(&element)) {
      if (!node.elements.empty()) note_conflict(first_path(node.elements), path);
      return descend(node.members, *name, path);
    }
    if (!node.members.empty()) note_conflict(first_path(node.members), path);
    return descend(node.elements, std::get<std::size_t>(element), path);
  }

  [[noreturn]] void fail_overlap(std::size_t one, std::size_t two) const {
    throw_overlap(kind_, paths_[one], paths_[two]);
  }

  void note_conflict(std::size_t one, std::size_t two) {
    if (!conflict_) conflict_ = Clash{one, two};
  }

  const std::vector<DocumentPath>& paths_;
  ExpressionKind kind_;
  PathNode root_;
  std::optional<Clash> conflict_;
};

std::optional<AttributeValue> project_value(const AttributeValue& value, const PathNode& node) {
  if (node.is_leaf()) return value;
  if (!node.members.empty()) {
    const auto* map = value.get_if<AttributeMap>();
    if (map == nullptr) return std::nullopt;
    AttributeMap members = project_along(*map, node);
    if (members.empty()) return std::nullopt;
    return AttributeValue(std::move(members));
  }
  const auto* list = value.get_if<List>();
  if (list == nullptr) return std::nullopt;
  List elements;
  for (const auto& [index, child] : node.elements) {
    if (index >= list->size()) break;
    if (auto element = project_value((*list)[index], child)) {
      elements.push_back(std::move(*element));
    }
  }
  if (elements.empty()) return std::nullopt;
  return AttributeValue(std::move(elements));
}

}  // namespace

PathNode build_path_tree(const std::vector<DocumentPath>& paths, ExpressionKind kind) {
  return TreeBuilder(paths, kind).run();
}

AttributeMap project_along(const AttributeMap& attributes, const PathNode& root) {
  AttributeMapBuilder projected(std::min(attributes.size(), root.members.size()));
  for (const auto& [name, child] : root.members) {
    const AttributeValue* const value = attributes.find(name);
    if (value == nullptr) continue;
    if (child.is_leaf()) {
      projected.append(name, borrow(*value));
    } else if (auto part = project_value(*value, child)) {
      projected.append(name, std::move(*part));
    }
  }
  return projected.build();
}

}  // namespace stator::expressions
