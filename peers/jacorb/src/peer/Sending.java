package peer;

import Lab.PacketHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import peer.PacketTrace.Moment;

/**
 * What a producer sends, as fast as it can or on a schedule fixed beforehand: from one thread, or
 * from several that share the reference.
 */
final class Sending {
  private static final int MOST_RESERVED = 1 << 20;

  private final SendingOptions options;
  private final int packets;
  private final NextSink next;
  private final PacketTrace trace;
  private final Durations sendingNs;
  private final AtomicLong number = new AtomicLong(); // of the latest packet that a sender took
  private long startedNs;
  private long lastSentNs;
  private RuntimeException failure;
  private volatile boolean stopping;

  Sending(SendingOptions options, NextSink next) {
    this.options = options;
    this.next = next;
    packets = options.pipeline.packets;
    trace = new PacketTrace(options.pipeline.trace);
    sendingNs = new Durations(Math.min(packets, MOST_RESERVED));
  }

  /**
   * Blocks: until all packets are sent, or somebody says stop(). Fails: throws what the first
   * sender that failed threw; the others stop.
   */
  void run() throws InterruptedException {
    startedNs = Clock.nowNs();
    List<Thread> others = new ArrayList<>();
    for (int n = 1; n < options.senders; ++n) {
      others.add(new Thread(this::sendOrFail, "sender"));
    }
    others.forEach(Thread::start);
    sendOrFail();
    for (Thread other : others) other.join();
    synchronized (this) {
      if (failure != null) throw failure;
    }
  }

  void stop() {
    stopping = true;
  }

  /** Nobody said stop() before the last packet was out. */
  synchronized boolean isComplete() {
    return sendingNs.count() == packets;
  }

  /** The object `producer` of a result line. */
  synchronized Map<String, Object> told() {
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("started_ns", startedNs);
    sent.put("last_sent_ns", lastSentNs);
    sent.put("transport", "tcp");
    sent.put("send_us", sendingNs.summaryUs());
    trace.tellIn(sent);
    return sent;
  }

  private void sendOrFail() {
    try {
      sendSome();
    } catch (RuntimeException problem) {
      number.set(packets);
      fail(problem);
    }
  }

  private synchronized void fail(RuntimeException problem) {
    if (failure == null) failure = problem;
  }

  private void sendSome() {
    double[] samples = IntStream.range(0, options.elements).asDoubleStream().toArray();
    for (long taken = number.incrementAndGet();
        taken <= packets;
        taken = number.incrementAndGet()) {
      if (options.pipeline.vary) DictionaryWork.fill(taken, samples);
      long due = waitUntilDue(taken);
      if (stopping) return;
      trace.note(taken, Moment.SENDING);
      next.send(new PacketHeader((int) taken, due), samples);
      trace.note(taken, Moment.HANDED_ON);
      noteSent(due, Clock.nowNs());
    }
  }

  /** The moment at which a packet is due; without a pace it is now. */
  private long waitUntilDue(long taken) {
    if (options.paceMs <= 0) return Clock.nowNs();
    long due = startedNs + (long) ((taken - 1) * options.paceMs * 1e6);
    Clock.sleepUntilNs(due);
    return due;
  }

  private synchronized void noteSent(long due, long now) {
    lastSentNs = Math.max(lastSentNs, now);
    sendingNs.add(now - due);
  }
}
