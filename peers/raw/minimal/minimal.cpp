// SPDX-License-Identifier: Apache-2.0
// raw-minimal: no ORB, but what each of them brings along: the C library, names of hosts, a thread,
// an exception. What remains of the others without this is their own.
#include <netdb.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

std::string look_up(const char* host) {
  addrinfo* found = nullptr;
  if (getaddrinfo(host, nullptr, nullptr, &found) != 0) throw std::runtime_error("no such host");
  freeaddrinfo(found);
  return host;
}

}  // namespace

int main(int argc, char** argv) {
  int status = 0;
  std::thread{[&] {
    try {
      std::puts(look_up(argc > 1 ? argv[1] : "127.0.0.1").c_str());
    } catch (const std::exception& failure) {
      std::fprintf(stderr, "raw-minimal: %s\n", failure.what());
      status = 1;
    }
  }}.join();
  return status;
}
