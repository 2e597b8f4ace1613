// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What lies behind a component's port, as bench/processing.hpp has it: a queue of five and a thread
 * that takes packets out. Threads: any number may push.
 */
final class Processing {
  private static final int DEPTH = 5; // OSSIE's default
  private static final int MOST_TIMES = 1_000_000;

  private final Object[] queue = new Object[DEPTH];
  private final Semaphore free = new Semaphore(DEPTH);
  private final Semaphore filled = new Semaphore(0);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition settled = lock.newCondition();
  private final long[] timesNs = new long[MOST_TIMES]; // to grow would be measured, too
  private long pushed;
  private long taken;
  private int reported;

  Processing() {
    Thread thread = new Thread(this::takeAll, "processing");
    thread.setDaemon(true);
    thread.start();
  }

  /** Blocks: while the queue is full. Owns: the packet from then on; it is not copied. */
  void push(Object packet) {
    free.acquireUninterruptibly();
    lock.lock();
    try {
      queue[(int) (pushed++ % DEPTH)] = packet;
    } finally {
      lock.unlock();
    }
    filled.release();
  }

  /** When the thread took each packet since the last call, in order. Blocks: until all are. */
  long[] takenNs() {
    lock.lock();
    try {
      while (taken < pushed) settled.awaitUninterruptibly();
      long[] times = Arrays.copyOf(timesNs, reported);
      reported = 0;
      return times;
    } finally {
      lock.unlock();
    }
  }

  private void takeAll() {
    while (true) {
      filled.acquireUninterruptibly();
      take(Clock.nowNs());
      free.release();
    }
  }

  private void take(long takenNs) {
    lock.lock();
    try {
      if (reported < MOST_TIMES) timesNs[reported++] = takenNs;
      ++taken;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
