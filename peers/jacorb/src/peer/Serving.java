// SPDX-License-Identifier: Apache-2.0
package peer;

import org.omg.CORBA.ORB;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The life of a server of one object, from its ready line to its end. */
final class Serving {
  interface Maker {
    Servant make(ORB orb, POA poa, EndOfLife end) throws Exception;
  }

  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--name", description = "name in messages")
  private String name = "";

  @Option(names = "--endpoint", description = "giop:tcp:HOST:PORT or giop:ssl:HOST:PORT")
  private String endpoint = "giop:tcp:127.0.0.1:0";

  /** Blocks: until the server's end. Returns the exit status. */
  int serve(String usualName, Maker maker) throws Exception {
    EndOfLife end = new EndOfLife();
    ORB orb = options.serverOrb(endpoint);
    POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    String ior = orb.object_to_string(poa.servant_to_reference(maker.make(orb, poa, end)));
    poa.the_POAManager().activate();
    Lines.printReady(name.isEmpty() ? usualName : name, ior);
    end.await();
    orb.shutdown(true);
    return 0;
  }
}
