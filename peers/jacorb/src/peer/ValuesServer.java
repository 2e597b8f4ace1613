// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves one ValueLab::Keeper until its input ends or it is signalled. */
@Command(description = "Serve ValueLab::Keeper with JacORB", mixinStandardHelpOptions = true)
final class ValuesServer implements Callable<Integer> {
  private static final String NAME = "jacorb-values-server";

  @Mixin private final Serving serving = new Serving();

  @Override
  public Integer call() throws Exception {
    return serving.serve(
        NAME,
        (orb, poa, end) -> {
          KnownValues.know(orb);
          return new ValuesServant();
        });
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new ValuesServer(), arguments);
  }
}
