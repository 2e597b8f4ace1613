// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The loops that take time, as bench/measure.hpp has them for the other peers. */
final class BenchLoops {
  private static final long PATIENCE_NS = 10_000_000_000L;

  private BenchLoops() {}

  /** Calls that each wait for their answer; the end of one batch is the beginning of the next. */
  static Measured calls(BenchCommand command, Runnable call) {
    repeat(command.warmUp(), call);
    long[] durations = new long[command.calls() / command.batch()];
    long begin = Clock.nowNs();
    long before = begin;
    for (int look = 0; look < durations.length; ++look) {
      repeat(command.batch(), call);
      long after = Clock.nowNs();
      durations[look] = after - before;
      before = after;
    }
    int calls = durations.length * command.batch();
    return Measured.ofCalls(calls, before - begin, command.batch(), durations);
  }

  /** Which call on a connection is timed. */
  enum Turn {
    first,
    second
  }

  /** One call on each of so many connections: `open` makes one, not timed, for the `call`. */
  static Measured turn(BenchCommand command, Turn turn, Runnable open, Runnable call) {
    repeat(command.warmUp(), () -> timeTurn(turn, open, call));
    long[] durations = new long[command.calls()];
    Arrays.setAll(durations, n -> timeTurn(turn, open, call));
    return Measured.ofCalls(command.calls(), Arrays.stream(durations).sum(), 1, durations);
  }

  private static long timeTurn(Turn turn, Runnable open, Runnable call) {
    open.run();
    if (turn == Turn.second) call.run();
    long begin = Clock.nowNs();
    call.run();
    return Clock.nowNs() - begin;
  }

  /**
   * A stream: each message is posted, then `received` (how many came since it was last asked) is
   * asked until all have. The time ends with the answer that completes them.
   */
  static Measured stream(BenchCommand command, Runnable post, LongSupplier received) {
    received.getAsLong();
    if (command.warmUp() > 0) post(command.warmUp(), post, received);
    long begin = Clock.nowNs();
    post(command.calls(), post, received);
    return Measured.ofStream(command.calls(), Clock.nowNs() - begin);
  }

  private static void post(int count, Runnable post, LongSupplier received) {
    repeat(count, post);
    long limit = Clock.nowNs() + PATIENCE_NS;
    for (long arrived = received.getAsLong();
        arrived < count;
        arrived += received.getAsLong()) {
      Failed.require(
          Clock.nowNs() < limit,
          (count - arrived) + " of " + count + " one-way messages did not arrive");
      Thread.yield();
    }
  }

  /**
   * Packets pushed into a port, each from the call: until it returns, and until the processing
   * thread has it. `takenNs` is asked at the end; it returns those of the warm-up, too.
   */
  static Measured packets(BenchCommand command, Runnable push, Supplier<long[]> takenNs) {
    takenNs.get();
    repeat(command.warmUp(), push);
    long[] begun = new long[command.calls()];
    long[] durations = new long[command.calls()];
    long begin = Clock.nowNs();
    for (int n = 0; n < begun.length; ++n) {
      begun[n] = Clock.nowNs();
      push.run();
      durations[n] = Clock.nowNs() - begun[n];
    }
    long elapsed = Clock.nowNs() - begin;
    long[] taken = since(begun, takenNs.get(), command.warmUp());
    return new Measured(command.calls(), elapsed, 1, durations, taken);
  }

  private static long[] since(long[] begun, long[] taken, int warmUp) {
    Failed.require(
        taken.length == warmUp + begun.length,
        "the port reports " + taken.length + " packets, not " + (warmUp + begun.length)
            + "; it keeps a million");
    long[] ways = new long[begun.length];
    Arrays.setAll(ways, n -> taken[warmUp + n] - begun[n]);
    return ways;
  }

  /** One message at a time, and `behind` each a call that returns when it has been taken. */
  static Measured deliveries(
      BenchCommand command, Runnable deliver, Runnable behind, Supplier<long[]> deliveryNs) {
    Runnable one = () -> { deliver.run(); behind.run(); };
    deliver(command.warmUp(), one, deliveryNs);
    long begin = Clock.nowNs();
    long[] durations = deliver(command.calls(), one, deliveryNs);
    return Measured.ofCalls(durations.length, Clock.nowNs() - begin, 1, durations);
  }

  /** JacORB may answer a call before a one-way call that came ahead of it has run. */
  private static long[] deliver(int count, Runnable one, Supplier<long[]> deliveryNs) {
    repeat(count, one);
    long[] all = {};
    for (long limit = Clock.nowNs() + PATIENCE_NS; all.length < count; ) {
      all = joined(all, deliveryNs.get());
      Failed.require(Clock.nowNs() < limit, "one-way messages did not arrive");
    }
    return all;
  }

  private static long[] joined(long[] first, long[] second) {
    long[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static void repeat(int count, Runnable call) {
    for (int n = 0; n < count; ++n) call.run();
  }
}
