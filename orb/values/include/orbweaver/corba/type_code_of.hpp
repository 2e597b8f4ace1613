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
  { TypeCodeOf<T>::node } -> std::convertible_to<const typecode::Node&>;
};

namespace detail {
template <typecode::Kind kKind>
struct BasicTypeCode {
  static constexpr const typecode::Node& node = typecode::basic<kKind>();
};
}  // namespace detail

template <>
struct TypeCodeOf<bool> : detail::BasicTypeCode<typecode::Kind::boolean> {};
template <>
struct TypeCodeOf<char> : detail::BasicTypeCode<typecode::Kind::char_> {};
template <>
struct TypeCodeOf<wchar_t> : detail::BasicTypeCode<typecode::Kind::wchar> {};
template <>
struct TypeCodeOf<std::uint8_t> : detail::BasicTypeCode<typecode::Kind::octet> {};
template <>
struct TypeCodeOf<std::int16_t> : detail::BasicTypeCode<typecode::Kind::short_> {};
template <>
struct TypeCodeOf<std::uint16_t> : detail::BasicTypeCode<typecode::Kind::ushort> {};
template <>
struct TypeCodeOf<std::int32_t> : detail::BasicTypeCode<typecode::Kind::long_> {};
template <>
struct TypeCodeOf<std::uint32_t> : detail::BasicTypeCode<typecode::Kind::ulong> {};
template <>
struct TypeCodeOf<std::int64_t> : detail::BasicTypeCode<typecode::Kind::longlong> {};
template <>
struct TypeCodeOf<std::uint64_t> : detail::BasicTypeCode<typecode::Kind::ulonglong> {};
template <>
struct TypeCodeOf<float> : detail::BasicTypeCode<typecode::Kind::float_> {};
template <>
struct TypeCodeOf<double> : detail::BasicTypeCode<typecode::Kind::double_> {};
template <>
struct TypeCodeOf<long double> : detail::BasicTypeCode<typecode::Kind::longdouble> {};
template <>
struct TypeCodeOf<std::string> : detail::BasicTypeCode<typecode::Kind::string> {};
template <>
struct TypeCodeOf<std::wstring> : detail::BasicTypeCode<typecode::Kind::wstring> {};
template <>
struct TypeCodeOf<CORBA::typecode_reference> : detail::BasicTypeCode<typecode::Kind::type_code> {};
template <>
struct TypeCodeOf<CORBA::Any> : detail::BasicTypeCode<typecode::Kind::any> {};

template <>
struct TypeCodeOf<CORBA::Object> {
  static constexpr const typecode::Node& node = CORBA::_tc_Object.node;
};
/// A reference has the type of its interface.
template <class Interface>
  requires HasTypeCode<Interface>
struct TypeCodeOf<std::shared_ptr<Interface>> : TypeCodeOf<Interface> {};
template <class Interface>
struct TypeCodeOf<CheckedReference<Interface>> : TypeCodeOf<Interface> {};

template <HasTypeCode T>
struct TypeCodeOf<std::vector<T>> {
  static constexpr typecode::Node node{.kind = typecode::Kind::sequence,
                                       .content = &TypeCodeOf<T>::node};
};
template <HasTypeCode T, std::size_t N>
struct TypeCodeOf<std::array<T, N>> {
  static constexpr typecode::Node node{
      .kind = typecode::Kind::array, .length = N, .content = &TypeCodeOf<T>::node};
};

}  // namespace orbweaver::corba
