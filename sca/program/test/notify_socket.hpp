// SPDX-License-Identifier: Apache-2.0
// A socket as the service manager has one, which the test owns.
#pragma once
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "scratch_folder.hpp"

namespace orbweaver::program {

class NotifySocket {
 public:
  NotifySocket() : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(name.sun_path, path_.c_str(), sizeof name.sun_path - 1);
    if (::bind(socket_, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0)
      throw std::runtime_error("the test's socket cannot be bound");
  }
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;
  ~NotifySocket() { ::close(socket_); }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Waits for it.
  [[nodiscard]] std::string next() { return receive(0); }
  /// How many have come and were not taken; they are taken.
  [[nodiscard]] std::size_t waiting() {
    std::size_t count = 0;
    while (!receive(MSG_DONTWAIT).empty()) ++count;
    return count;
  }

 private:
  std::string receive(int flags) {
    std::array<char, 256> text{};
    const auto size = ::recv(socket_, text.data(), text.size(), flags);
    return size <= 0 ? std::string{} : std::string(text.data(), static_cast<std::size_t>(size));
  }

  ScratchFolder folder_;
  std::string path_ = (folder_.path() / "notify").string();
  int socket_;
};

}  // namespace orbweaver::program
