// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.locks.LockSupport;

/** CLOCK_MONOTONIC, the same clock in every process of the machine: System.nanoTime() on Linux. */
final class Clock {
  private Clock() {}

  static long nowNs() {
    return System.nanoTime();
  }

  /** Parks: Thread.sleep() rounds to whole milliseconds before Java 21. */
  static void sleepUntilNs(long moment) {
    long left = moment - nowNs();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = moment - nowNs();
    }
  }
}
