#include "expressions/projection.h"

#include "expressions/bind.h"
#include "expressions/path_tree.h"
#include "expressions/tree.h"
#include "expressions/verify.h"

namespace stator::expressions {

ProjectionPaths::ProjectionPaths(std::vector<DocumentPath> paths, ExpressionKind kind)
    : paths_(std::move(paths)),
      tree_(std::make_shared<const PathNode>(build_path_tree(paths_, kind))) {}

ProjectionPaths ProjectionPaths::of_paths(std::vector<DocumentPath> paths, ExpressionKind kind) {
  return ProjectionPaths(std::move(paths), kind);
}

// Undefined names come before overlaps, overlaps before conflicts (captured).
ProjectionPaths ProjectionPaths::bind(const ParsedProjection& parsed,
                                      Substitutions& substitutions) {
  std::vector<DocumentPath> paths;
  paths.reserve(parsed.paths().size());
  for (const ParsedPath& path : parsed.paths()) {
    paths.push_back(bind_path(path, ExpressionKind::kProjection, substitutions));
  }
  ProjectionPaths bound(std::move(paths), ExpressionKind::kProjection);
  verify_bound(bound, ExpressionKind::kProjection);
  return bound;
}

ProjectionPaths ProjectionPaths::of_attributes(const std::vector<std::string>& names) {
  std::vector<DocumentPath> paths;
  paths.reserve(names.size());
  for (const std::string& name : names) {
    paths.emplace_back(std::vector<PathElement>{name});
  }
  return ProjectionPaths(std::move(paths), ExpressionKind::kProjection);
}

AttributeMap ProjectionPaths::project(const AttributeMap& attributes) const {
  return project_along(attributes, *tree_);
}

AttributeMap project_paths(const AttributeMap& attributes, const std::vector<DocumentPath>& paths) {
  return project_along(attributes, build_path_tree(paths, ExpressionKind::kProjection));
}

}  // namespace stator::expressions
