// SPDX-License-Identifier: Apache-2.0
package byhand;

import Lab.PacketHeader;
import Lab.PacketSink;
import Lab.PacketSinkHelper;
import java.util.Properties;
import org.omg.CORBA.ORB;

/** As orbweaver-by-hand-producer: jacorb-by-hand-producer tcp REFERENCE PACKETS. */
final class Producer {
  // As the lab sets up jacorb-producer.
  private static Properties properties() {
    Properties properties = new Properties();
    properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.put("jacorb.connection.client.pending_reply_timeout", "5000");
    properties.put("jacorb.default_sync_scope", "transport");
    properties.put("jacorb.native_char_codeset", "ISO8859_1");
    return properties;
  }

  public static void main(String[] arguments) {
    if (arguments.length != 3) {
      System.err.println("usage: jacorb-by-hand-producer tcp REFERENCE PACKETS");
      System.exit(2);
    }
    ORB orb = ORB.init(new String[0], properties());
    PacketSink next = PacketSinkHelper.unchecked_narrow(orb.string_to_object(arguments[1]));
    int packets = Integer.parseInt(arguments[2]);
    double[] values = new double[1024];
    long began = System.nanoTime();
    for (int n = 1; n <= packets; ++n) next.send_packet(new PacketHeader(n, began), values);
    next.end_of_stream(packets);
    System.out.println("began at " + began + " ns");
    orb.shutdown(true);
    orb.destroy();
  }
}
