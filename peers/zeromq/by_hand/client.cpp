// SPDX-License-Identifier: Apache-2.0
// zeromq-by-hand-client WAY REFERENCE REFERENCE CALLS: as orbweaver-by-hand-client; the references
// are the addresses of the server's REP and PULL sockets. Nothing is left at other than libzmq's
// defaults, as in the harness.
#include <zmq.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void time_calls(void* calls, const std::vector<double>& values, unsigned long count) {
  const auto size = values.size() * sizeof(double);
  for (unsigned long n = 0; n < count / 10; ++n) {  // not counted
    zmq_send(calls, values.data(), size, 0);
    zmq_recv(calls, nullptr, 0, 0);
  }
  std::vector<std::int64_t> times;
  times.reserve(count);
  for (unsigned long n = 0; n < count; ++n) {
    const auto begin = now_ns();
    zmq_send(calls, values.data(), size, 0);
    zmq_recv(calls, nullptr, 0, 0);
    times.push_back(now_ns() - begin);
  }
  std::sort(times.begin(), times.end());
  std::printf("twoway %zu: %lld ns\n", size, static_cast<long long>(times[times.size() / 2]));
}

std::uint64_t received(void* calls) {
  std::uint64_t count = 0;
  zmq_send(calls, "r", 1, 0);
  zmq_recv(calls, &count, sizeof count, 0);
  return count;
}

std::uint64_t stream(void* calls, void* messages, const std::vector<double>& values,
                     unsigned long count) {
  for (unsigned long n = 0; n < count; ++n)
    zmq_send(messages, values.data(), values.size() * sizeof(double), 0);
  std::uint64_t arrived = received(calls);
  while (arrived < count) arrived += received(calls);
  return arrived;
}

void time_stream(void* calls, void* messages, const std::vector<double>& values,
                 unsigned long count) {
  stream(calls, messages, values, count / 10);
  const auto begin = now_ns();
  const auto arrived = stream(calls, messages, values, count);
  const auto seconds = static_cast<double>(now_ns() - begin) / 1e9;
  std::printf("oneway 8192: %.1f messages/s, %llu arrived\n", static_cast<double>(count) / seconds,
              static_cast<unsigned long long>(arrived));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: zeromq-by-hand-client unix|tcp REFERENCE REFERENCE CALLS\n", stderr);
    return 2;
  }
  void* const context = zmq_ctx_new();
  void* const calls = zmq_socket(context, ZMQ_REQ);
  void* const messages = zmq_socket(context, ZMQ_PUSH);
  if (zmq_connect(calls, argv[2]) != 0 || zmq_connect(messages, argv[3]) != 0) {
    std::fprintf(stderr, "zeromq-by-hand-client: %s\n", zmq_strerror(zmq_errno()));
    return 1;
  }
  const auto count = std::stoul(argv[4]);
  const std::vector<double> values(1024, 1.0);
  time_calls(calls, {}, count);
  time_calls(calls, values, count);
  time_stream(calls, messages, values, 4 * count);
  zmq_close(calls);
  zmq_close(messages);
  zmq_ctx_term(context);
  return 0;
}
