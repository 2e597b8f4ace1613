// SPDX-License-Identifier: Apache-2.0
package peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.omg.CORBA.SystemException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures calls to a Bench::Target; reads commands from standard input. */
@Command(
    description = "Measure calls to jacorb-bench-server",
    mixinStandardHelpOptions = true)
final class BenchClient implements Callable<Integer> {
  private static final String NAME = "jacorb-bench-client";
  private static final String FIRST_KIND = "{\"case\":\"twoway\",\"bytes\":64}";

  @Mixin private final BenchOptions options = new BenchOptions();

  @Option(names = "--reference", description = "what the server's ready line says")
  private String reference = "";

  @Option(
      names = "--collocated",
      description = "call an object of this program, not the server's")
  private boolean collocated;

  private final Map<String, Function<BenchCommand, Measured>> cases = new TreeMap<>();
  private final JitWarmUp warmUp = new JitWarmUp();
  private BenchSession session;

  BenchClient() {
    cases.put("twoway", this::twoway);
    cases.put("oneway", this::oneway);
    cases.put("delivery", this::delivery);
    cases.put("samples", this::samples);
    cases.put("packet", this::packets);
    cases.put("first", command -> turn(BenchLoops.Turn.first, command));
    cases.put("second", command -> turn(BenchLoops.Turn.second, command));
  }

  private Bench.Target target() {
    return session.target();
  }

  private void ping() {
    target().ping();
  }

  /** An ORB of its own for each connection, as the other peers have it. */
  private void renew() {
    if (session != null) session.end();
    try {
      session = collocated ? BenchSession.collocated() : BenchSession.withServer(reference);
    } catch (SystemException raised) {
      throw raised;
    } catch (Exception raised) {
      throw new Failed(Program.describe(raised));
    }
  }

  private Measured twoway(BenchCommand command) {
    return BenchLoops.calls(command, BenchCalls.twoway(target(), command));
  }

  private Measured oneway(BenchCommand command) {
    return BenchLoops.stream(command, BenchCalls.oneway(target(), command), target()::received);
  }

  private Measured delivery(BenchCommand command) {
    Runnable deliver = BenchCalls.deliver(target(), command);
    return BenchLoops.deliveries(command, deliver, this::ping, target()::delivery_ns);
  }

  private Measured samples(BenchCommand command) {
    Bench.SamplesPort port = target().samples_port();
    return BenchLoops.packets(command, BenchCalls.samples(port, command), port::taken_ns);
  }

  private Measured packets(BenchCommand command) {
    Bench.PacketsPort port = target().packets_port();
    return BenchLoops.packets(command, new PacketCalls(port, command), port::taken_ns);
  }

  private Measured turn(BenchLoops.Turn turn, BenchCommand command) {
    return BenchLoops.turn(command, turn, this::renew, this::ping);
  }

  /** Fails: throws Failed, CORBA exceptions. */
  private Measured answer(BenchCommand command) {
    String known = String.join(", ", cases.keySet());
    Failed.require(
        cases.containsKey(command.what()),
        "there is no case '" + command.what() + "' here; known are " + known);
    Function<BenchCommand, Measured> run = cases.get(command.what());
    warmUp.before(command, run);
    return run.apply(command);
  }

  private void answerLine(String name, String line) {
    try {
      BenchCommand command = BenchCommand.parse(line);
      Lines.print(answer(command).line(command));
    } catch (RuntimeException failure) {
      Lines.printError(name, Program.describe(failure));
    }
  }

  private void answerAll(String name) throws IOException {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      answerLine(name, line);
    }
  }

  @Override
  public Integer call() throws Exception {
    String name = options.nameOr(NAME);
    options.placement.apply();
    renew();
    long before = Clock.nowNs();
    ping();
    long firstCallNs = Clock.nowNs() - before;
    warmUp.before(BenchCommand.parse(FIRST_KIND), this::twoway);
    Lines.printBenchClient(name, firstCallNs);
    answerAll(name);
    session.end();
    return 0;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new BenchClient(), arguments);
  }
}
