// SPDX-License-Identifier: Apache-2.0
// What the requests of pushPacket that reach this program ask for: a reply, as two-way calls do, or
// none. omniORB shows it to its interceptors alone.
#pragma once
#include <cstdint>

namespace component_client {

struct Pushes {
  std::uint64_t with_reply = 0, without_reply = 0;
};

/// Once, after the ORB is made and before objects are active.
void watch_pushes();
[[nodiscard]] Pushes pushes_so_far();

}  // namespace component_client
