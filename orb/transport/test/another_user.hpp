// SPDX-License-Identifier: Apache-2.0
// Acts as another user of the machine, in one process. Only root can.
#pragma once
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <functional>
#include <thread>

namespace orbweaver::transport {

inline constexpr uid_t kAnotherUser = 65534, kThirdUser = 65533;

/// Runs `body` in a thread of another user; only that thread changes.
inline void as_another_user(const std::function<void()>& body, uid_t user = kAnotherUser) {
  std::jthread{[&] {
    ASSERT_EQ(::syscall(SYS_setresuid, user, user, user), 0);
    body();
  }};
}

}  // namespace orbweaver::transport
