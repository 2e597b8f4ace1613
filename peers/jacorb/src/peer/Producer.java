package peer;

import Lab.PacketHeader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.omg.CORBA.ORB;
import peer.PacketTrace.Moment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends packets to the next component, as fast as it can or on a schedule fixed beforehand. */
@Command(
    description = "Send packets through a pipeline with JacORB",
    mixinStandardHelpOptions = true)
final class Producer implements Callable<Integer> {
  private static final String NAME = "jacorb-producer";
  private static final int MOST_RESERVED = 1 << 20;

  @Spec private CommandSpec spec;
  @Mixin private final PipelineOptions options = new PipelineOptions();

  @Option(names = "--name", description = "name in messages and results")
  private String name = NAME;

  @Option(
      names = "--elements",
      description = "doubles in a packet",
      converter = Count.FromZero.class)
  private int elements = 1024;

  @Option(
      names = "--pace-ms",
      description = "one packet each X ms; 0: as fast as it can",
      converter = Count.Milliseconds.class)
  private double paceMs = 0;

  private volatile boolean stopping;

  /** The moment at which a packet is due; without a pace it is now. */
  private long waitUntilDue(long startedNs, int number) {
    if (paceMs <= 0) return Clock.nowNs();
    long due = startedNs + (long) ((number - 1) * paceMs * 1e6);
    Clock.sleepUntilNs(due);
    return due;
  }

  /** Stops early, without announcing the end, once `stopping` is set. */
  private Map<String, Object> sendAll(NextSink next) {
    double[] samples = IntStream.range(0, elements).asDoubleStream().toArray();
    PacketTrace trace = new PacketTrace(options.trace);
    Durations sending = new Durations(Math.min(options.packets, MOST_RESERVED));
    long startedNs = Clock.nowNs();
    long lastSentNs = 0;
    for (int number = 1; number <= options.packets && !stopping; ++number) {
      long due = waitUntilDue(startedNs, number);
      trace.note(number, Moment.SENDING);
      next.send(new PacketHeader(number, due), samples);
      trace.note(number, Moment.HANDED_ON);
      lastSentNs = Clock.nowNs();
      sending.add(lastSentNs - due);
    }
    if (!stopping) next.announceEnd(options.packets);
    Map<String, Object> sent = new LinkedHashMap<>();
    sent.put("started_ns", startedNs);
    sent.put("last_sent_ns", lastSentNs);
    sent.put("transport", "tcp");
    sent.put("send_us", sending.summaryUs());
    trace.tellIn(sent);
    return sent;
  }

  private void send(NextSink next, EndOfLife end) {
    try {
      Map<String, Object> sent = sendAll(next);
      if (!stopping) Lines.printResult(name, "producer", sent);
    } catch (RuntimeException failure) {
      end.fail(Program.describe(failure));
    }
  }

  /** Blocks: until the program's end; sending goes on in a thread of its own. */
  @Override
  public Integer call() throws Exception {
    if (options.next.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--next is missing");
    }
    EndOfLife end = new EndOfLife();
    options.placement.apply();
    ORB orb = options.orbOptions().clientOrb();
    NextSink next = new NextSink(orb, options, end);
    Lines.printReady(name);
    Thread sender = new Thread(() -> send(next, end), "sender");
    sender.start();
    Optional<String> error = end.await();
    stopping = true;
    error.ifPresent(what -> Lines.printError(name, what));
    if (error.isEmpty()) sender.join(options.callTimeoutMs);
    return error.isPresent() ? 1 : 0;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new Producer(), arguments);
  }
}
