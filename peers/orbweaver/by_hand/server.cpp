// SPDX-License-Identifier: Apache-2.0
// orbweaver-by-hand-server WAY: prints its reference and serves until its input ends. See
// peers/by_hand.md.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/lab/by_hand_poa.hpp>

#include <atomic>
#include <cstdio>

namespace {

class Target final : public CORBA::servant_traits<ByHand::Target>::views_type {
 public:
  using Doubles = orbweaver::corba::View<double>;

  void ping() override {}
  void push(Doubles) override {}
  void post_samples(Doubles) override { ++received_; }
  std::uint64_t received() override { return received_.exchange(0); }

 private:
  std::atomic<std::uint64_t> received_{0};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: orbweaver-by-hand-server unix|tcp\n", stderr);
    return 2;
  }
  try {
    // As orbweaver-bench-server sets it up: it listens everywhere, all is the default.
    const auto orb = CORBA::ORB_init({"-ORBtransport", argv[1]});
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto id = poa->activate_object(CORBA::make_reference<Target>());
    poa->the_POAManager()->activate();
    std::puts(orb->object_to_string(poa->id_to_reference(id)).c_str());
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    orb->destroy();
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "orbweaver-by-hand-server: %s\n", failure.what());
    return 1;
  }
}
