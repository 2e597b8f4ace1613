// SPDX-License-Identifier: Apache-2.0
// Translates errors of the system into the faults of the contract.
#pragma once
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/transport/connection.hpp>

namespace orbweaver::transport {

/// The failure that an error stands for when a connection or a listener is made.
[[nodiscard]] ConnectionFailure failure_to_establish(const os::SystemError& error) noexcept;
/// The failure that an error stands for on a connection in use.
[[nodiscard]] ConnectionFailure failure_in_use(const os::SystemError& error) noexcept;
/// Descriptors or memory ran out, so a later try may succeed.
[[nodiscard]] bool is_shortage(const os::SystemError& error) noexcept;

}  // namespace orbweaver::transport
