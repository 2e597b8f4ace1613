// SPDX-License-Identifier: Apache-2.0
// tuner-server [-ORB options]: serves a tuner until it gets SIGINT or SIGTERM; prints its
// reference.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <tuner_poa.hpp>

#include <cmath>
#include <csignal>
#include <cstdio>

namespace {

// Requests for one object are carried out one at a time: a servant needs no lock.
class Tuner : public CORBA::servant_traits<Radio::Tuner>::base_type {
 public:
  double tune(double frequency_hz) override {
    if (frequency_hz < kLowestHz || frequency_hz > kHighestHz)
      throw Radio::OutOfBand(kLowestHz, kHighestHz);
    return std::round(frequency_hz / kStepHz) * kStepHz;
  }

  void feed(const Radio::Samples& packet) override {
    for (const auto sample : packet) power_ += double{sample} * sample;
    count_ += packet.size();
  }

  double mean_power() override { return count_ == 0 ? 0 : power_ / static_cast<double>(count_); }

 private:
  static constexpr double kLowestHz = 30e6;
  static constexpr double kHighestHz = 1.7e9;
  static constexpr double kStepHz = 12.5e3;
  double power_ = 0;
  std::size_t count_ = 0;
};

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
    const auto id = poa->activate_object(CORBA::make_reference<Tuner>());
    poa->the_POAManager()->activate();
    std::puts(orb->object_to_string(poa->id_to_reference(id)).c_str());
    std::fflush(stdout);
    int signal = 0;
    sigwait(&signals, &signal);  // the ORB serves on threads of its own meanwhile
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "tuner-server: %s\n", failure.what());
    return 1;
  }
}
