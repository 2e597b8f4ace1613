// SPDX-License-Identifier: Apache-2.0
package peer;

import CF.Resource;
import CF.ResourceHelper;
import java.util.Map;
import java.util.concurrent.Callable;
import org.omg.CORBA.ORB;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A foreign control program and the components around one; prints one line for each case. */
@Command(
    description = "Control a component with JacORB, and exchange packets with it",
    mixinStandardHelpOptions = true)
final class ComponentClient implements Callable<Integer> {
  private static final String NAME = "jacorb-component-client";

  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--ior", required = true, description = "reference of the component")
  private String ior;

  @Override
  public Integer call() throws Exception {
    options.initializer = PushWatch.class;
    ORB orb = options.serverOrb("giop:tcp:127.0.0.1:0");
    POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    poa.the_POAManager().activate();
    Resource component = ResourceHelper.narrow(orb.string_to_object(ior));
    boolean allOk = true;
    for (Map.Entry<String, Callable<String>> one :
        new ComponentCases(orb, poa, component).all().entrySet()) {
      allOk &= Lines.printOutcome(one.getKey(), one.getValue());
    }
    orb.shutdown(true);
    return allOk ? 0 : 1;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new ComponentClient(), arguments);
  }
}
