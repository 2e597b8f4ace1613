// A TypeCode: a shared handle of a type's node. Immutable; any thread may use and copy it.
#pragma once
#include <orbweaver/typecode/node.hpp>

#include <memory>

namespace orbweaver::typecode {

class Graph;

class TypeCode {
 public:
  /// tk_null.
  constexpr TypeCode() noexcept = default;
  /// A node that lives for ever: of the IDL compiler, or basic<>().
  constexpr explicit TypeCode(const Node& forever) noexcept : node_(&forever) {}
  /// A node of `owner`.
  TypeCode(const Node& node, std::shared_ptr<const Graph> owner) noexcept
      : node_(&node), owner_(std::move(owner)) {}

  [[nodiscard]] const Node& node() const noexcept { return *node_; }
  [[nodiscard]] Kind kind() const noexcept { return node_->kind; }
  /// A node that this one leads to, kept alive by the same owner.
  [[nodiscard]] TypeCode part(const Node& node) const noexcept { return {node, owner_}; }
  /// Null for what lives for ever.
  [[nodiscard]] const std::shared_ptr<const Graph>& owner() const noexcept { return owner_; }
  /// False while it holds a create_recursive() whose enclosing type has not been made.
  [[nodiscard]] bool is_complete() const noexcept;

 private:
  const Node* node_ = &basic<Kind::null>();
  std::shared_ptr<const Graph> owner_;
};

/// The same in every part, names and aliases too. CORBA 3.3 Part 1, 8.11.1: equal.
[[nodiscard]] bool equal(const Node& left, const Node& right);
/// The same behind aliases: by repository id where both have one, else by structure without names.
/// CORBA 3.3 Part 1, 8.11.1: equivalent.
[[nodiscard]] bool equivalent(const Node& left, const Node& right);
/// Without the names of types and members; repository ids and aliases stay.
[[nodiscard]] TypeCode compact(const TypeCode& type);

}  // namespace orbweaver::typecode
