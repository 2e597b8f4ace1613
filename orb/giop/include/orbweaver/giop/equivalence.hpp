// Whether two references certainly name one object. CORBA 3.3 Part 1, 8.5.5.
#pragma once
#include <orbweaver/giop/ior.hpp>

namespace orbweaver::giop {

/// Their profiles are the same, or their IIOP profiles have the same hosts, ports and object keys
/// in the same order: an ORB that a reference has passed through may have written the rest anew.
/// False for two ways to one object that share none of these. Without IIOP profiles: the bytes
/// decide.
[[nodiscard]] bool are_equivalent(const Ior& one, const Ior& other);

}  // namespace orbweaver::giop
