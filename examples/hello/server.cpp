// SPDX-License-Identifier: Apache-2.0
// hello-server: prints the reference of a greeter, and serves it until its input ends (Ctrl-D).
#include <hello_poa.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <cstdio>

class Friendly : public CORBA::servant_traits<Greeter>::base_type {
 public:
  std::string greet(const std::string& name) override { return "hello, " + name; }
};

int main(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<Friendly>());
  poa->the_POAManager()->activate();
  std::puts(orb->object_to_string(poa->id_to_reference(id)).c_str());
  std::fflush(stdout);
  while (std::getchar() != EOF) {  // the ORB serves on threads of its own meanwhile
  }
  orb->destroy();
}
