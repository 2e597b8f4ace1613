// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.Callable;
import org.omg.CORBA.ORB;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves one Bench::Target until its input ends or it is signalled. */
@Command(
    description = "Serve the messages of jacorb-bench-client",
    mixinStandardHelpOptions = true)
final class BenchServer implements Callable<Integer> {
  private static final String NAME = "jacorb-bench-server";

  @Mixin private final BenchOptions options = new BenchOptions();

  @Option(names = "--endpoint", description = "listen there, as giop:tcp:HOST:PORT")
  private String endpoint = "giop:tcp:127.0.0.1:0";

  @Option(
      names = "--threading",
      description = "which threads read connections: JacORB has per-connection",
      converter = OnlyThreading.class)
  private String threading = OnlyThreading.NAME;

  @Override
  public Integer call() throws Exception {
    EndOfLife end = new EndOfLife();
    options.placement.apply();
    ORB orb = OrbOptions.forBench().serverOrb(endpoint);
    String reference = orb.object_to_string(BenchSession.activate(orb));
    Lines.printBenchServer(options.nameOr(NAME), reference);
    end.await();
    orb.shutdown(true);
    return 0;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new BenchServer(), arguments);
  }
}
