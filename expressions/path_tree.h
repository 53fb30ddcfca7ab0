// The document paths of one expression as a tree that follows the shape of an item.
//
// It serves twice: paths that overlap or conflict meet in it, and an item is projected or updated
// in one walk along it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "expressions/kind.h"
#include "expressions/path.h"
#include "model/attribute_value.h"

namespace stator::expressions {

// A place in an item. Invariants of a finished tree:
//  1. a leaf is where a path ends, and no path goes on from there;
//  2. other nodes have members or elements, not both; only the root of no paths has neither.
struct PathMember;
struct PathListElement;
struct PathNode {
  std::vector<PathMember> members;        // sorted by name
  std::vector<PathListElement> elements;  // sorted by index
  // The position, in the list of paths, of the first path through here; at a leaf, of the only one.
  std::size_t path = 0;

  bool is_leaf() const;
};
struct PathMember {
  std::string key;
  PathNode node;
};
struct PathListElement {
  std::size_t key;
  PathNode node;
};

inline bool PathNode::is_leaf() const { return members.empty() && elements.empty(); }

// The tree of `paths`. Throws the kind's fault when two of them overlap (equal, or one a prefix of
// the other), else when two conflict (one takes for a map what the other takes for a list).
PathNode build_path_tree(const std::vector<DocumentPath>& paths, ExpressionKind kind);

// The parts of `attributes` below the leaves: maps keep their structure, list elements come
// compacted in index order, what is missing is left out.
AttributeMap project_along(const AttributeMap& attributes, const PathNode& root);

}  // namespace stator::expressions
