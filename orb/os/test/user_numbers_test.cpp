// SPDX-License-Identifier: Apache-2.0
// The number of a user that has none in the user namespace of a process (65534): several users
// share it, so it is no proof that a peer is of the same one.
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/socket.hpp>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>

namespace orbweaver::os {
namespace {

constexpr uid_t kNoNumber = 65534;
constexpr int kSame = 10, kOther = 11, kNotPossible = 12;

/// What `body` returns in a child.
int result_in_a_child(const std::function<int()>& body) {
  const auto child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Both ends are of this process, so the numbers are equal.
int peer_of_own_pair() {
  const auto pair = make_socket_pair();
  if (!pair || ::geteuid() != kNoNumber || peer_process(pair->first.get())->user != kNoNumber)
    return kNotPossible;
  return peer_of(pair->first.get()) == Peer::same_user ? kSame : kOther;
}

TEST(UserNumbers, that_several_users_share_are_of_no_same_user) {
  const auto result = result_in_a_child(
      [] { return ::unshare(CLONE_NEWUSER) == 0 ? peer_of_own_pair() : kNotPossible; });
  if (result == kNotPossible) GTEST_SKIP() << "user namespaces are not allowed here";
  EXPECT_EQ(result, kOther);
}

bool has_each_user_a_number() {
  std::uint64_t inside = 1, outside = 1, count = 0;
  std::ifstream{"/proc/self/uid_map"} >> inside >> outside >> count;
  return inside == 0 && outside == 0 && count == UINT32_MAX;
}

TEST(UserNumbers, are_those_of_one_user_each_outside_user_namespaces) {
  if (::geteuid() != 0 || !has_each_user_a_number())
    GTEST_SKIP() << "only root of the machine can be that user";
  EXPECT_EQ(result_in_a_child([] {
              return ::setresuid(kNoNumber, kNoNumber, kNoNumber) == 0 ? peer_of_own_pair()
                                                                       : kNotPossible;
            }),
            kSame);
}

}  // namespace
}  // namespace orbweaver::os
