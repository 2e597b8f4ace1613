// SPDX-License-Identifier: Apache-2.0
package byhand;

import ByHand.TargetPOA;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.omg.CORBA.ORB;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/** As orbweaver-by-hand-server: jacorb-by-hand-server tcp. */
final class Server extends TargetPOA {
  private final AtomicLong received = new AtomicLong();

  @Override
  public void ping() {}

  @Override
  public void push(double[] values) {}

  @Override
  public void post_samples(double[] values) {
    received.incrementAndGet();
  }

  @Override
  public long received() {
    return received.getAndSet(0);
  }

  // As OrbOptions.forBench() sets up the harness's server: 20 threads, and a queue that waits.
  private static Properties properties() {
    Properties properties = new Properties();
    properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.put("OAIAddr", "127.0.0.1");
    properties.put("OAPort", "0");
    properties.put("jacorb.implname", "lasting");
    properties.put("jacorb.native_char_codeset", "ISO8859_1");
    properties.put("jacorb.poa.queue_wait", "on");
    properties.put("jacorb.poa.thread_pool_min", "20");
    properties.put("jacorb.poa.thread_pool_max", "20");
    return properties;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1) {
      System.err.println("usage: jacorb-by-hand-server tcp");
      System.exit(2);
    }
    ORB orb = ORB.init(new String[0], properties());
    POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    poa.the_POAManager().activate();
    System.out.println(orb.object_to_string(poa.servant_to_reference(new Server())));
    while (System.in.read() >= 0) {}
    orb.shutdown(true);
    orb.destroy();
  }
}
