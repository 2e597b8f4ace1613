// SPDX-License-Identifier: Apache-2.0
// A stamp says of a packet which connection carried it, and how old it is.
#pragma once
#include <cstdint>

namespace orbweaver::packets {

/// The times of a packet, in nanoseconds of the monotonic clock of this machine. 0: there is none;
/// of packets that come fast, most have none (PacedClock).
struct Times {
  std::int64_t born_ns = 0;     ///< when the first component of the pipeline made it
  std::int64_t sent_ns = 0;     ///< when its last connection took it
  std::int64_t expires_ns = 0;  ///< when the lifespan of that connection has passed
  std::int64_t due_ns = 0;      ///< when the end-to-end budget of the application is used up
  friend bool operator==(const Times&, const Times&) = default;
};

/// The data that a sender adds to a packet. All members are 0 if the sender adds none, as other
/// ORBs do.
struct Stamp {
  std::uint64_t clock = 0;       ///< which clock the times are of: see clock_of_this_machine()
  std::uint64_t connection = 0;  ///< unique; 0: the sender does not say
  std::uint64_t number = 0;      ///< number of the packet on the connection, from 1; 0: unknown
  Times times;                   ///< on the clock that `clock` names
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

/// Names the monotonic clock that the processes of this machine share: made of the boot id. The
/// same until the machine is started again; the first call reads a file.
[[nodiscard]] std::uint64_t clock_of_this_machine();
/// Different for each call, also in other processes. Fails: std::system_error if the system gives
/// no random octets.
[[nodiscard]] std::uint64_t make_connection_number();

/// The stamp with the times of this machine's clock. A stamp of another clock is taken to be sent
/// at `now_ns`: its age and what is left of its times are kept, and how long it was on its way is
/// unknown (`sent_ns` is 0).
[[nodiscard]] Stamp on_clock_of_this_machine(const Stamp& stamp, std::int64_t now_ns);

/// Whether a packet is of no use any more.
/// `good`: it is of use; age_of() has when it is `expired` or `late`.
enum class Age { good, expired, late };
/// `expired`: older than the lifespan of its connection; `late`: its end-to-end budget is used up.
[[nodiscard]] constexpr Age age_of(const Times& times, std::int64_t now_ns) noexcept {
  if (times.expires_ns != 0 && now_ns > times.expires_ns) return Age::expired;
  if (times.due_ns != 0 && now_ns > times.due_ns) return Age::late;
  return Age::good;
}
/// Whether age_of() may ever say anything else than `good`.
[[nodiscard]] constexpr bool can_age(const Times& times) noexcept {
  return times.expires_ns != 0 || times.due_ns != 0;
}

}  // namespace orbweaver::packets
