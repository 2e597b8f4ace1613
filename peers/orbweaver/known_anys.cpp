// SPDX-License-Identifier: Apache-2.0
#include "known_anys.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

namespace orbweaver::lab {

namespace {

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return any;
}

template <class T>
CORBA::Any alias_of(T value, const corba::TypeCodeConstant& alias) {
  auto any = any_of(std::move(value));
  any.type(alias);
  return any;
}

AnyLab::Point point() {
  return AnyLab::Point{AnyLab::Colour::blue, -2.5, "here", any_of(std::int16_t{-7}), {1.5, 2.5}};
}

AnyLab::Tree tree_of(int depth) {
  if (depth == 0) return AnyLab::Tree{"leaf", {}};
  return AnyLab::Tree{"", {tree_of(depth - 1), AnyLab::Tree{"end", {}}}};
}

template <class Change>
CORBA::Any choice(Change change) {
  AnyLab::Choice choice;
  change(choice);
  return any_of(choice);
}

CORBA::Any doubles(std::size_t count) {
  AnyLab::Doubles doubles(count);
  for (std::size_t i = 0; i < count; ++i) doubles[i] = static_cast<double>(i) / 8;
  return alias_of(std::move(doubles), AnyLab::_tc_Doubles);
}

using Doubles = std::numeric_limits<double>;
using Maker = std::function<CORBA::Any()>;

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> kMakers{
      {"null", [] { return CORBA::Any{}; }},
      {"short", [] { return any_of(std::int16_t{-32768}); }},
      {"long", [] { return any_of(std::int32_t{-2147483647}); }},
      {"long_long", [] { return any_of(std::int64_t{-9223372036854775807}); }},
      {"unsigned_short", [] { return any_of(std::uint16_t{65535}); }},
      {"unsigned_long", [] { return any_of(std::uint32_t{4294967295U}); }},
      {"unsigned_long_long", [] { return any_of(std::uint64_t{18446744073709551615U}); }},
      {"float", [] { return any_of(0.25F); }},
      {"double", [] { return any_of(-1e300); }},
      {"boolean", [] { return any_of(true); }},
      {"char", [] { return any_of('q'); }},
      {"octet", [] { return any_of(std::uint8_t{255}); }},
      {"wchar", [] { return any_of(L'\u00e9'); }},
      {"string", [] { return any_of(std::string{"text"}); }},
      {"wstring", [] { return any_of(std::wstring{L"w\u20acide"}); }},
      {"any", [] { return any_of(any_of(std::string{"inner"})); }},
      {"TypeCode", [] { return any_of(CORBA::typecode_reference{AnyLab::_tc_Point}); }},
      {"enum", [] { return any_of(AnyLab::Colour::green); }},
      {"struct", [] { return any_of(point()); }},
      {"sequence",
       [] {
         return alias_of(AnyLab::Doubles{1, -2, 3}, AnyLab::_tc_Doubles);
       }},
      {"array",
       [] {
         return alias_of(AnyLab::Grid{{{1, 2, 3}, {4, 5, 6}}}, AnyLab::_tc_Grid);
       }},
      {"sequence_of_any",
       [] {
         return alias_of(AnyLab::Anys{any_of(true), any_of(point())}, AnyLab::_tc_Anys);
       }},
      {"float_infinite", [] { return any_of(-std::numeric_limits<float>::infinity()); }},
      {"double_not_a_number", [] { return any_of(Doubles::quiet_NaN()); }},
      {"double_negative_zero", [] { return any_of(-0.0); }},
      {"double_least", [] { return any_of(Doubles::denorm_min()); }},
      {"double_most", [] { return any_of(Doubles::max()); }},
      {"string_empty", [] { return any_of(std::string{}); }},
      {"wchar_last", [] { return any_of(L'\uffff'); }},
      {"wstring_empty", [] { return any_of(std::wstring{}); }},
      {"wstring_large", [] { return any_of(std::wstring(10000, L'\u20ac')); }},
      {"sequence_empty", [] { return doubles(0); }},
      {"sequence_large", [] { return doubles(100000); }},
      {"recursive_struct", [] { return any_of(tree_of(9)); }},
      {"union", [] { return choice([](auto& result) { result.number(-7); }); }},
      {"union_of_wstring", [] { return choice([](auto& result) { result.text(L"\u20ac"); }); }},
      {"union_default", [] { return choice([](auto& result) { result.rest(any_of(true)); }); }},
  };
  return kMakers;
}

// In the byte order that is not the machine's, so that what arrived is written anew: padding that a
// peer left unset would differ.
std::vector<std::byte> bytes_of(const CORBA::Any& any) {
  constexpr auto kOther =
      cdr::kNativeOrder == cdr::ByteOrder::little ? cdr::ByteOrder::big : cdr::ByteOrder::little;
  cdr::Encoder out{kOther};
  cdr::encode(out, any);
  return {out.bytes().begin(), out.bytes().end()};
}

}  // namespace

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const auto& [name, make] : makers()) names.push_back(name);
  return names;
}

CORBA::Any known_any(const std::string& name) {
  const auto found = makers().find(name);
  if (found == makers().end())
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, "no Any is called " + name);
  return found->second();
}

bool same(const CORBA::Any& left, const CORBA::Any& right) {
  if (!left.type()->equal(right.type())) return false;
  return std::ranges::equal(bytes_of(left), bytes_of(right));
}

}  // namespace orbweaver::lab
