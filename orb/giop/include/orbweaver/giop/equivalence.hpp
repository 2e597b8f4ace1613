// SPDX-License-Identifier: Apache-2.0
// Whether two references certainly name one object. CORBA 3.3 Part 1, 8.5.5.
#pragma once
#include <orbweaver/giop/ior.hpp>

namespace orbweaver::giop {

/// True if their profiles are the same, or if their IIOP profiles have the same hosts, ports and
/// object keys in the same order; an ORB through which a reference has passed may have changed the
/// rest. So two references to one object can be different. References without IIOP profiles are
/// compared by their bytes.
[[nodiscard]] bool are_equivalent(const Ior& one, const Ior& other);

}  // namespace orbweaver::giop
