// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.PacketHeader;
import Lab.PacketSinkPOA;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.TRANSIENT;
import peer.PacketTrace.Moment;

/** Takes packets, works on each, hands it on, and reports when all have passed. */
final class StageServant extends PacketSinkPOA {
  private final StageOptions options;
  private final NextSink next;
  private final EndOfLife end;
  private final IntSupplier longestInOrb;
  private final long workNs;
  private final StageStatistics statistics = new StageStatistics();
  private final PacketTrace trace;
  private final DictionaryWork.Meter varied = new DictionaryWork.Meter();
  private final PacketQueue queue;
  private final PacketWindow window;
  private final List<Thread> threads = new ArrayList<>();

  /** `longestInOrb`: the most requests that ever waited for the servant in the ORB. */
  StageServant(StageOptions options, NextSink next, EndOfLife end, IntSupplier longestInOrb) {
    this.options = options;
    this.next = next;
    this.end = end;
    this.longestInOrb = longestInOrb;
    workNs = options.workNs();
    trace = new PacketTrace(options.pipeline.trace);
    queue = new PacketQueue(options.depth);
    window = new PacketWindow(options.depth);
    startThreads();
  }

  private void startThreads() {
    for (int i = 0; i < options.parallel; ++i) start(this::processInParallel);
    if (options.parallel > 0) start(this::handOnInOrder);
    else if (options.worker) start(this::workOffQueue);
  }

  private void start(Runnable body) {
    Thread thread = new Thread(body, "stage");
    threads.add(thread);
    thread.start();
  }

  @Override
  public void send_packet(PacketHeader header, double[] values) {
    accept(new Packet(header, values));
  }

  @Override
  public void push_packet(PacketHeader header, double[] values) {
    accept(new Packet(header, values));
  }

  @Override
  public void end_of_stream(int packets) {
    if (statistics.expect(Integer.toUnsignedLong(packets))) report();
  }

  /** Works off what is queued. Call it when no request comes any more. */
  void finish() throws InterruptedException {
    queue.close();
    window.close();
    for (Thread thread : threads) thread.join();
  }

  private void accept(Packet packet) {
    trace.note(packet.number(), Moment.ARRIVED);
    if (options.parallel > 0) {
      window.push(packet);
    } else if (options.worker) {
      queue.push(packet);
    } else if (!process(packet)) {
      throw new TRANSIENT(0, CompletionStatus.COMPLETED_MAYBE);
    }
    trace.note(packet.number(), Moment.RETURNED);
  }

  /** Returns whether the packet went on. */
  private boolean process(Packet packet) {
    statistics.begin(packet);
    workOn(packet);
    if (!handOn(packet)) return false;
    statistics.processed();
    if (statistics.handedOn(packet)) report();
    return true;
  }

  private void workOn(Packet packet) {
    trace.note(packet.number(), Moment.BEGUN);
    if (options.pipeline.vary) workAsDataAsk(packet.samples());
    else if (workNs > 0) options.work.take(workNs);
    trace.note(packet.number(), Moment.WORKED);
  }

  /** Parsing the data is part of it. */
  private void workAsDataAsk(double[] samples) {
    long begunNs = options.work.clockNs();
    long asked = DictionaryWork.on(samples, workNs);
    varied.record(asked);
    long left = asked - (options.work.clockNs() - begunNs);
    if (left > 0) options.work.take(left);
  }

  /** Returns whether the packet went on; if not, the main thread was notified and ends the program. */
  private boolean handOn(Packet packet) {
    try {
      trace.note(packet.number(), Moment.SENDING);
      next.send(packet.header(), packet.samples());
      trace.note(packet.number(), Moment.HANDED_ON);
      return true;
    } catch (RuntimeException failure) {
      end.fail(Program.describe(failure));
      return false;
    }
  }

  private void workOffQueue() {
    Packet packet = queue.pop();
    while (packet != null && process(packet)) packet = queue.pop();
  }

  private void processInParallel() {
    PacketWindow.Place place = window.takeUp(statistics::begin);
    while (place != null) {
      workOn(place.packet);
      statistics.processed();
      window.done(place);
      place = window.takeUp(statistics::begin);
    }
  }

  private void handOnInOrder() {
    Packet packet = window.next();
    while (packet != null && handOn(packet)) {
      if (statistics.handedOn(packet)) report();
      window.forget();
      packet = window.next();
    }
  }

  private void report() {
    try {
      next.announceEnd(statistics.expected());
    } catch (RuntimeException failure) {
      end.fail(Program.describe(failure));
      return;
    }
    int longest = longestInOrb.getAsInt() + queue.longest() + window.longest();
    Map<String, Object> reported = statistics.report(longest);
    if (options.pipeline.vary) reported.put("work_ns", varied.reported());
    trace.tellIn(reported);
    Lines.printResult(options.name, "stage", reported);
  }
}
