// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Types.Echo;
import Lab.Types.EchoHelper;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.omg.CORBA.ORB;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends extreme values of every type and prints one line for each case. */
@Command(
    description = "Send extreme values of every type of IDL to a Lab::Types::Echo",
    mixinStandardHelpOptions = true)
final class TypesClient implements Callable<Integer> {
  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--ior", required = true, description = "reference of a Lab::Types::Echo")
  private String ior;

  @Option(names = "--case", description = "only this case")
  private String wanted = "";

  private static boolean passes(TypeCase one, Echo echo) {
    return Lines.printOutcome(
        one.name(),
        () -> {
          one.body().run(echo);
          return "came back as it went";
        });
  }

  @Override
  public Integer call() {
    ORB orb = options.clientOrb();
    Echo echo = EchoHelper.narrow(orb.string_to_object(ior));
    boolean allOk = true;
    for (TypeCase one :
        Stream.of(TypeCases.all(), UnionCases.all(), InterfaceCases.all())
            .flatMap(List::stream)
            .filter(one -> wanted.isEmpty() || wanted.equals(one.name()))
            .toList()) {
      allOk &= passes(one, echo);
    }
    orb.shutdown(true);
    return allOk ? 0 : 1;
  }

  public static void main(String[] arguments) {
    Program.run("jacorb-types-client", new TypesClient(), arguments);
  }
}
