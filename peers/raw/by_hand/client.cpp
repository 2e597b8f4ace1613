// SPDX-License-Identifier: Apache-2.0
// raw-by-hand-client WAY REFERENCE CALLS: as orbweaver-by-hand-client, but for the ORB. Messages
// are as long as the ORB's with an object key of 14 bytes; before each kind the server is given its
// lengths and number.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

int connect_to(const std::string& way, const std::string& reference) {
  if (way == "unix") {
    sockaddr_un name{AF_UNIX, {}};
    reference.copy(name.sun_path, sizeof name.sun_path - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    return connect(socket, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0 ? socket : -1;
  }
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(std::stoul(reference)));
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return connect(socket, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0 ? socket : -1;
}

void announce(int socket, std::uint64_t request, std::uint64_t reply, std::uint64_t messages) {
  const std::uint64_t words[] = {request, reply, messages};
  char ready;
  send(socket, words, sizeof words, 0);
  recv(socket, &ready, 1, MSG_WAITALL);
}

void time_calls(int socket, const char* what, std::size_t bytes, unsigned long calls) {
  const std::vector<char> request(bytes);
  std::vector<char> reply(24);
  std::vector<std::int64_t> times;
  times.reserve(calls);
  announce(socket, request.size(), reply.size(), calls + calls / 10);
  for (unsigned long n = 0; n < calls + calls / 10; ++n) {
    const auto begin = now_ns();
    send(socket, request.data(), request.size(), 0);
    recv(socket, reply.data(), reply.size(), MSG_WAITALL);
    if (n >= calls / 10) times.push_back(now_ns() - begin);  // the first ones do not count
  }
  std::sort(times.begin(), times.end());
  std::printf("%s: %lld ns\n", what, static_cast<long long>(times[calls / 2]));
}

double stream(int socket, unsigned long messages) {
  const std::vector<char> message(8272);
  char arrived;
  announce(socket, message.size(), 0, messages);
  const auto begin = now_ns();
  for (unsigned long n = 0; n < messages; ++n) send(socket, message.data(), message.size(), 0);
  recv(socket, &arrived, 1, MSG_WAITALL);
  return static_cast<double>(now_ns() - begin) / 1e9;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: raw-by-hand-client unix|tcp REFERENCE CALLS\n", stderr);
    return 2;
  }
  const int socket = connect_to(argv[1], argv[2]);
  if (socket < 0) {
    std::perror("raw-by-hand-client");
    return 1;
  }
  const auto calls = std::stoul(argv[3]);
  time_calls(socket, "twoway 0", 60, calls);
  time_calls(socket, "twoway 8192", 8264, calls);
  stream(socket, 4 * calls / 10);
  const auto rate = static_cast<double>(4 * calls) / stream(socket, 4 * calls);
  std::printf("oneway 8192: %.1f messages/s, %lu arrived\n", rate, 4 * calls);
  return 0;
}
