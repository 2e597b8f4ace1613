// SPDX-License-Identifier: Apache-2.0
// raw-by-hand-server WAY FOLDER: prints where it listens and serves one connection after the other
// until its input ends. FOLDER is for its unix socket.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

void answer(int socket, std::size_t request_bytes, std::size_t reply_bytes, std::uint64_t count) {
  std::vector<char> request(request_bytes), reply(reply_bytes);
  send(socket, "!", 1, 0);
  for (std::uint64_t n = 0; n < count; ++n) {
    recv(socket, request.data(), request.size(), MSG_WAITALL);
    send(socket, reply.data(), reply.size(), MSG_NOSIGNAL);
  }
}

void swallow(int socket, std::uint64_t bytes) {
  std::vector<char> piece(256 << 10);  // what the harness reads at once
  send(socket, "!", 1, 0);
  while (bytes > 0) {
    const auto got = recv(socket, piece.data(), piece.size(), 0);
    if (got <= 0) return;
    bytes -= static_cast<std::uint64_t>(got);
  }
  send(socket, "!", 1, MSG_NOSIGNAL);
}

void serve(int socket) {
  std::uint64_t words[3];  // bytes of a request, of a reply, messages
  while (recv(socket, words, sizeof words, MSG_WAITALL) == sizeof words) {
    if (words[1] > 0)
      answer(socket, words[0], words[1], words[2]);
    else
      swallow(socket, words[0] * words[2]);
  }
  close(socket);
}

void accept_for_ever(int listener) {
  const int on = 1;
  while (true) {
    const int socket = accept(listener, nullptr, nullptr);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);  // means nothing to a unix one
    serve(socket);
  }
}

int listen_on_tcp() {
  sockaddr_in place{};
  socklen_t size = sizeof place;
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  bind(listener, reinterpret_cast<sockaddr*>(&place), sizeof place);
  listen(listener, 1);
  getsockname(listener, reinterpret_cast<sockaddr*>(&place), &size);
  std::printf("%d\n", ntohs(place.sin_port));
  return listener;
}

int listen_on_unix(const std::string& path) {
  sockaddr_un name{AF_UNIX, {}};
  path.copy(name.sun_path, sizeof name.sun_path - 1);
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  bind(listener, reinterpret_cast<sockaddr*>(&name), sizeof name);
  listen(listener, 1);
  std::printf("%s\n", path.c_str());
  return listener;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: raw-by-hand-server unix|tcp FOLDER\n", stderr);
    return 2;
  }
  const bool is_tcp = std::string(argv[1]) == "tcp";
  const int listener = is_tcp ? listen_on_tcp() : listen_on_unix(std::string(argv[2]) + "/socket");
  std::fflush(stdout);
  std::thread(accept_for_ever, listener).detach();
  while (std::getchar() != EOF) {
  }
  _exit(0);
}
