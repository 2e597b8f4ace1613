// SPDX-License-Identifier: Apache-2.0
// sca-resource-server: serves one CF::Resource until its standard input ends. Prints a `ready` line
// with the reference, as the programs of peers/CONTRACT.md do.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <cstdio>

#include "resource_servant.hpp"

namespace {

using namespace orbweaver::sca_test;

void wait_for_the_end_of_input() {
  while (std::getchar() != EOF) {
  }
}

void serve(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const auto reference = [&](const PortableServer::Servant& servant) {
    return poa->id_to_reference(poa->activate_object(servant));
  };
  const auto port = reference(CORBA::make_reference<OnePort>());
  const auto resource = reference(CORBA::make_reference<ResourceServant>(port));
  poa->the_POAManager()->activate();
  std::printf("{\"event\": \"ready\", \"ior\": \"%s\"}\n", orb->object_to_string(resource).c_str());
  std::fflush(stdout);
  wait_for_the_end_of_input();
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "sca-resource-server: %s\n", failure.what());
    return 1;
  }
}
