// SPDX-License-Identifier: Apache-2.0
// monitor-server [-ORB options] [NAME]: serves a station until it gets SIGINT or SIGTERM; prints
// its reference, and binds it to NAME at the naming service (-ORBInitRef NameService=...).
#include <monitor_poa.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <csignal>
#include <cstdio>

#include "clients.hpp"

namespace {

class Station : public CORBA::servant_traits<Monitor::Station>::base_type {
 public:
  explicit Station(Clients& clients) : clients_(clients) {}

  std::uint32_t clients() override { return clients_.count(); }

  IDL::traits<Monitor::Session>::ref_type open(
      IDL::traits<Monitor::Listener>::ref_type listener) override {
    if (!listener) throw CORBA::BAD_PARAM();
    return clients_.open(std::move(listener));
  }

  void set(const std::string& channel, const CORBA::Any& value) override {
    check_channel(channel);
    clients_.tell(channel, value);
  }

 private:
  Clients& clients_;
};

using Names = IDL::traits<CosNaming::NamingContextExt>::ref_type;

Names naming_service(CORBA::ORB& orb) {
  return IDL::traits<CosNaming::NamingContextExt>::narrow(
      orb.resolve_initial_references("NameService"));
}

// Blocked before the ORB starts its threads, which inherit that: only the thread that waits for the
// signals receives them.
sigset_t blocked_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

}  // namespace

int main(int argc, char** argv) {
  const auto signals = blocked_signals();
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    Clients clients(poa);
    const auto station =
        poa->id_to_reference(poa->activate_object(CORBA::make_reference<Station>(clients)));
    poa->the_POAManager()->activate();
    const auto names = argc > 1 ? naming_service(*orb) : nullptr;
    if (names) names->rebind(names->to_name(argv[1]), station);
    std::puts(orb->object_to_string(station).c_str());
    std::fflush(stdout);
    int signal = 0;
    sigwait(&signals, &signal);  // the ORB serves on threads of its own meanwhile
    if (names) names->unbind(names->to_name(argv[1]));
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "monitor-server: %s\n", failure.what());
    return 1;
  }
}
