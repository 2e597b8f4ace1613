// The signal processing of an experiment, which does nothing but take its time.
#pragma once
#include <orbweaver/base/clock.hpp>

namespace orbweaver::lab {

enum class WorkKind {
  wait,  // as for an offload to a DSP or FPGA: needs no processor
  spin,  // needs a processor for the whole time
};

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

/// Sleeps until `moment`; spins the last 200 us, since a virtual machine wakes late.
void wait_precisely_until(TimePoint moment);

}  // namespace orbweaver::lab
