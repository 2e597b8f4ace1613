// SPDX-License-Identifier: Apache-2.0
// Calls a servant in its own process, through the installed ORB.
#include <meter_poa.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <cstdio>

class Adder final : public CORBA::servant_traits<Meter>::base_type {
 public:
  void feed(double sample) override { sum_ += sample; }
  double sum() override { return sum_; }

 private:
  double sum_ = 0;
};

int main(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<Adder>());
  poa->the_POAManager()->activate();
  const auto meter = IDL::traits<Meter>::narrow(poa->id_to_reference(id));
  for (const double sample : {1.0, 2.0, 3.0}) meter->feed(sample);
  const double sum = meter->sum();
  orb->destroy();
  std::printf("sum %g\n", sum);
  return sum == 6.0 ? 0 : 1;
}
