// SPDX-License-Identifier: Apache-2.0
// For generated unions. OMG IDL-to-C++11, 6.14.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace orbweaver::corba {

/// Throws BAD_PARAM unless `is_right`: the discriminator selects the member.
void check_label(bool is_right);

/// The member that a union holds. Members may have the same type.
template <class... Members>
class Branches {
 public:
  /// Begins with the member of that index.
  template <std::size_t Branch>
  explicit Branches(std::in_place_index_t<Branch>) : held_(std::in_place_index<Branch>) {}
  [[nodiscard]] std::size_t index() const noexcept { return held_.index(); }

  /// Throws BAD_PARAM if the union holds another member.
  template <std::size_t Branch>
  [[nodiscard]] auto& get() {
    check_label(held_.index() == Branch);
    return *std::get_if<Branch>(&held_);
  }
  template <std::size_t Branch>
  [[nodiscard]] const auto& get() const {
    check_label(held_.index() == Branch);
    return *std::get_if<Branch>(&held_);
  }

  template <std::size_t Branch, class Value>
  void set(Value&& value) {
    if (auto* const held = std::get_if<Branch>(&held_))
      *held = std::forward<Value>(value);
    else
      held_.template emplace<Branch>(std::forward<Value>(value));
  }
  /// Makes the union hold that member, with its type's default value.
  template <std::size_t Branch>
  auto& emplace() {
    return held_.template emplace<Branch>();
  }

  /// Calls `visitor` with the member.
  template <class Visitor>
  void visit(Visitor& visitor) const {
    std::visit(
        [&visitor]<class Member>(const Member& member) {
          if constexpr (!std::is_same_v<Member, std::monostate>) visitor(member);
        },
        held_);
  }

  friend bool operator==(const Branches&, const Branches&) = default;

 private:
  std::variant<Members...> held_;
};

}  // namespace orbweaver::corba
