// SPDX-License-Identifier: Apache-2.0
package peer;

import Bench.TargetHelper;
import org.omg.CORBA.ORB;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/** An ORB and the Bench::Target that it calls; nothing is connected until the first call. */
record BenchSession(ORB orb, Bench.Target target) {
  /** Fails: throws CORBA exceptions for a reference that cannot be read. */
  static BenchSession withServer(String reference) {
    ORB orb = OrbOptions.forBench().clientOrb();
    return new BenchSession(orb, TargetHelper.unchecked_narrow(orb.string_to_object(reference)));
  }

  static BenchSession collocated() throws Exception {
    ORB orb = OrbOptions.forBench().serverOrb("giop:tcp:127.0.0.1:0");
    return new BenchSession(orb, activate(orb));
  }

  /** A new target of this ORB, which takes requests from now on. */
  static Bench.Target activate(ORB orb) throws Exception {
    POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    poa.the_POAManager().activate();
    return TargetHelper.narrow(poa.servant_to_reference(new BenchTarget(orb)));
  }

  void end() {
    orb.shutdown(true);
    orb.destroy();
  }
}
