// SPDX-License-Identifier: Apache-2.0
#include "ending.hpp"

#include <sys/socket.h>

#include <ace/Reactor.h>
#include <ace/Thread_Manager.h>
#include <tao/Connection_Handler.h>
#include <tao/ORB_Core.h>
#include <tao/Thread_Lane_Resources.h>
#include <tao/Transport.h>
#include <tao/Transport_Cache_Manager.h>

#include "runners.hpp"

namespace peer {

namespace {

/// As TAO does it, but that the thread of a connection, which waits for its next request, wakes up.
void close_connections(TAO_ORB_Core& core) {
  TAO::Connection_Handler_Set connections;
  core.lane_resources().transport_cache().close(connections);
  for (TAO_Connection_Handler* connection : connections) {
    TAO_Transport* const transport = connection->transport();
    connection->close_connection();
    shutdown(transport->event_handler_i()->get_handle(), SHUT_RDWR);
    transport->remove_reference();
  }
}

void end_all_requests(CORBA::ORB_ptr orb) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  end_requests(PortableServer::POA_var(PortableServer::POA::_narrow(root)));
}

}  // namespace

/// The POA stays: TAO does not survive its end while requests come in.
void end_requests(PortableServer::POA_ptr poa) {
  const PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->discard_requests(true);
}

/// First every thread leaves that could touch what shutdown() and destroy() take away.
void end_orb(CORBA::ORB_ptr orb) {
  end_all_requests(orb);
  TAO_ORB_Core& core = *orb->orb_core();
  core.reactor()->end_reactor_event_loop();
  Runners::all().join();
  close_connections(core);
  core.thr_mgr()->wait();  // the threads of connections
  orb->shutdown(true);
  orb->destroy();
}

}  // namespace peer
