// SPDX-License-Identifier: Apache-2.0
// A change of a device's state as an event for the domain's IDM_Channel. StandardEvent of SCA
// 2.2.2.
#pragma once
#include <orbweaver/device/device_state.hpp>
#include <orbweaver/generated/sca/StandardEvent.hpp>

#include <string>

namespace orbweaver::device {

/// `device`: its identifier, which becomes producerId and sourceId.
[[nodiscard]] StandardEvent::StateChangeEventType event_of(const std::string& device,
                                                           const StateChange& change);

}  // namespace orbweaver::device
