// SPDX-License-Identifier: Apache-2.0
// orbweaver-minimal-server: the least that serves an object; prints its reference and serves until
// it is killed. What `orbweaver bench size` weighs.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/lab/minimal_poa.hpp>

#include <cstdio>

namespace {

class Adder : public virtual CORBA::servant_traits<Lab::Adder>::base_type {
 public:
  std::int32_t add(std::int32_t left, std::int32_t right) override { return left + right; }
};

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto id = poa->activate_object(CORBA::make_reference<Adder>());
    poa->the_POAManager()->activate();
    std::puts(orb->object_to_string(poa->id_to_reference(id)).c_str());
    std::fflush(stdout);
    orb->run();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "orbweaver-minimal-server: %s\n", failure.what());
    return 1;
  }
}
