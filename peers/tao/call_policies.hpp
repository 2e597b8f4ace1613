// SPDX-License-Identifier: Apache-2.0
// What TAO lets its user say of all calls: CORBA Messaging's policies.
#pragma once
#include "orb_options.hpp"

namespace peer {

/// Sets the longest time of a call and the sync scope of one-way calls.
void set_call_policies(CORBA::ORB_ptr orb, const OrbOptions& options);

}  // namespace peer
