// SPDX-License-Identifier: Apache-2.0
// One datagram to another program of this machine: what sd_notify(3) does.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>

#include <string>
#include <string_view>

namespace orbweaver::os {

/// To the unix socket at the path; one that starts with '@' is in the abstract namespace. Never
/// blocks. Fails: EAGAIN if the receiver has no room; ECONNREFUSED or ENOENT if there is none.
[[nodiscard]] Result<void, SystemError> send_unix_datagram(const std::string& path,
                                                           std::string_view text) noexcept;

}  // namespace orbweaver::os
