// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/create.hpp>

#include "copy_nodes.hpp"
#include "labels.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace orbweaver::typecode {

namespace {

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_identifier(std::string_view name) noexcept {
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

bool is_name(std::string_view name) noexcept { return name.empty() || is_identifier(name); }

// The part before the colon is a format: IDL, RMI, DCE, LOCAL or one that others agreed on.
bool is_id(std::string_view id) noexcept {
  const auto colon = id.find(':');
  return id.empty() || (colon != std::string_view::npos && colon > 0);
}

bool can_be_member(const TypeNode& type) noexcept {
  const TypeKind kind = unaliased(type).kind;
  return kind != TypeKind::null && kind != TypeKind::void_ && kind != TypeKind::except;
}

std::optional<TypeCodeError> why_not(std::string_view id, std::string_view name) noexcept {
  if (!is_id(id)) return TypeCodeError::bad_id;
  if (!is_name(name)) return TypeCodeError::bad_name;
  return std::nullopt;
}

// A union's member has as many entries as it has labels, one behind the other.
std::optional<TypeCodeError> why_not(std::span<const NewMember> members, TypeKind owner) {
  std::set<std::string_view> seen;
  std::string_view previous;
  for (const auto& [name, type, label] : members) {
    if (!is_name(name)) return TypeCodeError::bad_member_name;
    const bool repeats = owner == TypeKind::union_ && name == previous;
    if (!name.empty() && !repeats && !seen.insert(name).second)
      return TypeCodeError::bad_member_name;
    if (!can_be_member(type.node())) return TypeCodeError::bad_member_type;
    previous = name;
  }
  return std::nullopt;
}

// One type under construction: its node, and the graph that gets copies of its parts.
class Making {
 public:
  Making(TypeKind kind, std::string_view id, std::string_view name) : node_(graph_->add(kind)) {
    node_.id = graph_->keep(id);
    node_.name = graph_->keep(name);
    if (has_members(kind) && !id.empty()) copier_.close(node_.id, node_);
  }

  [[nodiscard]] TypeNode& node() noexcept { return node_; }
  [[nodiscard]] const TypeNode* part(const TypeDescription& type) {
    return type.owner() ? copier_.copy(&type.node()) : &type.node();
  }
  void give(std::span<const NewMember> members) {
    auto& new_members = graph_->give_members(node_, members.size());
    std::ranges::transform(members, new_members.begin(), [this](const NewMember& member) {
      return Member{graph_->keep(member.name), part(member.type), member.label};
    });
  }
  void give(std::span<const std::string> enumerators) {
    auto& members = graph_->give_members(node_, enumerators.size());
    std::ranges::transform(enumerators, members.begin(),
                           [this](const std::string& name) { return Member{graph_->keep(name)}; });
  }
  [[nodiscard]] TypeDescription description() {
    graph_->set_open(copier_.left_open() || node_.kind == TypeKind::recursive);
    return {node_, graph_};
  }

 private:
  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  NodeCopier copier_{*graph_, NamePolicy::keep};
  TypeNode& node_;
};

std::optional<TypeCodeError> why_not(const NewUnion& choice, std::span<const NewMember> members) {
  const TypeNode& discriminator = choice.discriminator.node();
  if (!is_discriminator(discriminator)) return TypeCodeError::bad_discriminator;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (std::cmp_not_equal(i, choice.default_index) && !is_label(discriminator, members[i].label))
      return TypeCodeError::bad_label;
  if (std::cmp_greater_equal(choice.default_index, members.size())) return TypeCodeError::bad_label;
  return std::nullopt;
}

}  // namespace

std::string_view describe(TypeCodeError error) noexcept {
  switch (error) {
    case TypeCodeError::bad_name:
      return "the name is no IDL identifier";
    case TypeCodeError::bad_id:
      return "the repository id does not begin with a format and a colon";
    case TypeCodeError::bad_member_name:
      return "a member's name is no IDL identifier, or occurs twice";
    case TypeCodeError::bad_member_type:
      return "a null, void or exception cannot be part of a type";
    case TypeCodeError::bad_discriminator:
      return "a union cannot be chosen by this discriminator";
    case TypeCodeError::duplicate_label:
      return "a label occurs twice";
    case TypeCodeError::bad_label:
      return "a label is no value of the discriminator";
    case TypeCodeError::bad_digits:
      return "a fixed has 1 to 31 digits, and no more of them behind the point";
    case TypeCodeError::bad_length:
      return "an array has at least one element";
  }
  return "unknown error";
}

Created create_struct(TypeKind kind, std::string_view id, std::string_view name,
                      std::span<const NewMember> members) {
  if (const auto error = why_not(id, name)) return unexpected(*error);
  if (const auto error = why_not(members, kind)) return unexpected(*error);
  Making making{kind, id, name};
  making.give(members);
  return making.description();
}

Created create_union(std::string_view id, std::string_view name, const NewUnion& choice,
                     std::span<const NewMember> members) {
  if (const auto error = why_not(id, name)) return unexpected(*error);
  if (const auto error = why_not(members, TypeKind::union_)) return unexpected(*error);
  if (const auto error = why_not(choice, members)) return unexpected(*error);
  Making making{TypeKind::union_, id, name};
  making.node().content = making.part(choice.discriminator);
  making.node().default_index = std::max(choice.default_index, -1);
  making.give(members);
  if (has_label_twice(making.node())) return unexpected(TypeCodeError::duplicate_label);
  return making.description();
}

Created create_value(std::string_view id, std::string_view name, const NewValue& value,
                     std::span<const NewMember> members) {
  if (const auto error = why_not(id, name)) return unexpected(*error);
  if (const auto error = why_not(members, TypeKind::value)) return unexpected(*error);
  Making making{TypeKind::value, id, name};
  making.node().modifier = value.modifier;
  if (value.base.kind() != TypeKind::null) making.node().content = making.part(value.base);
  making.give(members);
  return making.description();
}

Created create_enum(std::string_view id, std::string_view name,
                    std::span<const std::string> enumerators) {
  if (const auto error = why_not(id, name)) return unexpected(*error);
  std::set<std::string_view> seen;
  for (const auto& enumerator : enumerators)
    if (!is_name(enumerator) || (!enumerator.empty() && !seen.insert(enumerator).second))
      return unexpected(TypeCodeError::bad_member_name);
  Making making{TypeKind::enum_, id, name};
  making.give(enumerators);
  return making.description();
}

Created create_alias(TypeKind kind, std::string_view id, std::string_view name,
                     const TypeDescription& content) {
  if (const auto error = why_not(id, name)) return unexpected(*error);
  if (!can_be_member(content.node())) return unexpected(TypeCodeError::bad_member_type);
  Making making{kind, id, name};
  making.node().content = making.part(content);
  return making.description();
}

Created create_interface(TypeKind kind, std::string_view id, std::string_view name) {
  if (const auto error = why_not(id, name)) return unexpected(*error);
  return Making{kind, id, name}.description();
}

TypeDescription create_string(TypeKind kind, std::uint32_t bound) {
  if (bound == 0) return TypeDescription{*find_basic(kind)};
  Making making{kind, "", ""};
  making.node().length = bound;
  return making.description();
}

Created create_sequence(TypeKind kind, std::uint32_t length, const TypeDescription& content) {
  if (!can_be_member(content.node())) return unexpected(TypeCodeError::bad_member_type);
  if (kind == TypeKind::array && length == 0) return unexpected(TypeCodeError::bad_length);
  Making making{kind, "", ""};
  making.node().length = length;
  making.node().content = making.part(content);
  return making.description();
}

Created create_fixed(std::uint16_t digits, std::int16_t scale) {
  if (digits == 0 || digits > 31 || scale < 0 || scale > digits)
    return unexpected(TypeCodeError::bad_digits);
  Making making{TypeKind::fixed, "", ""};
  making.node().length = digits;
  making.node().scale = scale;
  return making.description();
}

Created create_recursive(std::string_view id) {
  if (!is_id(id) || id.empty()) return unexpected(TypeCodeError::bad_id);
  return Making{TypeKind::recursive, id, ""}.description();
}

}  // namespace orbweaver::typecode
