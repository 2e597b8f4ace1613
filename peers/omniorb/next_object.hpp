// SPDX-License-Identifier: Apache-2.0
// An object that is called over some of its transports.
#pragma once
#include "corba.hpp"

#include <string>

namespace peer {

/// The same object. `transports`: those that may be used, in order of preference, as OrbOptions has
/// them. Fails: throws std::runtime_error if the object offers none of them.
CORBA::Object_var over(CORBA::ORB_ptr orb, CORBA::Object_ptr offered,
                       const std::string& transports);

/// The object behind a reference. Fails: as above, and throws a CORBA::SystemException for a
/// reference that cannot be read.
CORBA::Object_var next_object(CORBA::ORB_ptr orb, const std::string& reference,
                              const std::string& transports);

}  // namespace peer
