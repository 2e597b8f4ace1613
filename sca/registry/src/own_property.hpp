// SPDX-License-Identifier: Apache-2.0
// Asks devices for abilities beyond SCA 2.2.2, each of which Orbweaver's devices report by a
// property.
#pragma once
#include <orbweaver/generated/sca/CF/Device.hpp>

namespace orbweaver::registry {

/// Whether the property is true. A device of another vendor does not have it: false. Throws
/// CORBA::SystemException.
[[nodiscard]] bool has_own_property(CF::Device& device, const char* id);

}  // namespace orbweaver::registry
