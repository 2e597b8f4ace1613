#include <orbweaver/typecode/graph.hpp>

namespace orbweaver::typecode {

std::vector<Member>& Graph::give_members(Node& node, std::size_t count) {
  auto& members = members_.emplace_back(count);
  node.first_member = members.data();
  node.member_count = static_cast<std::uint32_t>(count);
  return members;
}

}  // namespace orbweaver::typecode
