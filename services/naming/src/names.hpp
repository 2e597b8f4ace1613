// SPDX-License-Identifier: Apache-2.0
// Converts between CosNaming names and stringified names.
#pragma once
#include <orbweaver/corba/compound_name.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>

namespace orbweaver::naming {

/// Throws InvalidName if the name has no steps, IMP_LIMIT if it has too many.
void check(const CosNaming::Name& name);
[[nodiscard]] corba::CompoundName to_steps(const CosNaming::Name& name);
/// Parses a stringified name. Throws InvalidName.
[[nodiscard]] CosNaming::Name parse(const std::string& text);

}  // namespace orbweaver::naming
