// Reasons for which a consumer was not connected.
#pragma once

namespace orbweaver::events {

enum class ConnectError {
  already_connected,  // a consumer with this id is connected
  too_many_consumers,
  nil_consumer,
  destroyed,  // the channel has ended
};
/// The reason as one readable line.
[[nodiscard]] const char* describe(ConnectError error) noexcept;

}  // namespace orbweaver::events
