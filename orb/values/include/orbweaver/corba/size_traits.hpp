// SPDX-License-Identifier: Apache-2.0
// Parts of IDL::traits<T> that say how large values may become: is_bounded and bound of strings and
// sequences, dimensions of arrays, digits and scale of decimal numbers, element_traits.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as TAOX11 spells them

namespace IDL {
template <class T>
struct traits;
}

namespace orbweaver::corba {

template <class T>
struct SizeTraits {};

struct UnboundedTraits {
  using is_bounded = std::false_type;
  using bound = std::integral_constant<std::uint32_t, 0>;
};
template <std::uint32_t kBound>
struct BoundedTraits {
  using is_bounded = std::true_type;
  using bound = std::integral_constant<std::uint32_t, kBound>;
};

template <>
struct SizeTraits<std::string> : UnboundedTraits {};
template <>
struct SizeTraits<std::wstring> : UnboundedTraits {};
template <class T>
struct SizeTraits<std::vector<T>> : UnboundedTraits {
  using element_traits = IDL::traits<T>;
};

/// The number of dimensions of an array type, and the type of its innermost elements. Not an array:
/// 0.
template <class T>
struct Dimensions {
  static constexpr std::uint32_t kCount = 0;
  using Element = T;
};
template <class T, std::size_t kSize>
struct Dimensions<std::array<T, kSize>> {
  static constexpr std::uint32_t kCount = Dimensions<T>::kCount + 1;
  using Element = typename Dimensions<T>::Element;
};
template <class T, std::size_t kSize>
struct SizeTraits<std::array<T, kSize>> {
  using dimensions =
      std::integral_constant<std::uint32_t, Dimensions<std::array<T, kSize>>::kCount>;
  using element_traits = IDL::traits<typename Dimensions<T>::Element>;
};

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
