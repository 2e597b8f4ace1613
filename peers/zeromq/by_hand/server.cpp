// SPDX-License-Identifier: Apache-2.0
// zeromq-by-hand-server WAY: prints the addresses of its REP and PULL sockets and serves until its
// input ends. All is libzmq's default, as in the harness.
#include <unistd.h>
#include <zmq.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<std::uint64_t> received{0};

// "r" asks how many one-way messages came; anything else gets an empty reply.
void answer(void* calls) {
  std::vector<char> request(1 << 20);
  for (int size = 0; (size = zmq_recv(calls, request.data(), request.size(), 0)) >= 0;) {
    if (size == 1 && request[0] == 'r') {
      const std::uint64_t count = received.exchange(0);
      zmq_send(calls, &count, sizeof count, 0);
    } else {
      zmq_send(calls, "", 0, 0);
    }
  }
  zmq_close(calls);
}

void take(void* messages) {
  std::vector<char> message(1 << 20);
  while (zmq_recv(messages, message.data(), message.size(), 0) >= 0) ++received;
  zmq_close(messages);
}

std::string listen(void* socket, const std::string& address) {
  char chosen[256] = "";
  std::size_t size = sizeof chosen;
  if (zmq_bind(socket, address.c_str()) == 0)
    zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, chosen, &size);
  return chosen;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: zeromq-by-hand-server unix|tcp\n", stderr);
    return 2;
  }
  const std::string local = "ipc://@zeromq-by-hand-" + std::to_string(getpid());
  const bool is_tcp = std::string(argv[1]) == "tcp";
  void* const context = zmq_ctx_new();
  void* const calls = zmq_socket(context, ZMQ_REP);
  void* const messages = zmq_socket(context, ZMQ_PULL);
  const auto first = listen(calls, is_tcp ? "tcp://127.0.0.1:*" : local + "-calls");
  const auto second = listen(messages, is_tcp ? "tcp://127.0.0.1:*" : local + "-messages");
  std::thread answering(answer, calls), taking(take, messages);
  std::printf("%s %s\n", first.c_str(), second.c_str());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  zmq_ctx_shutdown(context);
  answering.join();
  taking.join();
  zmq_ctx_term(context);
  return 0;
}
