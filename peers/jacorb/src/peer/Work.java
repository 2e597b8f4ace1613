// SPDX-License-Identifier: Apache-2.0
package peer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The signal processing of a stage, as time; constants are named as a person writes them. */
enum Work {
  /**
   * As for an offload to other hardware; sleeps, then spins the last 200 us, because a sleep ends
   * late.
   */
  wait {
    @Override
    long clockNs() {
      return Clock.nowNs();
    }

    @Override
    void take(long durationNs) {
      long end = Clock.nowNs() + durationNs;
      Clock.sleepUntilNs(end - SPUN_END_NS);
      while (Clock.nowNs() < end) {}
    }
  },

  /** Burns that much time of the processor, however long the thread has to wait for one. */
  spin {
    @Override
    long clockNs() {
      return THREADS.getCurrentThreadCpuTime();
    }

    @Override
    void take(long durationNs) {
      long end = clockNs() + durationNs;
      while (clockNs() < end) {}
    }
  };

  private static final long SPUN_END_NS = 200_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** What such work is counted by: real time, or this thread's processor time. */
  abstract long clockNs();

  /** Blocks: that long. */
  abstract void take(long durationNs);
}
