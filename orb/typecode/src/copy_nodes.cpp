// SPDX-License-Identifier: Apache-2.0
#include "copy_nodes.hpp"

namespace orbweaver::typecode {

const TypeNode* NodeCopier::copy(const TypeNode* node) {
  if (node == nullptr) return nullptr;
  if (node == find_basic(node->kind)) return node;
  if (node->kind == TypeKind::recursive) {
    if (closed_ != nullptr && std::strcmp(node->id, closed_id_) == 0) return closed_;
    left_open_ = true;
  }
  const auto [place, is_new] = made_.try_emplace(node, nullptr);
  if (!is_new) return place->second;
  TypeNode& new_node = to_.add(node->kind);
  place->second = &new_node;
  fill(new_node, *node);
  return &new_node;
}

void NodeCopier::fill(TypeNode& node, const TypeNode& from) {
  node.length = from.length;
  node.default_index = from.default_index;
  node.scale = from.scale;
  node.modifier = from.modifier;
  node.id = to_.keep(from.id);
  node.name = name(from.name);
  node.content = copy(from.content);
  auto& members = to_.give_members(node, from.member_count);
  for (std::uint32_t i = 0; i < from.member_count; ++i) {
    const Member& member = from.first_member[i];
    members[i] = {name(member.name), copy(member.type), member.label};
  }
}

TypeDescription compact(const TypeDescription& type) {
  const auto graph = std::make_shared<Graph>();
  NodeCopier copier{*graph, NamePolicy::drop};
  const TypeNode* const node = copier.copy(&type.node());
  graph->set_open(copier.left_open());
  return {*node, graph};
}

bool TypeDescription::is_complete() const noexcept { return !owner_ || !owner_->is_open(); }

}  // namespace orbweaver::typecode
