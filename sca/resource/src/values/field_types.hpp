// SPDX-License-Identifier: Apache-2.0
// Lists, for each simple type of a property, the types of IDL in which the field sends it.
#pragma once
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/generated/sca/CF/PropertyTypes.hpp>
#include <orbweaver/property/value.hpp>

#include <type_traits>
#include <utility>

namespace orbweaver::resource {

using TypeCodeConstant = corba::TypeCodeConstant;

/// The traits of a type that is the same in C++ and in IDL, and that has a complex form.
template <class Simple, class ComplexStruct, const TypeCodeConstant& kSequence,
          const TypeCodeConstant& kComplexSequence>
struct NumberType {
  using Complex = ComplexStruct;
  static const TypeCodeConstant& sequence() { return kSequence; }
  static const TypeCodeConstant& complex_sequence() { return kComplexSequence; }
};

template <class T>
struct FieldType;
template <>
struct FieldType<bool>
    : NumberType<bool, CF::complexBoolean, CORBA::_tc_BooleanSeq, CF::_tc_complexBooleanSeq> {};
template <>
struct FieldType<char>
    : NumberType<char, CF::complexChar, CORBA::_tc_CharSeq, CF::_tc_complexCharSeq> {};
template <>
struct FieldType<double>
    : NumberType<double, CF::complexDouble, CORBA::_tc_DoubleSeq, CF::_tc_complexDoubleSeq> {};
template <>
struct FieldType<float>
    : NumberType<float, CF::complexFloat, CORBA::_tc_FloatSeq, CF::_tc_complexFloatSeq> {};
template <>
struct FieldType<std::int16_t>
    : NumberType<std::int16_t, CF::complexShort, CORBA::_tc_ShortSeq, CF::_tc_complexShortSeq> {};
template <>
struct FieldType<std::int32_t>
    : NumberType<std::int32_t, CF::complexLong, CORBA::_tc_LongSeq, CF::_tc_complexLongSeq> {};
template <>
struct FieldType<std::int64_t> : NumberType<std::int64_t, CF::complexLongLong,
                                            CORBA::_tc_LongLongSeq, CF::_tc_complexLongLongSeq> {};
template <>
struct FieldType<std::uint8_t>
    : NumberType<std::uint8_t, CF::complexOctet, CORBA::_tc_OctetSeq, CF::_tc_complexOctetSeq> {};
template <>
struct FieldType<std::uint32_t>
    : NumberType<std::uint32_t, CF::complexULong, CORBA::_tc_ULongSeq, CF::_tc_complexULongSeq> {};
template <>
struct FieldType<std::uint64_t> : NumberType<std::uint64_t, CF::complexULongLong,
                                             CORBA::_tc_ULongLongSeq, CF::_tc_complexULongLongSeq> {
};
template <>
struct FieldType<std::uint16_t>
    : NumberType<std::uint16_t, CF::complexUShort, CORBA::_tc_UShortSeq, CF::_tc_complexUShortSeq> {
};

/// Strings, references and times have no complex form.
template <class T>
concept HasComplex = requires { typename FieldType<T>::Complex; };

/// Calls `act` with a std::type_identity of the C++ type of `type`.
template <class Act, std::size_t kIndex = 0>
auto with_type_of(property::Type type, Act&& act) -> decltype(act(std::type_identity<bool>{})) {
  if constexpr (kIndex + 1 < std::variant_size_v<property::Scalar>)
    if (static_cast<std::size_t>(type) != kIndex)
      return with_type_of<Act, kIndex + 1>(type, std::forward<Act>(act));
  return act(std::type_identity<std::variant_alternative_t<kIndex, property::Scalar>>{});
}

}  // namespace orbweaver::resource
