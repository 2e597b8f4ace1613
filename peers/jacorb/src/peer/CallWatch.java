// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/**
 * Notices a packet whose sending takes too long. JacORB limits the wait for a reply, but no write
 * to a socket that the receiver does not empty. Threads: any sends; each has one call at a time.
 */
final class CallWatch {
  private static final class Call {
    private long packet;
    private volatile long begunNs; // 0: none; written last
  }

  private final long timeoutNs;
  private final LongConsumer tooLong;
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final ThreadLocal<Call> own = ThreadLocal.withInitial(this::newCall);

  /** `tooLong` is given the packet, once; 0 ms: nothing is watched. */
  CallWatch(long timeoutMs, LongConsumer tooLong) {
    timeoutNs = timeoutMs * 1_000_000;
    this.tooLong = tooLong;
    if (timeoutMs == 0) return;
    Thread watch = new Thread(this::watch, "call watch");
    watch.setDaemon(true);
    watch.start();
  }

  void during(long packet, Runnable sending) {
    Call call = own.get();
    call.packet = packet;
    call.begunNs = Clock.nowNs();
    try {
      sending.run();
    } finally {
      call.begunNs = 0;
    }
  }

  private Call newCall() {
    Call call = new Call();
    calls.add(call);
    return call;
  }

  private void watch() {
    while (true) {
      long oldestNs = Clock.nowNs();
      for (Call call : calls) {
        long begunNs = call.begunNs;
        if (begunNs == 0) continue;
        if (Clock.nowNs() - begunNs > timeoutNs) {
          tooLong.accept(call.packet);
          return;
        }
        oldestNs = Math.min(oldestNs, begunNs);
      }
      Clock.sleepUntilNs(oldestNs + timeoutNs + 1);
    }
  }
}
