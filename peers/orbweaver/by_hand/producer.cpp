// SPDX-License-Identifier: Apache-2.0
// orbweaver-by-hand-producer WAY REFERENCE PACKETS: sends packets of 1024 doubles to the first
// stage, and prints when it began. See peers/by_hand.md.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/lab/pipeline.hpp>

#include <cstdio>
#include <ctime>
#include <string>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: orbweaver-by-hand-producer unix|tcp REFERENCE PACKETS\n", stderr);
    return 2;
  }
  try {
    // As the lab sets up orbweaver-producer.
    const auto orb = CORBA::ORB_init({"-ORBtransport", argv[1], "-ORBcallTimeout", "5000"});
    const auto next = IDL::traits<Lab::PacketSink>::narrow(orb->string_to_object(argv[2]));
    const auto packets = static_cast<std::uint32_t>(std::stoul(argv[3]));
    const Lab::Samples values(1024, 1.0);
    const auto began = now_ns();
    for (std::uint32_t n = 1; n <= packets; ++n)
      next->send_packet(Lab::PacketHeader{n, static_cast<std::uint64_t>(began)}, values);
    next->end_of_stream(packets);
    std::printf("began at %lld ns\n", static_cast<long long>(began));
    orb->destroy();
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "orbweaver-by-hand-producer: %s\n", failure.what());
    return 1;
  }
}
