// SPDX-License-Identifier: Apache-2.0
// Copies nodes into a graph: each once, circles included.
#pragma once
#include <orbweaver/typecode/graph.hpp>
#include <orbweaver/typecode/type_description.hpp>

#include <cstring>
#include <unordered_map>

namespace orbweaver::typecode {

enum class NamePolicy { keep, drop };

class NodeCopier {
 public:
  NodeCopier(Graph& to, NamePolicy names) noexcept : to_(to), names_(names) {}

  /// From now on a TypeKind::recursive node of this id means `node`.
  void close(const char* id, const TypeNode& node) noexcept { closed_id_ = id, closed_ = &node; }
  /// The copy of `node`, or itself if it lives for ever and need not change.
  [[nodiscard]] const TypeNode* copy(const TypeNode* node);
  /// Whether a TypeKind::recursive node was copied as it is.
  [[nodiscard]] bool left_open() const noexcept { return left_open_; }

 private:
  [[nodiscard]] const char* name(const char* text) {
    return names_ == NamePolicy::keep ? to_.keep(text) : "";
  }
  void fill(TypeNode& node, const TypeNode& from);

  Graph& to_;
  NamePolicy names_;
  const char* closed_id_ = nullptr;
  const TypeNode* closed_ = nullptr;
  bool left_open_ = false;
  std::unordered_map<const TypeNode*, const TypeNode*> made_;
};

}  // namespace orbweaver::typecode
