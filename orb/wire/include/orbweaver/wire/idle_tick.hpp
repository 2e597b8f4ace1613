// SPDX-License-Identifier: Apache-2.0
// How often to check for idle connections.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::wire {

/// A part of the period after which an idle connection is closed, at most 5 s. A client notices
/// within this time that a server has closed a connection which the client does not use.
[[nodiscard]] inline Nanoseconds idle_tick(Nanoseconds idle) noexcept {
  return std::clamp<Nanoseconds>(idle / 4, std::chrono::milliseconds(1), std::chrono::seconds(5));
}

/// The shorter of two time limits; 0 means no limit.
[[nodiscard]] inline Nanoseconds shorter_limit(Nanoseconds one, Nanoseconds other) noexcept {
  if (one.count() <= 0 || other.count() <= 0) return std::max(one, other);
  return std::min(one, other);
}

}  // namespace orbweaver::wire
