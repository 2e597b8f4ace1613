// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/os/unix_datagram.hpp>

#include <sys/socket.h>
#include <sys/un.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "scratch_folder.hpp"

namespace orbweaver::os {
namespace {

class Receiver {
 public:
  explicit Receiver(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_DGRAM, 0)) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, path.data(), path.size());
    if (path.front() == '@') name.sun_path[0] = '\0';
    const auto size = offsetof(sockaddr_un, sun_path) + path.size();
    EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&name),
                     static_cast<socklen_t>(size)),
              0);
  }
  std::string next() {
    std::array<char, 64> text{};
    const auto size = ::recv(socket_.get(), text.data(), text.size(), 0);
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

 private:
  UniqueFd socket_;
};

TEST(ADatagram, reaches_a_socket_of_this_machine) {
  const ScratchFolder folder;
  for (const auto& path : {(folder.path() / "socket").string(), "@" + folder.path().string()}) {
    Receiver receiver{path};
    ASSERT_TRUE(send_unix_datagram(path, "READY=1"));
    EXPECT_EQ(receiver.next(), "READY=1");
  }
}

TEST(ADatagram, to_no_socket_fails) {
  const ScratchFolder folder;
  EXPECT_EQ(send_unix_datagram((folder.path() / "none").string(), "x").error().code, ENOENT);
  EXPECT_EQ(send_unix_datagram("", "x").error().code, ENOENT);
  EXPECT_EQ(send_unix_datagram(std::string(300, 'x'), "x").error().code, ENAMETOOLONG);
}

TEST(ADatagram, does_not_wait_for_a_receiver_that_takes_none) {
  const ScratchFolder folder;
  const auto path = (folder.path() / "socket").string();
  const Receiver receiver{path};
  auto sent = send_unix_datagram(path, "x");
  for (int i = 0; sent && i < 100'000; ++i) sent = send_unix_datagram(path, "x");
  EXPECT_EQ(sent.error().code, EAGAIN);
}

}  // namespace
}  // namespace orbweaver::os
