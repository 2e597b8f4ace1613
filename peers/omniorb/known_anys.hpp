// SPDX-License-Identifier: Apache-2.0
// Anys that every peer knows by name, and those of kinds.idl, which only omniORB does.
#pragma once
#include <map>
#include <string>

#include "anys.hh"

namespace peer {

using NamedAnys = std::map<std::string, CORBA::Any>;

NamedAnys known_anys();
NamedAnys kind_anys();
/// TypeCodes of types whose values are not sent.
std::map<std::string, CORBA::TypeCode_var> kind_types();

/// The same type, names included, and the same value.
bool same(const CORBA::Any& left, const CORBA::Any& right);

}  // namespace peer
