// SPDX-License-Identifier: Apache-2.0
// Copies nodes into a graph: each once, circles included.
#pragma once
#include <orbweaver/typecode/graph.hpp>
#include <orbweaver/typecode/type_description.hpp>

#include <cstring>
#include <unordered_map>

namespace orbweaver::typecode {

enum class Names { keep, drop };

class NodeCopier {
 public:
  NodeCopier(Graph& to, Names names) noexcept : to_(to), names_(names) {}

  /// From now on a Kind::recursive node of this id means `node`.
  void close(const char* id, const Node& node) noexcept { closed_id_ = id, closed_ = &node; }
  /// The copy of `node`, or itself if it lives for ever and need not change.
  [[nodiscard]] const Node* copy(const Node* node);
  /// Whether a Kind::recursive node was copied as it is.
  [[nodiscard]] bool left_open() const noexcept { return left_open_; }

 private:
  [[nodiscard]] const char* name(const char* text) {
    return names_ == Names::keep ? to_.keep(text) : "";
  }
  void fill(Node& node, const Node& from);

  Graph& to_;
  Names names_;
  const char* closed_id_ = nullptr;
  const Node* closed_ = nullptr;
  bool left_open_ = false;
  std::unordered_map<const Node*, const Node*> made_;
};

}  // namespace orbweaver::typecode
