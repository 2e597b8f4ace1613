// SPDX-License-Identifier: Apache-2.0
// The discriminators of unions: which kinds there are, and which labels each has.
#pragma once
#include <orbweaver/typecode/node.hpp>

#include <optional>
#include <span>
#include <vector>

namespace orbweaver::typecode {

/// Behind its aliases. IDL 4 lets an octet choose, too.
[[nodiscard]] bool is_discriminator(const TypeNode& type) noexcept;
/// Whether `label` is a value of the discriminator `type`.
[[nodiscard]] bool is_label(const TypeNode& type, std::int64_t label) noexcept;
/// Whether a label, other than the default member's, occurs twice.
[[nodiscard]] bool has_label_twice(const TypeNode& a_union);
/// The members by ascending label, without the default one.
[[nodiscard]] std::vector<const Member*> sorted_labels(const TypeNode& a_union);
/// The member that `label` chooses, or the default one; null if there is neither.
[[nodiscard]] const Member* chosen_member(const TypeNode& a_union, std::int64_t label) noexcept;

}  // namespace orbweaver::typecode
