// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a stage counts and measures while packets pass. Threads: any. */
final class StageStatistics {
  private static final long UNKNOWN = -1;

  private long expected = UNKNOWN;
  private boolean done;
  private long begun;
  private long handedOn;
  private long previousOut;
  private long reorderedOut;
  private long previousNumber;
  private long reorderedPrevious;
  private long reorderedOriginal;
  private int active;
  private int mostActive;
  private long activeSinceNs;
  private long busyNs;
  private long lastNs;
  private final Durations latencies = new Durations(1024);

  /** Processing of a packet begins; arrivals are judged in the order of these calls. */
  synchronized void begin(Packet packet) {
    long now = Clock.nowNs();
    long number = packet.number();
    ++begun;
    if (number != previousNumber + 1) ++reorderedPrevious;
    if (number != begun) ++reorderedOriginal;
    previousNumber = number;
    if (active++ == 0) activeSinceNs = now;
    mostActive = Math.max(mostActive, active);
    latencies.add(now - packet.header().created_ns);
  }

  /** Processing of a packet ended. */
  synchronized void processed() {
    if (--active == 0) busyNs += Clock.nowNs() - activeSinceNs;
  }

  /** A packet was handed on. Returns whether that makes the stage's part done, true only once. */
  synchronized boolean handedOn(Packet packet) {
    lastNs = Clock.nowNs();
    ++handedOn;
    if (packet.number() != previousOut + 1) ++reorderedOut;
    previousOut = packet.number();
    return isJustDone();
  }

  /** So many packets will have come. Returns whether that makes the part done, true only once. */
  synchronized boolean expect(long packets) {
    expected = packets;
    return isJustDone();
  }

  synchronized long expected() {
    return Math.max(expected, 0);
  }

  private boolean isJustDone() {
    if (done || expected == UNKNOWN || handedOn < expected) return false;
    done = true;
    return true;
  }

  /** The object `stage` of a result line. */
  synchronized Map<String, Object> report(int longestQueue) {
    Map<String, Object> reported = new LinkedHashMap<>();
    reported.put("last_ns", lastNs);
    reported.put("received", begun);
    reported.put("lost", Math.max(expected - begun, 0));
    reported.put("reordered_previous", reorderedPrevious);
    reported.put("reordered_original", reorderedOriginal);
    reported.put("reordered_out", reorderedOut);
    reported.put("busy_ns", busyNs);
    reported.put("max_concurrency", mostActive);
    reported.put("max_queue", longestQueue);
    reported.put("transport", "tcp");
    reported.put("latency_us", latencies.summaryUs());
    return reported;
  }
}
