// The object behind a reference, called over some of its transports.
#pragma once
#include "corba.hpp"

#include <string>

namespace peer {

/// `transports`: those that may be used, in order of preference, as OrbOptions has them.
/// Fails: throws a CORBA::SystemException for a reference that cannot be read, std::runtime_error
/// if it offers none of them.
CORBA::Object_var next_object(CORBA::ORB_ptr orb, const std::string& reference,
                              const std::string& transports);

}  // namespace peer
