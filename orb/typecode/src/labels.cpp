// SPDX-License-Identifier: Apache-2.0
#include "labels.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace orbweaver::typecode {

namespace {

template <class T>
bool fits(std::int64_t label) noexcept {
  return label >= std::numeric_limits<T>::min() && label <= std::numeric_limits<T>::max();
}

bool is_default(const TypeNode& a_union, std::size_t index) noexcept {
  return a_union.default_index == static_cast<std::int32_t>(index);
}

}  // namespace

bool is_discriminator(const TypeNode& type) noexcept {
  switch (unaliased(type).kind) {
    case TypeKind::short_:
    case TypeKind::long_:
    case TypeKind::ushort:
    case TypeKind::ulong:
    case TypeKind::longlong:
    case TypeKind::ulonglong:
    case TypeKind::boolean:
    case TypeKind::char_:
    case TypeKind::wchar:
    case TypeKind::octet:
    case TypeKind::enum_:
      return true;
    default:
      return false;
  }
}

bool is_label(const TypeNode& type, std::int64_t label) noexcept {
  const TypeNode& behind = unaliased(type);
  switch (behind.kind) {
    case TypeKind::short_:
      return fits<std::int16_t>(label);
    case TypeKind::long_:
      return fits<std::int32_t>(label);
    case TypeKind::ushort:
      return fits<std::uint16_t>(label);
    case TypeKind::ulong:
    case TypeKind::wchar:
      return fits<std::uint32_t>(label);
    case TypeKind::boolean:
      return label == 0 || label == 1;
    case TypeKind::char_:
    case TypeKind::octet:
      return fits<std::uint8_t>(label);
    case TypeKind::enum_:
      return label >= 0 && label < static_cast<std::int64_t>(behind.member_count);
    default:
      return true;
  }
}

bool has_label_twice(const TypeNode& a_union) {
  std::vector<std::int64_t> labels;
  for (std::uint32_t i = 0; i < a_union.member_count; ++i)
    if (!is_default(a_union, i)) labels.push_back(a_union.first_member[i].label);
  std::ranges::sort(labels);
  return std::ranges::adjacent_find(labels) != labels.end();
}

std::vector<const Member*> sorted_labels(const TypeNode& a_union) {
  std::vector<const Member*> sorted;
  sorted.reserve(a_union.member_count);
  for (std::uint32_t i = 0; i < a_union.member_count; ++i)
    if (!is_default(a_union, i)) sorted.push_back(&a_union.first_member[i]);
  std::ranges::sort(sorted, {}, &Member::label);
  return sorted;
}

const Member* chosen_member(const TypeNode& a_union, std::int64_t label) noexcept {
  for (std::uint32_t i = 0; i < a_union.member_count; ++i)
    if (!is_default(a_union, i) && a_union.first_member[i].label == label)
      return &a_union.first_member[i];
  return a_union.default_index < 0 ? nullptr : &a_union.first_member[a_union.default_index];
}

}  // namespace orbweaver::typecode
