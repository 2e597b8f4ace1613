// SPDX-License-Identifier: Apache-2.0
// Ordered delivery: several threads send through one reference, and the servant gets all calls in
// the order in which they were made.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <track_poa.hpp>

#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Checker : public CORBA::servant_traits<Track>::base_type {
 public:
  void put(std::uint32_t number) override { wrong_ += number == ++last_ ? 0 : 1; }
  std::uint32_t wrong() override { return wrong_; }

 private:
  std::uint32_t last_ = 0;
  std::uint32_t wrong_ = 0;
};

int main() {
  const auto server = CORBA::ORB_init();
  const auto client = CORBA::ORB_init({"-ORBorderedDelivery", "on"});  // numbers the calls
  const auto poa =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  const auto id = poa->activate_object(CORBA::make_reference<Checker>());
  poa->the_POAManager()->activate();

  const auto text = server->object_to_string(poa->id_to_reference(id));
  const auto track = IDL::traits<Track>::narrow(client->string_to_object(text));
  std::mutex turn;
  std::uint32_t number = 0;
  const auto send = [&] {
    for (int i = 0; i < 1000; ++i) {
      const std::scoped_lock lock(
          turn);  // says which call comes first; no thread waits for the servant
      track->put(++number);
    }
  };
  {
    const std::vector<std::jthread> threads = [&] {
      std::vector<std::jthread> started;
      for (int i = 0; i < 4; ++i) started.emplace_back(send);
      return started;
    }();
  }
  std::printf("%u calls of 4 threads, %u out of order\n", number, track->wrong());

  client->destroy();
  server->destroy();
}
