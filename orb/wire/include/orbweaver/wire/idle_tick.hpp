// How often connections are looked at that may be idle.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::wire {

/// A part of the period after which an idle connection is closed, and not more than 5 s: so long a
/// client may take to notice that a server has closed a connection that it does not use.
[[nodiscard]] inline Nanoseconds idle_tick(Nanoseconds idle) noexcept {
  return std::clamp<Nanoseconds>(idle / 4, std::chrono::milliseconds(1), std::chrono::seconds(5));
}

}  // namespace orbweaver::wire
