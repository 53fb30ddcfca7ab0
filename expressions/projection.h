// Projection expressions: which parts of an item an answer shows.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expressions/kind.h"
#include "expressions/path.h"
#include "expressions/substitutions.h"
#include "model/attribute_value.h"

namespace stator::expressions {

class ParsedProjection;  // tree.h
struct PathNode;         // path_tree.h
using ParsedProjectionRef = std::shared_ptr<const ParsedProjection>;

// As parse_condition.
ParsedProjectionRef parse_projection(std::string_view text);

// Bound paths, none of which overlap. Thread safety: const members from any thread.
class ProjectionPaths {
 public:
  static ProjectionPaths bind(const ParsedProjection& parsed, Substitutions& substitutions);
  // Throws when two paths overlap or conflict.
  static ProjectionPaths of_paths(std::vector<DocumentPath> paths, ExpressionKind kind);
  // Whole attributes by name (AttributesToGet). REQUIRES: names are distinct.
  static ProjectionPaths of_attributes(const std::vector<std::string>& names);

  // The parts of `attributes` below the paths: nested maps keep their structure, list elements come
  // compacted in index order, what is missing is left out.
  AttributeMap project(const AttributeMap& attributes) const;

  const std::vector<DocumentPath>& paths() const { return paths_; }

 private:
  ProjectionPaths(std::vector<DocumentPath> paths, ExpressionKind kind);

  std::vector<DocumentPath> paths_;
  std::shared_ptr<const PathNode> tree_;
};

// The parts of `attributes` below `paths`, as above. REQUIRES: no two paths overlap.
AttributeMap project_paths(const AttributeMap& attributes, const std::vector<DocumentPath>& paths);

}  // namespace stator::expressions
