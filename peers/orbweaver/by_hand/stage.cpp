// SPDX-License-Identifier: Apache-2.0
// orbweaver-by-hand-stage WAY [REFERENCE]: prints its reference and hands packets on; the last one,
// which is given none, counts them and prints how many came, and when the last one did. It ends
// with its input. See peers/by_hand.md.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/lab/pipeline_poa.hpp>

#include <cstdio>
#include <ctime>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// Its requests come one at a time: no lock is needed.
class Stage final : public CORBA::servant_traits<Lab::PacketSink>::views_type {
 public:
  using Doubles = orbweaver::corba::View<double>;

  explicit Stage(CORBA::object_reference<Lab::PacketSink> next) : next_(std::move(next)) {}

  void send_packet(const Lab::PacketHeader& header, Doubles values) override {
    if (next_) next_->send_packet(header, std::move(values));
    ++count_;
    last_ns_ = now_ns();
  }
  void push_packet(const Lab::PacketHeader& header, Doubles values) override {
    send_packet(header, std::move(values));
  }
  void end_of_stream(std::uint32_t packets) override {
    if (next_) return next_->end_of_stream(packets);
    std::printf("%u packets, the last at %lld ns\n", count_, static_cast<long long>(last_ns_));
    std::fflush(stdout);
  }

 private:
  CORBA::object_reference<Lab::PacketSink> next_;
  unsigned count_ = 0;
  std::int64_t last_ns_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("usage: orbweaver-by-hand-stage unix|tcp [REFERENCE]\n", stderr);
    return 2;
  }
  try {
    // As the lab sets up orbweaver-stage; requests go through the object's lane by default.
    const auto orb = CORBA::ORB_init({"-ORBtransport", argv[1], "-ORBcallTimeout", "5000"});
    CORBA::object_reference<Lab::PacketSink> next;
    if (argc == 3) next = IDL::traits<Lab::PacketSink>::narrow(orb->string_to_object(argv[2]));
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto id = poa->activate_object(CORBA::make_reference<Stage>(std::move(next)));
    poa->the_POAManager()->activate();
    std::puts(orb->object_to_string(poa->id_to_reference(id)).c_str());
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    orb->destroy();
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "orbweaver-by-hand-stage: %s\n", failure.what());
    return 1;
  }
}
