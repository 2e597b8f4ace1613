// SPDX-License-Identifier: Apache-2.0
// Single ones of the transports of this room.
#pragma once
#include "transport_under_test.hpp"

namespace orbweaver::transport::conformance {

[[nodiscard]] TransportUnderTest shm();
[[nodiscard]] TransportUnderTest shm_frugal();

}  // namespace orbweaver::transport::conformance
