// SPDX-License-Identifier: Apache-2.0
// Owns nodes that are made at run time. One thread fills it; then it is shared and does not change.
#pragma once
#include <orbweaver/typecode/node.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::typecode {

class Graph {
 public:
  /// Adds a node, whose address does not change.
  TypeNode& add(TypeKind kind) { return nodes_.emplace_back(TypeNode{.kind = kind}); }
  [[nodiscard]] const char* keep(std::string_view text) {
    return text.empty() ? "" : texts_.emplace_back(text).c_str();
  }
  /// Makes `count` members and gives them to `node`.
  std::vector<Member>& give_members(TypeNode& node, std::size_t count);
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  /// The bytes of memory that the graph takes, without those of long texts.
  [[nodiscard]] std::size_t memory() const noexcept;

  /// Whether a TypeKind::recursive node is among the nodes.
  [[nodiscard]] bool is_open() const noexcept { return is_open_; }
  void set_open(bool open) noexcept { is_open_ = open; }

 private:
  std::deque<TypeNode> nodes_;
  std::deque<std::string> texts_;
  std::deque<std::vector<Member>> members_;
  std::size_t member_count_ = 0;
  bool is_open_ = false;
};

}  // namespace orbweaver::typecode
