// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves one AnyLab::AnyEcho until its input ends or it is signalled. */
@Command(description = "Serve AnyLab::AnyEcho with JacORB", mixinStandardHelpOptions = true)
final class AnyServer implements Callable<Integer> {
  private static final String NAME = "jacorb-any-server";

  @Mixin private final Serving serving = new Serving();

  @Override
  public Integer call() throws Exception {
    return serving.serve(NAME, (orb, poa, end) -> new AnyServant(orb));
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new AnyServer(), arguments);
  }
}
