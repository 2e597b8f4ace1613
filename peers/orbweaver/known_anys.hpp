// SPDX-License-Identifier: Apache-2.0
// Anys that every peer knows by name.
#pragma once
#include <orbweaver/generated/lab/anys.hpp>

#include <string>
#include <vector>

namespace orbweaver::lab {

[[nodiscard]] std::vector<std::string> known_names();
/// Throws BAD_PARAM for a name that is none.
[[nodiscard]] CORBA::Any known_any(const std::string& name);
/// The same type, names included, and the same value.
[[nodiscard]] bool same(const CORBA::Any& left, const CORBA::Any& right);

}  // namespace orbweaver::lab
