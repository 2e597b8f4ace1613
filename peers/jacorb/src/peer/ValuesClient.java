// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import ValueLab.KeeperHelper;
import java.util.Map;
import java.util.concurrent.Callable;
import org.omg.CORBA.ORB;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends value types and decimal numbers and prints one line for each case. */
@Command(
    description = "Send value types to a ValueLab::Keeper with JacORB",
    mixinStandardHelpOptions = true)
final class ValuesClient implements Callable<Integer> {
  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--ior", required = true, description = "reference of a ValueLab::Keeper")
  private String ior;

  @Option(names = "--case", description = "only this case")
  private String wanted = "";

  private static String judge(ValueCases.Case one) throws Exception {
    require(one.holds(), "something else came back");
    return "as it should be";
  }

  @Override
  public Integer call() {
    ORB orb = options.clientOrb();
    KnownValues.know(orb);
    KnownValues.knowLeaf(orb);
    ValueCases cases = new ValueCases(orb, KeeperHelper.narrow(orb.string_to_object(ior)));
    boolean allOk = true;
    for (Map.Entry<String, ValueCases.Case> one : cases.byName().entrySet()) {
      if (!wanted.isEmpty() && !wanted.equals(one.getKey())) continue;
      allOk &= Lines.printOutcome(one.getKey(), () -> judge(one.getValue()));
    }
    orb.shutdown(true);
    return allOk ? 0 : 1;
  }

  public static void main(String[] arguments) {
    Program.run("jacorb-values-client", new ValuesClient(), arguments);
  }
}
