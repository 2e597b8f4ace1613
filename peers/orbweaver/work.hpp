// SPDX-License-Identifier: Apache-2.0
// The signal processing of an experiment, which does nothing but take its time.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <cstdint>

namespace orbweaver::lab {

enum class WorkKind {
  wait,  // as for an offload to a DSP or FPGA: needs no processor
  spin,  // needs a processor for the whole time
};

/// What such work is counted by: real time, or this thread's processor time.
[[nodiscard]] Nanoseconds reading_of_clock(WorkKind kind) noexcept;

class Work {
 public:
  Work(WorkKind kind, Nanoseconds duration) noexcept : kind_(kind), duration_(duration) {}
  /// Blocks for the duration: of real time (wait), or of this thread's processor time (spin), so
  /// that two that share a processor take twice as long.
  void carry_out() const;

 private:
  WorkKind kind_;
  Nanoseconds duration_;
};

/// Delays as a busy component has them: mostly none, often a few instructions, now and then so long
/// that queues fill. The same seed gives the same delays, packet by packet.
class RandomDelay {
 public:
  explicit RandomDelay(std::uint64_t seed) noexcept : seed_(seed) {}
  /// 15 of 16 packets: none; most others up to 10 us; 1 of 65536: 2 to 10 ms.
  [[nodiscard]] Nanoseconds of(std::uint64_t packet) const noexcept;
  /// Blocks for as long: sleeps when long, spins when short.
  void carry_out(std::uint64_t packet) const;

 private:
  std::uint64_t seed_;
};

}  // namespace orbweaver::lab
