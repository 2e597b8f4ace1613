// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The bounded queue between the ORB's threads and a stage's worker thread. */
final class PacketQueue {
  private final int depth;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notFull = lock.newCondition();
  private final Condition notEmpty = lock.newCondition();
  private final Deque<Packet> packets = new ArrayDeque<>();
  private int longest;
  private boolean closed;

  PacketQueue(int depth) {
    this.depth = depth;
  }

  /** Blocks: while the queue is full. */
  void push(Packet packet) {
    lock.lock();
    try {
      while (packets.size() >= depth) notFull.awaitUninterruptibly();
      packets.addLast(packet);
      longest = Math.max(longest, packets.size());
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Blocks: until there is a packet. Null once the queue is closed and empty. */
  Packet pop() {
    lock.lock();
    try {
      while (!closed && packets.isEmpty()) notEmpty.awaitUninterruptibly();
      notFull.signal();
      return packets.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The most packets that ever waited. */
  int longest() {
    lock.lock();
    try {
      return longest;
    } finally {
      lock.unlock();
    }
  }
}
