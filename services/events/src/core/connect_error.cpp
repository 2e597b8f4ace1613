// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/events/connect_error.hpp>

namespace orbweaver::events {

const char* describe(ConnectError error) noexcept {
  switch (error) {
    case ConnectError::already_connected:
      return "a consumer with this id is connected already";
    case ConnectError::too_many_consumers:
      return "the event channel takes no more consumers";
    case ConnectError::nil_consumer:
      return "the consumer's reference is nil";
    case ConnectError::destroyed:
      break;
  }
  return "the event channel has been destroyed";
}

}  // namespace orbweaver::events
