// SPDX-License-Identifier: Apache-2.0
// zeromq-by-hand-producer WAY REFERENCE PACKETS: as orbweaver-by-hand-producer. A packet is one
// message: kind, number, time, and the doubles.
#include <zmq.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>

namespace {

struct Packet {
  std::uint32_t is_end = 0, number = 0;  // of the end: how many were sent
  std::int64_t created_ns = 0;
  double values[1024] = {};
};

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: zeromq-by-hand-producer unix|tcp REFERENCE PACKETS\n", stderr);
    return 2;
  }
  const int timeout_ms = 5000;  // as the lab sets up zeromq-producer
  void* const context = zmq_ctx_new();
  void* const next = zmq_socket(context, ZMQ_PUSH);
  zmq_setsockopt(next, ZMQ_SNDTIMEO, &timeout_ms, sizeof timeout_ms);
  if (zmq_connect(next, argv[2]) != 0) {
    std::fprintf(stderr, "zeromq-by-hand-producer: %s\n", zmq_strerror(zmq_errno()));
    return 1;
  }
  const auto packets = static_cast<std::uint32_t>(std::stoul(argv[3]));
  Packet packet;
  packet.created_ns = now_ns();
  for (packet.number = 1; packet.number <= packets; ++packet.number)
    zmq_send(next, &packet, sizeof packet, 0);
  const Packet end{1, packets};
  zmq_send(next, &end, sizeof end, 0);
  std::printf("began at %lld ns\n", static_cast<long long>(packet.created_ns));
  zmq_close(next);
  zmq_ctx_term(context);
  return 0;
}
