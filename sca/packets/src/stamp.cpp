// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/stamp.hpp>

#include <orbweaver/os/random.hpp>
#include <orbweaver/os/read_file.hpp>

#include <algorithm>
#include <string_view>

namespace orbweaver::packets {

namespace {

// FNV-1a.
std::uint64_t hash_of(std::string_view text) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash ^= static_cast<unsigned char>(character);
    hash *= 0x100000001b3;
  }
  return hash;
}

}  // namespace

std::uint64_t clock_of_this_machine() {
  static const std::uint64_t clock = [] {
    const auto boot = os::read_file("/proc/sys/kernel/random/boot_id", 64);
    return boot && !boot->empty() ? hash_of(*boot) : make_connection_number();
  }();
  return clock;
}

std::uint64_t make_connection_number() { return std::max<std::uint64_t>(os::random_number(), 1); }

Stamp on_clock_of_this_machine(const Stamp& stamp, std::int64_t now_ns) {
  if (stamp.clock == clock_of_this_machine()) return stamp;
  Stamp here = stamp;
  here.clock = clock_of_this_machine();
  const auto shifted = [&](std::int64_t time) {
    if (time == 0 || stamp.times.sent_ns == 0) return std::int64_t{0};
    std::int64_t moved = 0;  // the times come from another program, and may be anything
    const bool is_beyond = __builtin_add_overflow(now_ns, time - stamp.times.sent_ns, &moved);
    return is_beyond ? INT64_MAX : std::max<std::int64_t>(moved, 1);
  };
  here.times = {shifted(stamp.times.born_ns), 0, shifted(stamp.times.expires_ns),
                shifted(stamp.times.due_ns)};
  return here;
}

}  // namespace orbweaver::packets
