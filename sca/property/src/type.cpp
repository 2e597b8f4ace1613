// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/type.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orbweaver::property {

namespace {

using Named = std::pair<Type, std::string_view>;
constexpr std::array<Named, 14> kNames{{
    {Type::boolean, "boolean"},
    {Type::char_, "char"},
    {Type::double_, "double"},
    {Type::float_, "float"},
    {Type::short_, "short"},
    {Type::long_, "long"},
    {Type::longlong, "longlong"},
    {Type::objref, "objref"},
    {Type::octet, "octet"},
    {Type::string, "string"},
    {Type::ulong, "ulong"},
    {Type::ulonglong, "ulonglong"},
    {Type::ushort, "ushort"},
    {Type::utctime, "utctime"},
}};

}  // namespace

std::string_view name_of(Type type) {
  return std::ranges::find(kNames, type, &Named::first)->second;
}

std::optional<Type> type_named(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name, &Named::second);
  if (found == kNames.end()) return std::nullopt;
  return found->first;
}

std::string_view all_type_names() {
  return "boolean, char, double, float, short, long, longlong, objref, octet, string, ulong, "
         "ulonglong, ushort, utctime";
}

bool is_integer(Type type) {
  switch (type) {
    case Type::short_:
    case Type::long_:
    case Type::longlong:
    case Type::octet:
    case Type::ulong:
    case Type::ulonglong:
    case Type::ushort:
      return true;
    default:
      return false;
  }
}

bool is_number(Type type) {
  return is_integer(type) || type == Type::double_ || type == Type::float_;
}

}  // namespace orbweaver::property
