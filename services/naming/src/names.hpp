// SPDX-License-Identifier: Apache-2.0
// Between the names of CosNaming and those that have a text.
#pragma once
#include <orbweaver/corba/compound_name.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>

namespace orbweaver::naming {

/// Throws InvalidName for a name without steps, and IMP_LIMIT for one with too many.
void check(const CosNaming::Name& name);
[[nodiscard]] corba::CompoundName to_steps(const CosNaming::Name& name);
/// Throws InvalidName.
[[nodiscard]] CosNaming::Name parse(const std::string& text);

}  // namespace orbweaver::naming
