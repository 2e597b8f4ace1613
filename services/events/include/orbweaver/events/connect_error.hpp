// SPDX-License-Identifier: Apache-2.0
// Why a consumer was not connected.
#pragma once

namespace orbweaver::events {

/// Returned by Channel::connect().
enum class ConnectError {
  already_connected,   // a consumer with this id is connected
  too_many_consumers,  // EventOptions::consumers
  nil_consumer,        // a nil reference was given
  destroyed,           // the channel has ended
};
/// The reason as one readable line.
[[nodiscard]] const char* describe(ConnectError error) noexcept;

}  // namespace orbweaver::events
