// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The packets of a parallel stage: taken up in the order in which they came, processed in any, and
 * handed on in the order in which they came.
 *
 * <p>Threads: any pushes; workers call takeUp() and done(); one calls next() and forget().
 */
final class PacketWindow {
  static final class Place {
    final Packet packet;
    private boolean isDone;

    private Place(Packet packet) {
      this.packet = packet;
    }
  }

  private final int depth;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Place> places = new ArrayDeque<>();
  private final Deque<Place> waiting = new ArrayDeque<>();
  private int longest;
  private boolean closed;

  /** `depth`: packets in it at most, from push() to forget(). */
  PacketWindow(int depth) {
    this.depth = depth;
  }

  /** Blocks: while the window is full. */
  void push(Packet packet) {
    lock.lock();
    try {
      while (places.size() >= depth) changed.awaitUninterruptibly();
      Place place = new Place(packet);
      places.addLast(place);
      waiting.addLast(place);
      longest = Math.max(longest, waiting.size());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The oldest packet that no worker has taken; `begin` is called for it before another is taken.
   * Blocks: until there is one. Null once the window is closed and none is left.
   */
  Place takeUp(Consumer<Packet> begin) {
    lock.lock();
    try {
      while (!closed && waiting.isEmpty()) changed.awaitUninterruptibly();
      Place place = waiting.pollFirst();
      if (place != null) begin.accept(place.packet);
      return place;
    } finally {
      lock.unlock();
    }
  }

  void done(Place place) {
    lock.lock();
    try {
      place.isDone = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The oldest packet, once it is done. It stays until forget(). Blocks: until then. Null once the
   * window is closed and empty.
   */
  Packet next() {
    lock.lock();
    try {
      while (places.isEmpty() ? !closed : !places.peekFirst().isDone) {
        changed.awaitUninterruptibly();
      }
      return places.isEmpty() ? null : places.peekFirst().packet;
    } finally {
      lock.unlock();
    }
  }

  void forget() {
    lock.lock();
    try {
      places.removeFirst();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The most packets that ever waited to be taken up. */
  int longest() {
    lock.lock();
    try {
      return longest;
    } finally {
      lock.unlock();
    }
  }
}
