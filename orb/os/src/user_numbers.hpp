// SPDX-License-Identifier: Apache-2.0
// Numbers of users, as this process sees them from its user namespace.
#pragma once
#include <sys/types.h>

namespace orbweaver::os {

/// Whether the number may stand for several users: in a user namespace, the kernel gives one number
/// to all users that have none there (65534, /proc/sys/kernel/overflowuid). If the system does not
/// say which users have one, some have none. Threads: any.
[[nodiscard]] bool may_be_several_users(uid_t user) noexcept;

}  // namespace orbweaver::os
