// SPDX-License-Identifier: Apache-2.0
// zeromq-by-hand-stage WAY [REFERENCE]: as orbweaver-by-hand-stage.
#include <unistd.h>
#include <zmq.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// `next`: null in the last stage. A packet begins with a word that is 1 in the last one, the end.
void hand_on(void* from, void* next) {
  std::vector<char> packet(1 << 20);
  unsigned count = 0;
  std::int64_t last_ns = 0;
  for (int size = 0; (size = zmq_recv(from, packet.data(), packet.size(), 0)) >= 0;) {
    if (next != nullptr) zmq_send(next, packet.data(), static_cast<std::size_t>(size), 0);
    if (packet[0] == 1) break;
    ++count;
    last_ns = now_ns();
  }
  if (next == nullptr)
    std::printf("%u packets, the last at %lld ns\n", count, static_cast<long long>(last_ns));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("usage: zeromq-by-hand-stage unix|tcp [REFERENCE]\n", stderr);
    return 2;
  }
  const int timeout_ms = 5000;  // as the lab sets up zeromq-stage
  const std::string local = "ipc://@zeromq-by-hand-stage-" + std::to_string(getpid());
  const std::string here = std::string(argv[1]) == "tcp" ? "tcp://127.0.0.1:*" : local;
  void* const context = zmq_ctx_new();
  void* const from = zmq_socket(context, ZMQ_PULL);
  void* const next = argc == 3 ? zmq_socket(context, ZMQ_PUSH) : nullptr;
  if (next != nullptr) zmq_setsockopt(next, ZMQ_SNDTIMEO, &timeout_ms, sizeof timeout_ms);
  if (zmq_bind(from, here.c_str()) != 0 || (next != nullptr && zmq_connect(next, argv[2]) != 0)) {
    std::fprintf(stderr, "zeromq-by-hand-stage: %s\n", zmq_strerror(zmq_errno()));
    return 1;
  }
  char address[256];
  std::size_t size = sizeof address;
  zmq_getsockopt(from, ZMQ_LAST_ENDPOINT, address, &size);
  std::puts(address);
  std::fflush(stdout);
  std::thread handing_on(hand_on, from, next);
  while (std::getchar() != EOF) {
  }
  zmq_ctx_shutdown(context);
  handing_on.join();
  zmq_close(from);
  if (next != nullptr) zmq_close(next);
  zmq_ctx_term(context);
  return 0;
}
