// SPDX-License-Identifier: Apache-2.0
// Asynchronous calls: one thread has several two-way calls under way at once.
#include <filter_poa.hpp>
#include <orbweaver/corba/async.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

class Amplifier : public CORBA::servant_traits<Filter>::base_type {
 public:
  double gain(double decibels) override { return std::pow(10, decibels / 20); }
};

int main() {
  const auto server = CORBA::ORB_init();
  const auto client = CORBA::ORB_init();
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<Amplifier>());
  poa->the_POAManager()->activate();

  const auto text = server->object_to_string(poa->id_to_reference(id));
  const auto filter = IDL::traits<Filter>::narrow(client->string_to_object(text));
  std::vector<orbweaver::corba::Pending<double>> calls;
  for (const double decibels : {0.0, 20.0, 40.0}) calls.push_back(filter->sendp_gain(decibels));
  for (auto& call : calls) std::printf("%.0f\n", call.get());  // waits for its reply

  client->destroy();
  server->destroy();
}
