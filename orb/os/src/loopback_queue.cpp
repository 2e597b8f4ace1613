// SPDX-License-Identifier: Apache-2.0
#include "loopback_queue.hpp"

#include <orbweaver/os/unique_fd.hpp>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace orbweaver::os {

namespace {

struct Question {
  nlmsghdr head{};
  tcmsg body{};
};

// The system lists the disciplines of all interfaces, whichever is asked for.
bool ask(int socket) noexcept {
  Question question;
  question.head.nlmsg_len = sizeof question;
  question.head.nlmsg_type = RTM_GETQDISC;
  question.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  question.body.tcm_family = AF_UNSPEC;
  return ::send(socket, &question, sizeof question, 0) == sizeof question;
}

bool is_of(unsigned interface, std::string_view kind, const nlmsghdr* message) noexcept {
  const auto* const body = static_cast<const tcmsg*>(NLMSG_DATA(message));
  if (body->tcm_ifindex != static_cast<int>(interface)) return false;
  auto left = static_cast<std::int64_t>(message->nlmsg_len - NLMSG_LENGTH(sizeof *body));
  for (const auto* one = TCA_RTA(body); RTA_OK(one, left); one = RTA_NEXT(one, left))
    if (one->rta_type == TCA_KIND)
      return std::string_view{static_cast<const char*>(RTA_DATA(one))} == kind;
  return false;
}

}  // namespace

std::optional<bool> has_loopback_queue(std::string_view kind) noexcept {
  const UniqueFd socket{::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE)};
  const auto loopback = ::if_nametoindex("lo");
  if (!socket || loopback == 0 || !ask(socket.get())) return std::nullopt;
  alignas(nlmsghdr) std::array<std::byte, std::size_t{16} * 1024> answer;
  for (bool found = false;;) {
    std::int64_t left = ::recv(socket.get(), answer.data(), answer.size(), MSG_DONTWAIT);
    if (left <= 0) return std::nullopt;
    const auto* message = reinterpret_cast<const nlmsghdr*>(answer.data());
    for (; NLMSG_OK(message, left); message = NLMSG_NEXT(message, left)) {
      if (message->nlmsg_type == NLMSG_DONE) return found;
      if (message->nlmsg_type != RTM_NEWQDISC) return std::nullopt;
      found = found || is_of(loopback, kind, message);
    }
  }
}

}  // namespace orbweaver::os
