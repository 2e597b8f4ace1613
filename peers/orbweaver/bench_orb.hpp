// How the bench programs set up our ORB: as a user gets it, but for the way and the sync scope.
#pragma once
#include "bench_target.hpp"

#include <orbweaver/corba/orb.hpp>

#include <memory>
#include <string>

namespace orbweaver::lab {

inline std::shared_ptr<CORBA::ORB> make_bench_orb(const std::string& transport,
                                                  const std::string& sync) {
  return CORBA::ORB_init({"-ORBtransport", transport, "-ORBsync", sync});
}

inline CORBA::object_reference<CORBA::Object> activate_bench_target(CORBA::ORB& orb) {
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  auto reference = poa->id_to_reference(poa->activate_object(CORBA::make_reference<BenchTarget>()));
  poa->the_POAManager()->activate();
  return reference;
}

}  // namespace orbweaver::lab
