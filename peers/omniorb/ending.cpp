// SPDX-License-Identifier: Apache-2.0
#include "ending.hpp"

namespace peer {

void end_requests(PortableServer::POA_ptr poa) { poa->destroy(false, true); }

void end_orb(CORBA::ORB_ptr orb) { orb->destroy(); }

}  // namespace peer
