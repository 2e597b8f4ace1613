// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Types.Bottom;
import Lab.Types.BottomHelper;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves one Lab::Types::Echo until its input ends, it is signalled, or asked to shut down. */
@Command(description = "Serve Lab::Types::Echo with JacORB", mixinStandardHelpOptions = true)
final class TypesServer implements Callable<Integer> {
  private static final String NAME = "jacorb-types-server";

  @Mixin private final Serving serving = new Serving();

  @Override
  public Integer call() throws Exception {
    return serving.serve(
        NAME,
        (orb, poa, end) -> {
          Bottom bottom = BottomHelper.narrow(poa.servant_to_reference(new BottomServant()));
          return new TypesServant(end::request, bottom);
        });
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new TypesServer(), arguments);
  }
}
