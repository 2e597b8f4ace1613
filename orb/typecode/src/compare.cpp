// SPDX-License-Identifier: Apache-2.0
// Comparison by a list of pairs still to compare, because types may contain themselves: a pair that
// was met before needs no second look.
#include <orbweaver/typecode/type_description.hpp>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace orbweaver::typecode {

namespace {

enum class Means { equal, equivalent };

class TypeComparison {
 public:
  explicit TypeComparison(Means means) noexcept : means_(means) {}

  bool holds(const TypeNode& left, const TypeNode& right) {
    require(&left, &right);
    while (!waiting_.empty()) {
      const auto [one, other] = waiting_.back();
      waiting_.pop_back();
      if (!agree(*one, *other)) return false;
    }
    return true;
  }

 private:
  using Pair = std::pair<const TypeNode*, const TypeNode*>;

  // Both null, or both to be compared; true unless only one is null.
  bool require(const TypeNode* left, const TypeNode* right) {
    if (left == nullptr || right == nullptr) return left == right;
    if (means_ == Means::equivalent) left = &unaliased(*left), right = &unaliased(*right);
    if (left != right && met_.emplace(left, right).second) waiting_.emplace_back(left, right);
    return true;
  }

  [[nodiscard]] bool names_agree(const char* left, const char* right) const noexcept {
    return means_ == Means::equivalent || std::strcmp(left, right) == 0;
  }

  bool agree(const TypeNode& left, const TypeNode& right) {
    if (left.kind != right.kind) return false;
    if (means_ == Means::equivalent && has_id(left.kind) && *left.id != 0 && *right.id != 0)
      return std::strcmp(left.id, right.id) == 0;
    if (means_ == Means::equal && std::strcmp(left.id, right.id) != 0) return false;
    return names_agree(left.name, right.name) && left.length == right.length &&
           left.scale == right.scale && left.modifier == right.modifier &&
           left.default_index == right.default_index && require(left.content, right.content) &&
           members_agree(left, right);
  }

  bool members_agree(const TypeNode& left, const TypeNode& right) {
    if (left.member_count != right.member_count) return false;
    for (std::uint32_t i = 0; i < left.member_count; ++i)
      if (!agree(left, left.first_member[i], right.first_member[i], i)) return false;
    return true;
  }

  bool agree(const TypeNode& owner, const Member& left, const Member& right, std::uint32_t index) {
    // The label of the default member means nothing.
    const bool is_default = owner.default_index == static_cast<std::int32_t>(index);
    return (is_default || left.label == right.label) && names_agree(left.name, right.name) &&
           require(left.type, right.type);
  }

  Means means_;
  std::set<Pair> met_;
  std::vector<Pair> waiting_;
};

}  // namespace

bool equal(const TypeNode& left, const TypeNode& right) {
  return TypeComparison{Means::equal}.holds(left, right);
}

bool equivalent(const TypeNode& left, const TypeNode& right) {
  return TypeComparison{Means::equivalent}.holds(left, right);
}

}  // namespace orbweaver::typecode
