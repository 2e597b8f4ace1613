// SPDX-License-Identifier: Apache-2.0
package byhand;

import Lab.PacketHeader;
import Lab.PacketSink;
import Lab.PacketSinkHelper;
import Lab.PacketSinkPOA;
import java.util.Properties;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.ThreadPolicyValue;

/**
 * As orbweaver-by-hand-stage: jacorb-by-hand-stage tcp [REFERENCE]. Its adapter has one thread: no
 * lock is needed.
 */
final class Stage extends PacketSinkPOA {
  private final PacketSink next; // null in the last stage
  private int count;
  private long lastNs;

  private Stage(PacketSink next) {
    this.next = next;
  }

  @Override
  public void send_packet(PacketHeader header, double[] values) {
    if (next != null) next.send_packet(header, values);
    ++count;
    lastNs = System.nanoTime();
  }

  @Override
  public void push_packet(PacketHeader header, double[] values) {
    send_packet(header, values);
  }

  @Override
  public void end_of_stream(int packets) {
    if (next != null) next.end_of_stream(packets);
    else System.out.println(count + " packets, the last at " + lastNs + " ns");
  }

  // As the lab sets up jacorb-stage with --dispatch connection.
  private static Properties properties() {
    Properties properties = new Properties();
    properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.put("OAIAddr", "127.0.0.1");
    properties.put("OAPort", "0");
    properties.put("jacorb.implname", "lasting");
    properties.put("jacorb.native_char_codeset", "ISO8859_1");
    properties.put("jacorb.poa.queue_wait", "on");
    properties.put("jacorb.poa.thread_pool_min", "8");
    properties.put("jacorb.poa.thread_pool_max", "8");
    properties.put("jacorb.connection.client.pending_reply_timeout", "5000");
    properties.put("jacorb.default_sync_scope", "transport");
    return properties;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1 && arguments.length != 2) {
      System.err.println("usage: jacorb-by-hand-stage tcp [REFERENCE]");
      System.exit(2);
    }
    ORB orb = ORB.init(new String[0], properties());
    POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    Policy one = root.create_thread_policy(ThreadPolicyValue.SINGLE_THREAD_MODEL);
    POA poa = root.create_POA("stage", root.the_POAManager(), new Policy[] {one});
    PacketSink next =
        arguments.length == 1
            ? null
            : PacketSinkHelper.unchecked_narrow(orb.string_to_object(arguments[1]));
    Stage stage = new Stage(next);
    System.out.println(orb.object_to_string(poa.id_to_reference(poa.activate_object(stage))));
    root.the_POAManager().activate();
    while (System.in.read() >= 0) {}
    orb.shutdown(true);
    orb.destroy();
  }
}
