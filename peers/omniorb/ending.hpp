// SPDX-License-Identifier: Apache-2.0
// How a program that is called ends: first its requests, then its ORB.
#pragma once
#include "corba.hpp"

namespace peer {

/// Blocks: until the requests that run are done; none begins any more. Calls still go out.
void end_requests(PortableServer::POA_ptr poa);

/// Blocks: until the requests that run are done.
void end_orb(CORBA::ORB_ptr orb);

}  // namespace peer
