// SPDX-License-Identifier: Apache-2.0
// A TypeCode: a shared handle of a type's node. Immutable. Threads: any.
#pragma once
#include <orbweaver/typecode/node.hpp>

#include <memory>

namespace orbweaver::typecode {

class Graph;

class TypeDescription {
 public:
  /// tk_null.
  constexpr TypeDescription() noexcept = default;
  /// A node that is never destroyed: one from the IDL compiler, or basic<>().
  constexpr explicit TypeDescription(const TypeNode& forever) noexcept : node_(&forever) {}
  /// A node of `owner`.
  TypeDescription(const TypeNode& node, std::shared_ptr<const Graph> owner) noexcept
      : node_(&node), owner_(std::move(owner)) {}

  [[nodiscard]] const TypeNode& node() const noexcept { return *node_; }
  [[nodiscard]] TypeKind kind() const noexcept { return node_->kind; }
  /// A TypeCode of a part of this type, which has the same owner.
  [[nodiscard]] TypeDescription part(const TypeNode& node) const noexcept { return {node, owner_}; }
  /// Null for a node that is never destroyed.
  [[nodiscard]] const std::shared_ptr<const Graph>& owner() const noexcept { return owner_; }
  /// False while it contains a create_recursive() whose enclosing type has not been made.
  [[nodiscard]] bool is_complete() const noexcept;

 private:
  const TypeNode* node_ = &basic<TypeKind::null>();
  std::shared_ptr<const Graph> owner_;
};

/// True if all parts are the same, also names and aliases. CORBA 3.3 Part 1, 8.11.1: equal.
[[nodiscard]] bool equal(const TypeNode& left, const TypeNode& right);
/// True if the types behind all aliases are the same. They are compared by repository id if both
/// have one, otherwise by structure, without names. CORBA 3.3 Part 1, 8.11.1: equivalent.
[[nodiscard]] bool equivalent(const TypeNode& left, const TypeNode& right);
/// The type without the names of types and members. Repository ids and aliases stay.
[[nodiscard]] TypeDescription compact(const TypeDescription& type);

}  // namespace orbweaver::typecode
