// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/faults.hpp>

#include <orbweaver/sim/longest_delay.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <array>

namespace orbweaver::sim {

namespace {

constexpr std::array<Time, 8> kDelays{0,
                                      kMicrosecond,
                                      10 * kMicrosecond,
                                      60 * kMicrosecond,
                                      200 * kMicrosecond,
                                      kMillisecond,
                                      5 * kMillisecond,
                                      kLongestDelay};
constexpr std::array<Time, 5> kStalls{0, 100 * kMillisecond, kSecond, 4 * kSecond, 15 * kSecond};

}  // namespace

std::uint32_t fault_of(Kind kind, std::uint32_t n) noexcept {
  if (!may_fault(kind)) return 0;
  const auto form = choices().pick(kind, n);
  if (form != 0) trace().add(Event::fault, static_cast<std::uint64_t>(kind), form);
  return form;
}

bool fault(Kind kind) noexcept { return fault_of(kind, 2) != 0; }

Time travel_time() noexcept {
  return kDelays[fault_of(Kind::delay, kDelays.size())] +
         kStalls[fault_of(Kind::stall, kStalls.size())];
}

}  // namespace orbweaver::sim
