// SPDX-License-Identifier: Apache-2.0
// Loans and views: the sender writes samples where the transport needs them, and the servant reads
// them where they arrived. Over shared memory nothing is copied.
#include <orbweaver/corba/loan.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <sink_poa.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>

class Mean : public CORBA::servant_traits<Sink>::views_type {
 public:
  void put(orbweaver::corba::View<float> packet) override {
    sum_ = std::accumulate(packet.begin(), packet.end(), sum_);
    count_ += packet.size();
  }
  double mean() override { return sum_ / static_cast<double>(count_); }

 private:
  double sum_ = 0;
  std::size_t count_ = 0;
};

int main() {
  const auto server = CORBA::ORB_init();
  const auto client = CORBA::ORB_init({"-ORBtransport", "shm"});
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<Mean>());
  poa->the_POAManager()->activate();

  const auto text = server->object_to_string(poa->id_to_reference(id));
  const auto sink = IDL::traits<Sink>::narrow(client->string_to_object(text));
  for (int packets = 0; packets < 100; ++packets) {
    auto packet = orbweaver::corba::loan<float>(*sink, 65536);
    std::ranges::fill(packet.values(), 0.5F);
    sink->put(std::move(packet));  // the loan is given away
  }
  std::printf("mean %.1f\n", sink->mean());

  client->destroy();
  server->destroy();
}
