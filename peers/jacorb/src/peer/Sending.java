// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.PacketHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import peer.PacketTrace.Moment;

/**
 * What a producer sends, as fast as it can or on a schedule fixed beforehand: from one thread, or
 * from several that share the reference; as pipeline/senders.hpp.
 */
final class Sending {
  private static final int MOST_RESERVED = 1 << 20;

  private final SendingOptions options;
  private final int packets;
  private final NextSink next;
  private final PacketTrace trace;
  private final List<Sender> senders = new ArrayList<>();
  private final AtomicLong taken = new AtomicLong(); // the latest packet that a sender took
  private long startedNs;
  private Throwable failure;
  private volatile boolean stopping;

  Sending(SendingOptions options, NextSink next) {
    this.options = options;
    this.next = next;
    packets = options.pipeline.packets;
    trace = new PacketTrace(options.pipeline.trace);
    for (int n = 0; n < options.senders; ++n) senders.add(new Sender());
  }

  /**
   * Blocks: until all packets are sent, or another thread calls stop(). Fails: throws the exception
   * of the first sender that failed; the others stop.
   */
  void run() throws Throwable {
    List<Thread> others = new ArrayList<>();
    for (Sender sender : senders.subList(1, senders.size())) {
      others.add(new Thread(sender, "sender"));
    }
    startedNs = Clock.nowNs();
    for (Thread other : others) other.start();
    senders.get(0).run();
    for (Thread other : others) other.join();
    synchronized (this) {
      if (failure != null) throw failure;
    }
  }

  void stop() {
    stopping = true;
  }

  /** All packets were sent before a call of stop(). Call it when run() has returned. */
  boolean isComplete() {
    return sentPackets() == packets;
  }

  /** The object `producer` of a result line. Call it when run() has returned. */
  Map<String, Object> reported() {
    Durations sendingNs = new Durations(sentPackets());
    long lastSentNs = startedNs;
    for (Sender sender : senders) {
      sendingNs.add(sender.sendingNs);
      lastSentNs = Math.max(lastSentNs, sender.lastNs);
    }
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("started_ns", startedNs);
    sent.put("last_sent_ns", lastSentNs);
    sent.put("transport", "tcp");
    sent.put("send_us", sendingNs.summaryUs());
    trace.tellIn(sent);
    return sent;
  }

  private int sentPackets() {
    return senders.stream().mapToInt(sender -> sender.sendingNs.count()).sum();
  }

  private synchronized void fail(Throwable problem) {
    stopping = true;
    if (failure == null) failure = problem;
  }

  /** The moment at which a packet is due; without a pace it is now. */
  private long waitUntilDue(long number) {
    if (options.paceMs <= 0) return Clock.nowNs();
    long due = startedNs + (long) ((number - 1) * options.paceMs * 1e6);
    Clock.sleepUntilNs(due);
    return due;
  }

  /** One of the threads that share the reference, and what it has sent. */
  private final class Sender implements Runnable {
    private final double[] samples = new double[options.elements];
    private final Durations sendingNs =
        new Durations(Math.min(packets / options.senders + 1, MOST_RESERVED));
    private long lastNs;

    Sender() {
      for (int i = 0; i < samples.length; ++i) samples[i] = i;
    }

    @Override
    public void run() {
      try {
        long number = taken.incrementAndGet();
        for (; number <= packets && !stopping; number = taken.incrementAndGet()) sendOne(number);
      } catch (Throwable problem) { // an Error, too: otherwise it would be lost
        fail(problem);
      }
    }

    private void sendOne(long number) {
      if (options.pipeline.vary) DictionaryWork.fill(number, samples);
      long due = waitUntilDue(number);
      if (stopping) return;
      trace.note(number, Moment.SENDING);
      next.send(new PacketHeader((int) number, due), samples);
      trace.note(number, Moment.HANDED_ON);
      lastNs = Clock.nowNs();
      sendingNs.add(lastNs - due);
    }
  }
}
