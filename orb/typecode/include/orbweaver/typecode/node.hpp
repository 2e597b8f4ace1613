// SPDX-License-Identifier: Apache-2.0
// A type and its parts, as plain constant data. The IDL compiler writes it as tables, which need no
// code at start-up. Tables of recursive types point at each other in circles.
//
//   constinit const TypeNode kSamples{.kind = TypeKind::sequence,
//                                     .content = &basic<TypeKind::float_>()};
#pragma once
#include <orbweaver/typecode/kind.hpp>

#include <cstdint>
#include <span>

namespace orbweaver::typecode {

struct TypeNode;

/// A member of a struct, union, exception or value, or an enumerator.
struct Member {
  const char* name = "";
  const TypeNode* type = nullptr;  // null for an enumerator
  std::int64_t label = 0;          // union: the discriminator as bits; value: 1 if it is public
};

/// `kind` decides which members have a meaning. Pointers point to objects that live as long as this
/// one.
struct TypeNode {
  TypeKind kind = TypeKind::null;
  std::uint32_t length = 0;  // bound or size; fixed: its digits
  const char* id = "";
  const char* name = "";
  /// Element, aliased or boxed type; union: the discriminator; value: its concrete base (may be
  /// null).
  const TypeNode* content = nullptr;
  const Member* first_member = nullptr;
  std::uint32_t member_count = 0;
  std::int32_t default_index = -1;  // union
  std::int16_t scale = 0;           // fixed
  std::int16_t modifier = 0;        // value: 0 none, 1 custom, 2 abstract, 3 truncatable

  [[nodiscard]] constexpr std::span<const Member> members() const noexcept {
    return {first_member, member_count};
  }
};

namespace detail {
template <TypeKind kKind>
inline constexpr TypeNode kBasic{.kind = kKind};
}

/// The node of a kind without parameters, or of an unbounded string.
template <TypeKind kKind>
[[nodiscard]] constexpr const TypeNode& basic() noexcept {
  return detail::kBasic<kKind>;
}
/// Like basic(), with a kind that is known at run time only. Null for other kinds.
[[nodiscard]] const TypeNode* find_basic(TypeKind kind) noexcept;

/// The type behind all aliases.
[[nodiscard]] const TypeNode& unaliased(const TypeNode& node) noexcept;

}  // namespace orbweaver::typecode
