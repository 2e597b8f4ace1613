// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/graph.hpp>

namespace orbweaver::typecode {

std::vector<Member>& Graph::give_members(TypeNode& node, std::size_t count) {
  auto& members = members_.emplace_back(count);
  node.first_member = members.data();
  node.member_count = static_cast<std::uint32_t>(count);
  member_count_ += count;
  return members;
}

std::size_t Graph::memory() const noexcept {
  constexpr std::size_t kEmptyDeque = 576;  // libstdc++ takes its first block at once
  return sizeof *this + 3 * kEmptyDeque + nodes_.size() * sizeof(TypeNode) +
         texts_.size() * sizeof(std::string) + members_.size() * sizeof(std::vector<Member>) +
         member_count_ * sizeof(Member);
}

}  // namespace orbweaver::typecode
