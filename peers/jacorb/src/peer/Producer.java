// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.omg.CORBA.ORB;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends packets to the next component. */
@Command(
    description = "Send packets through a pipeline with JacORB",
    mixinStandardHelpOptions = true)
final class Producer implements Callable<Integer> {
  private static final String NAME = "jacorb-producer";

  @Spec private CommandSpec spec;
  @Mixin private final SendingOptions options = new SendingOptions();

  @Option(names = "--name", description = "name in messages and results")
  private String name = NAME;

  /**
   * Stopped, it leaves without announcing an end: the stages must not take a part for the whole.
   */
  private void send(Sending sending, NextSink next, EndOfLife end) {
    try {
      sending.run();
      if (!sending.isComplete()) return;
      next.announceEnd(options.pipeline.packets);
      Lines.printResult(name, "producer", sending.reported());
    } catch (Throwable failure) {
      end.fail(Program.describe(failure));
    }
  }

  /** Blocks: until the program's end; sending goes on in a thread of its own. */
  @Override
  public Integer call() throws Exception {
    if (options.pipeline.next.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--next is missing");
    }
    EndOfLife end = new EndOfLife();
    options.pipeline.placement.apply();
    ORB orb = options.pipeline.orbOptions().clientOrb();
    NextSink next = new NextSink(orb, options.pipeline, end);
    Sending sending = new Sending(options, next);
    Lines.printReady(name);
    Thread sender = new Thread(() -> send(sending, next, end), "sender");
    sender.start();
    Optional<String> error = end.await();
    sending.stop();
    error.ifPresent(what -> Lines.printError(name, what));
    if (error.isEmpty()) sender.join(options.pipeline.callTimeoutMs);
    return error.isPresent() ? 1 : 0;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new Producer(), arguments);
  }
}
