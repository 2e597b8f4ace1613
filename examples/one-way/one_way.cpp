// SPDX-License-Identifier: Apache-2.0
// One-way calls: the caller does not wait for the servant, and no call overtakes another.
#include <meter_poa.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <cstdio>

// Requests for one object run one at a time: the servant needs no lock.
class Adder : public CORBA::servant_traits<Meter>::base_type {
 public:
  void feed(float sample) override { sum_ += sample; }
  double sum() override { return sum_; }

 private:
  double sum_ = 0;
};

int main() {
  const auto server = CORBA::ORB_init();
  const auto client =
      CORBA::ORB_init();  // another ORB: calls go through a connection, as between programs
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<Adder>());
  poa->the_POAManager()->activate();

  const auto text = server->object_to_string(poa->id_to_reference(id));
  const auto meter = IDL::traits<Meter>::narrow(client->string_to_object(text));
  for (int i = 1; i <= 1000; ++i) meter->feed(1);  // returns when the transport has it
  std::printf("sum %.0f\n", meter->sum());         // in the same order: it runs after the 1000

  client->destroy();
  server->destroy();
}
