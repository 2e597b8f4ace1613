// SPDX-License-Identifier: Apache-2.0
// zeromq-bench-server: the other end of zeromq-bench-client. See README.md.
#include <bench/program.hpp>

#include <unistd.h>

#include <atomic>
#include <thread>

#include "zmq_socket.hpp"

namespace {

constexpr std::size_t kMostBytes = 64 << 20;

// A request that starts with 'r' of length 1 asks for the number of one-way messages; any other
// gets an empty reply.
void answer_requests(peer::ZmqSocket& socket, std::atomic<std::uint64_t>& received) {
  std::vector<char> request(kMostBytes);
  while (true) {
    const auto size = socket.receive(request.data(), request.size());
    if (size == 1 && request[0] == 'r') {
      // relaxed: only the number matters.
      const auto count = received.exchange(0, std::memory_order_relaxed);
      socket.send(&count, sizeof count);
    } else {
      socket.send("", 0);
    }
  }
}

void take_stream(peer::ZmqSocket& socket, std::atomic<std::uint64_t>& received) {
  std::vector<char> message(kMostBytes);
  while (true) {
    socket.receive(message.data(), message.size());
    received.fetch_add(1, std::memory_order_relaxed);  // relaxed: as above
  }
}

void until_the_context_ends(void (*work)(peer::ZmqSocket&, std::atomic<std::uint64_t>&),
                            peer::ZmqSocket& socket, std::atomic<std::uint64_t>& received) {
  try {
    work(socket, received);
  } catch (const std::runtime_error&) {
    // The context was shut down: the program ends.
  }
}

int serve(const bench::Options& options) {
  bench::hold_signals();
  // Any port, or names in the abstract namespace: no file is left behind.
  const bool is_tcp = options.transport == "tcp";
  const std::string local = "ipc://@zeromq-bench-" + std::to_string(getpid());
  const peer::ZmqContext context;
  std::atomic<std::uint64_t> received{0};
  {
    peer::ZmqSocket replies(context, ZMQ_REP), stream(context, ZMQ_PULL);
    const auto calls = replies.bind(is_tcp ? "tcp://127.0.0.1:*" : local + "-calls");
    const auto messages = stream.bind(is_tcp ? "tcp://127.0.0.1:*" : local + "-stream");
    std::thread answering(until_the_context_ends, answer_requests, std::ref(replies),
                          std::ref(received));
    std::thread taking(until_the_context_ends, take_stream, std::ref(stream), std::ref(received));
    bench::print_ready(options.name, calls + " " + messages);
    bench::wait_for_end();
    context.shutdown();
    answering.join();
    taking.join();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "zeromq-bench-server"};
  CLI::App app{"The other end of zeromq-bench-client: REP and PULL sockets of libzmq."};
  bench::add_server_options(app, options, {"ipc", "unix", "tcp"});
  return bench::run_program(app, argc, argv, options, [&] { return serve(options); });
}
