// SPDX-License-Identifier: Apache-2.0
package byhand;

import ByHand.Target;
import ByHand.TargetHelper;
import java.util.Arrays;
import java.util.Properties;
import org.omg.CORBA.ORB;

/** As orbweaver-by-hand-client: jacorb-by-hand-client tcp REFERENCE CALLS. */
final class Client {
  // As OrbOptions.forBench() sets up the harness's client.
  private static Properties properties() {
    Properties properties = new Properties();
    properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.put("jacorb.connection.client.pending_reply_timeout", "0");
    properties.put("jacorb.default_sync_scope", "transport");
    properties.put("jacorb.native_char_codeset", "ISO8859_1");
    return properties;
  }

  private static void printMedian(String what, long[] times) {
    Arrays.sort(times);
    System.out.println(what + ": " + times[times.length / 2] + " ns");
  }

  private static void timeNullCalls(Target target, int calls) {
    for (int n = 0; n < 20_000; ++n) target.ping(); // until Java has compiled it, here and there
    long[] times = new long[calls];
    for (int n = 0; n < calls; ++n) {
      long begin = System.nanoTime();
      target.ping();
      times[n] = System.nanoTime() - begin;
    }
    printMedian("twoway 0", times);
  }

  private static void timeCalls(Target target, double[] values, int calls) {
    for (int n = 0; n < 5_000; ++n) target.push(values);
    long[] times = new long[calls];
    for (int n = 0; n < calls; ++n) {
      long begin = System.nanoTime();
      target.push(values);
      times[n] = System.nanoTime() - begin;
    }
    printMedian("twoway 8192", times);
  }

  /** JacORB may answer a call before a one-way call that came ahead of it has run. */
  private static long stream(Target target, double[] values, int calls) {
    for (int n = 0; n < calls; ++n) target.post_samples(values);
    long arrived = target.received();
    while (arrived < calls) arrived += target.received();
    return arrived;
  }

  private static void timeStream(Target target, double[] values, int calls) {
    // It takes so long until the compilers rest, here and there. Short ones, whose end they see as
    // often: what they have never seen run they leave out, and compile all anew when it does.
    for (int n = 0; n < 2_000; ++n) stream(target, values, 20);
    long begin = System.nanoTime();
    long arrived = stream(target, values, calls);
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.println(
        "oneway 8192: " + calls / seconds + " messages/s, " + arrived + " arrived");
  }

  public static void main(String[] arguments) {
    if (arguments.length != 3) {
      System.err.println("usage: jacorb-by-hand-client tcp REFERENCE CALLS");
      System.exit(2);
    }
    ORB orb = ORB.init(new String[0], properties());
    Target target = TargetHelper.narrow(orb.string_to_object(arguments[1]));
    int calls = Integer.parseInt(arguments[2]);
    double[] values = new double[1024];
    Arrays.fill(values, 1);
    timeNullCalls(target, calls);
    timeCalls(target, values, calls);
    timeStream(target, values, 4 * calls);
    orb.shutdown(true);
    orb.destroy();
  }
}
