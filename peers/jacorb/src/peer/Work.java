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
    void take(long durationNs) {
      long end = Clock.nowNs() + durationNs;
      Clock.sleepUntilNs(end - SPUN_END_NS);
      while (Clock.nowNs() < end) {}
    }
  },

  /** Burns that much time of the processor, however long the thread has to wait for one. */
  spin {
    @Override
    void take(long durationNs) {
      long end = THREADS.getCurrentThreadCpuTime() + durationNs;
      while (THREADS.getCurrentThreadCpuTime() < end) {}
    }
  };

  private static final long SPUN_END_NS = 200_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Blocks: that long. */
  abstract void take(long durationNs);
}
