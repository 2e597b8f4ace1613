// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.HashMap;
import java.util.Map;
import org.omg.CORBA.ORB;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/**
 * A component on JacORB, as its maker would write it from SCA 2.2.2. A device starts it, with ids and
 * values by turns. It knows nothing of Orbweaver.
 */
final class Amplifier {
  private Amplifier() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> parameters = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) parameters.put(arguments[i], arguments[i + 1]);
    ORB orb = new OrbOptions().serverOrb("giop:tcp:127.0.0.1:0");
    POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    poa.the_POAManager().activate();
    AmplifierServant component = new AmplifierServant(orb, parameters.get("COMPONENT_IDENTIFIER"));
    NamingContext names =
        NamingContextHelper.narrow(orb.string_to_object(parameters.get("NAMING_CONTEXT_IOR")));
    names.rebind(
        new NameComponent[] {new NameComponent(parameters.get("NAME_BINDING"), "")},
        poa.servant_to_reference(component));
    component.awaitRelease();
    orb.shutdown(true);
    System.exit(0);
  }
}
