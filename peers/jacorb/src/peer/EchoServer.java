// SPDX-License-Identifier: Apache-2.0
package peer;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.PortableServer.IdAssignmentPolicyValue;
import org.omg.PortableServer.LifespanPolicyValue;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves one Lab::Echo until its input ends, it is signalled, or asked to shut down. */
@Command(description = "Serve Lab::Echo with JacORB", mixinStandardHelpOptions = true)
final class EchoServer implements Callable<Integer> {
  private static final String NAME = "jacorb-echo-server";
  private static final byte[] ID = "echo".getBytes(StandardCharsets.US_ASCII);

  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--name", description = "name in messages")
  private String name = NAME;

  @Option(names = "--endpoint", description = "giop:tcp:HOST:PORT or giop:ssl:HOST:PORT")
  private String endpoint = "giop:tcp:127.0.0.1:0";

  @Option(names = "--journal", description = "file for what is entered")
  private String journal = "";

  @Option(names = "--persistent", description = "the reference outlives the process")
  private boolean persistent;

  private POA makePoa(POA root) throws Exception {
    return root.create_POA(
        "lasting",
        root.the_POAManager(),
        new Policy[] {
          root.create_id_assignment_policy(IdAssignmentPolicyValue.USER_ID),
          root.create_lifespan_policy(
              persistent ? LifespanPolicyValue.PERSISTENT : LifespanPolicyValue.TRANSIENT)
        });
  }

  @Override
  public Integer call() throws Exception {
    EndOfLife end = new EndOfLife();
    ORB orb = options.serverOrb(endpoint);
    POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    POA poa = makePoa(root);
    poa.activate_object_with_id(ID, new EchoServant(end::request, new Journal(journal)));
    String ior = orb.object_to_string(poa.create_reference_with_id(ID, "IDL:Lab/Echo:1.0"));
    root.the_POAManager().activate();
    Lines.printReady(name, ior);
    end.await();
    orb.shutdown(true);
    return 0;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new EchoServer(), arguments);
  }
}
