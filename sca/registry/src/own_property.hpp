// SPDX-License-Identifier: Apache-2.0
// Abilities of Orbweaver's devices beyond SCA 2.2.2: a device says by a property that it has one.
#pragma once
#include <orbweaver/generated/sca/CF/Device.hpp>

namespace orbweaver::registry {

/// Whether the device answers a query of the property with true; another vendor's does not know it.
/// Throws CORBA::SystemException, as the call does.
[[nodiscard]] bool has_own_property(CF::Device& device, const char* id);

}  // namespace orbweaver::registry
