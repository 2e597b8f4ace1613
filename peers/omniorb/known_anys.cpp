// SPDX-License-Identifier: Apache-2.0
#include "known_anys.hpp"

#include <cstring>
#include <cwchar>
#include <limits>

namespace peer {

namespace {

template <class T>
CORBA::Any any_of(const T& value) {
  CORBA::Any any;
  any <<= value;
  return any;
}

AnyLab::Point point() {
  AnyLab::Point point;
  point.shade = AnyLab::blue;
  point.x = -2.5;
  point.name = "here";
  point.extra <<= CORBA::Short{-7};
  point.path.length(2);
  point.path[0] = 1.5;
  point.path[1] = 2.5;
  return point;
}

CORBA::Any array() {
  const AnyLab::Grid grid = {{1, 2, 3}, {4, 5, 6}};
  return any_of(AnyLab::Grid_forany(const_cast<AnyLab::Grid_slice*>(grid), false));
}

CORBA::Any sequence() {
  AnyLab::Doubles doubles;
  doubles.length(3);
  doubles[0] = 1;
  doubles[1] = -2;
  doubles[2] = 3;
  return any_of(doubles);
}

CORBA::Any sequence_of_any() {
  AnyLab::Anys anys;
  anys.length(2);
  anys[0] <<= CORBA::Any::from_boolean(true);
  anys[1] <<= point();
  return any_of(anys);
}

AnyLab::Tree tree_of(int depth) {
  AnyLab::Tree tree;
  tree.label = depth == 0 ? "leaf" : "";
  if (depth == 0) return tree;
  tree.branches.length(2);
  tree.branches[0] = tree_of(depth - 1);
  tree.branches[1].label = "end";
  return tree;
}

template <class Change>
CORBA::Any choice(Change change) {
  AnyLab::Choice choice;
  change(choice);
  return any_of(choice);
}

CORBA::Any doubles(CORBA::ULong count) {
  AnyLab::Doubles doubles;
  doubles.length(count);
  for (CORBA::ULong i = 0; i < count; ++i) doubles[i] = i / 8.0;
  return any_of(doubles);
}

CORBA::Any wide(const std::wstring& text) { return any_of(text.c_str()); }

// Bytes are not compared: omniORB leaves padding as it finds it.
bool same_value(const CORBA::Any& left, const CORBA::Any& right) {
  int argc = 0;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, nullptr);
  CORBA::Object_var object = orb->resolve_initial_references("DynAnyFactory");
  const DynamicAny::DynAnyFactory_var factory = DynamicAny::DynAnyFactory::_narrow(object);
  const DynamicAny::DynAny_var one = factory->create_dyn_any(left);
  const DynamicAny::DynAny_var other = factory->create_dyn_any(right);
  const bool equal = one->equal(other);
  one->destroy();
  other->destroy();
  return equal;
}

using Doubles = std::numeric_limits<CORBA::Double>;

// Not-a-number equals itself here, and zeros of two signs do not: the bits must be the same.
bool same_double(const CORBA::Any& left, const CORBA::Any& right) {
  CORBA::Double one = 0, other = 0;
  return (left >>= one) && (right >>= other) && std::memcmp(&one, &other, sizeof one) == 0;
}

// An Any keeps a wide string as it came, with another byte order maybe, and compares its octets.
bool same_wide(const CORBA::Any& left, const CORBA::Any& right) {
  const CORBA::WChar *one = nullptr, *other = nullptr;
  return (left >>= one) && (right >>= other) && std::wcscmp(one, other) == 0;
}

/// The wide string in a union, if that is what it holds.
const CORBA::WChar* wide_choice(const CORBA::Any& any) {
  const AnyLab::Choice* choice = nullptr;
  return (any >>= choice) && choice->_d() == AnyLab::green ? choice->text() : nullptr;
}

}  // namespace

NamedAnys known_anys() {
  return {
      {"null", CORBA::Any()},
      {"short", any_of(CORBA::Short{-32768})},
      {"long", any_of(CORBA::Long{-2147483647})},
      {"long_long", any_of(CORBA::LongLong{-9223372036854775807})},
      {"unsigned_short", any_of(CORBA::UShort{65535})},
      {"unsigned_long", any_of(CORBA::ULong{4294967295U})},
      {"unsigned_long_long", any_of(CORBA::ULongLong{18446744073709551615U})},
      {"float", any_of(CORBA::Float{0.25F})},
      {"double", any_of(CORBA::Double{-1e300})},
      {"boolean", any_of(CORBA::Any::from_boolean(true))},
      {"char", any_of(CORBA::Any::from_char('q'))},
      {"octet", any_of(CORBA::Any::from_octet(255))},
      {"wchar", any_of(CORBA::Any::from_wchar(0xe9))},
      {"string", any_of("text")},
      {"wstring", wide(L"w\u20acide")},
      {"any", any_of(any_of("inner"))},
      {"TypeCode", any_of(AnyLab::_tc_Point)},
      {"enum", any_of(AnyLab::green)},
      {"struct", any_of(point())},
      {"sequence", sequence()},
      {"array", array()},
      {"sequence_of_any", sequence_of_any()},
      {"float_infinite", any_of(-std::numeric_limits<CORBA::Float>::infinity())},
      {"double_not_a_number", any_of(Doubles::quiet_NaN())},
      {"double_negative_zero", any_of(CORBA::Double{-0.0})},
      {"double_least", any_of(Doubles::denorm_min())},
      {"double_most", any_of(Doubles::max())},
      {"string_empty", any_of("")},
      {"wchar_last", any_of(CORBA::Any::from_wchar(0xffff))},
      {"wstring_empty", wide(L"")},
      {"wstring_large", wide(std::wstring(10000, L'\u20ac'))},
      {"sequence_empty", doubles(0)},
      {"sequence_large", doubles(100000)},
      {"recursive_struct", any_of(tree_of(9))},
      {"union", choice([](auto& result) { result.number(-7); })},
      {"union_of_wstring", choice([](auto& result) { result.text(L"\u20ac"); })},
      {"union_default",
       choice([](auto& result) { result.rest(any_of(CORBA::Any::from_boolean(true))); })},
  };
}

bool same(const CORBA::Any& left, const CORBA::Any& right) {
  const CORBA::TypeCode_var one = left.type(), other = right.type();
  if (!one->equal(other)) return false;
  if (one->kind() == CORBA::tk_double) return same_double(left, right);
  if (one->kind() == CORBA::tk_wstring) return same_wide(left, right);
  if (const auto* wide = wide_choice(left))
    return wide_choice(right) != nullptr && std::wcscmp(wide, wide_choice(right)) == 0;
  return one->kind() == CORBA::tk_null || same_value(left, right);
}

}  // namespace peer
