// SPDX-License-Identifier: Apache-2.0
// omniorb-minimal-server: as orbweaver-minimal-server.
#include <minimal.hh>

#include <cstdio>

namespace {

class Adder : public POA_Lab::Adder {
 public:
  CORBA::Long add(CORBA::Long left, CORBA::Long right) override { return left + right; }
};

}  // namespace

int main(int argc, char** argv) {
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    PortableServer::Servant_var<Adder> servant = new Adder;
    const PortableServer::ObjectId_var id = poa->activate_object(servant);
    PortableServer::POAManager_var(poa->the_POAManager())->activate();
    const CORBA::Object_var object = poa->id_to_reference(id);
    std::puts(CORBA::String_var(orb->object_to_string(object)));
    std::fflush(stdout);
    orb->run();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "omniorb-minimal-server: %s\n", failure._name());
    return 1;
  }
}
