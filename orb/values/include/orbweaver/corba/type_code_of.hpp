// SPDX-License-Identifier: Apache-2.0
// The TypeCode of a C++ type of the mapping: TypeCodeOf<T>::node. The IDL compiler generates a
// specialisation for each named type. An alias has the TypeCode of its original type, as in C++.
#pragma once
#include <orbweaver/corba/checked_reference.hpp>
#include <orbweaver/corba/type_code.hpp>

#include <array>
#include <concepts>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::corba {

template <class T>
struct TypeCodeOf;

template <class T>
concept HasTypeCode = requires {
  { TypeCodeOf<T>::node } -> std::convertible_to<const typecode::TypeNode&>;
};

namespace detail {
template <typecode::TypeKind kKind>
struct BasicTypeCode {
  static constexpr const typecode::TypeNode& node = typecode::basic<kKind>();
};
}  // namespace detail

template <>
struct TypeCodeOf<bool> : detail::BasicTypeCode<typecode::TypeKind::boolean> {};
template <>
struct TypeCodeOf<char> : detail::BasicTypeCode<typecode::TypeKind::char_> {};
template <>
struct TypeCodeOf<wchar_t> : detail::BasicTypeCode<typecode::TypeKind::wchar> {};
template <>
struct TypeCodeOf<std::uint8_t> : detail::BasicTypeCode<typecode::TypeKind::octet> {};
template <>
struct TypeCodeOf<std::int16_t> : detail::BasicTypeCode<typecode::TypeKind::short_> {};
template <>
struct TypeCodeOf<std::uint16_t> : detail::BasicTypeCode<typecode::TypeKind::ushort> {};
template <>
struct TypeCodeOf<std::int32_t> : detail::BasicTypeCode<typecode::TypeKind::long_> {};
template <>
struct TypeCodeOf<std::uint32_t> : detail::BasicTypeCode<typecode::TypeKind::ulong> {};
template <>
struct TypeCodeOf<std::int64_t> : detail::BasicTypeCode<typecode::TypeKind::longlong> {};
template <>
struct TypeCodeOf<std::uint64_t> : detail::BasicTypeCode<typecode::TypeKind::ulonglong> {};
template <>
struct TypeCodeOf<float> : detail::BasicTypeCode<typecode::TypeKind::float_> {};
template <>
struct TypeCodeOf<double> : detail::BasicTypeCode<typecode::TypeKind::double_> {};
template <>
struct TypeCodeOf<long double> : detail::BasicTypeCode<typecode::TypeKind::longdouble> {};
template <>
struct TypeCodeOf<std::string> : detail::BasicTypeCode<typecode::TypeKind::string> {};
template <>
struct TypeCodeOf<std::wstring> : detail::BasicTypeCode<typecode::TypeKind::wstring> {};
template <>
struct TypeCodeOf<CORBA::typecode_reference>
    : detail::BasicTypeCode<typecode::TypeKind::type_code> {};
template <>
struct TypeCodeOf<CORBA::Any> : detail::BasicTypeCode<typecode::TypeKind::any> {};

template <>
struct TypeCodeOf<CORBA::Object> {
  static constexpr const typecode::TypeNode& node = CORBA::_tc_Object.node;
};
/// A reference has the type of its interface.
template <class Interface>
  requires HasTypeCode<Interface>
struct TypeCodeOf<std::shared_ptr<Interface>> : TypeCodeOf<Interface> {};
template <class Interface>
struct TypeCodeOf<CheckedReference<Interface>> : TypeCodeOf<Interface> {};

template <HasTypeCode T>
struct TypeCodeOf<std::vector<T>> {
  static constexpr typecode::TypeNode node{.kind = typecode::TypeKind::sequence,
                                           .content = &TypeCodeOf<T>::node};
};
template <HasTypeCode T, std::size_t N>
struct TypeCodeOf<std::array<T, N>> {
  static constexpr typecode::TypeNode node{
      .kind = typecode::TypeKind::array, .length = N, .content = &TypeCodeOf<T>::node};
};

}  // namespace orbweaver::corba
