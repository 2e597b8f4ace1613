// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the peer programs tune JacORB: all of it is here, so that a comparison can be judged. */
final class OrbOptions {
  private static final Pattern ENDPOINT = Pattern.compile("giop:(tcp|ssl):(.*):(\\d+)");
  private static final int BENCH_THREADS = 20; // JacORB's most, from the first call on

  @Option(
      names = "--giop",
      paramLabel = "VERSION",
      description = "highest version of GIOP to offer and to send: 1.0, 1.1 or 1.2")
  GiopVersion giop = GiopVersion.of("1.2");

  @Mixin private final TlsOptions tls = new TlsOptions();

  /** Longest wait for a reply; 0: no limit. */
  int replyTimeoutMs = 20_000;

  /** Threads that run requests: so many from the first on, and never more. 0: JacORB's 5 to 20. */
  int threads = 0;

  /** Of one-way calls: none, transport, server or target. */
  String syncScope = "transport";

  /** An ORBInitializer to run; null: none. */
  Class<?> initializer;

  /** For the bench programs: the program that waits for their answers limits the time. */
  static OrbOptions forBench() {
    OrbOptions options = new OrbOptions();
    options.replyTimeoutMs = 0;
    options.threads = BENCH_THREADS;
    return options;
  }

  ORB clientOrb() {
    return ORB.init(new String[0], common());
  }

  /** Fails: throws IllegalArgumentException for an endpoint that JacORB does not have. */
  ORB serverOrb(String endpoint) {
    Matcher parts = ENDPOINT.matcher(endpoint);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "JacORB listens at giop:tcp:HOST:PORT and giop:ssl:HOST:PORT, not " + endpoint);
    }
    boolean isTls = parts.group(1).equals("ssl");
    if (isTls != tls.isUsed()) {
      throw new IllegalArgumentException("giop:ssl: and --tls-authority need each other");
    }
    Properties properties = common();
    properties.put("OAIAddr", parts.group(2));
    properties.put(isTls ? "OASSLPort" : "OAPort", parts.group(3));
    return ORB.init(new String[0], properties);
  }

  private Properties common() {
    Properties properties = new Properties();
    properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.put("jacorb.implname", "lasting");  // in the keys of persistent objects
    properties.put("jacorb.giop_minor_version", giop.minor());
    properties.put("jacorb.native_char_codeset", "ISO8859_1");
    // A full queue makes its sender wait; the default answers TRANSIENT, and so loses one-way
    // calls.
    properties.put("jacorb.poa.queue_wait", "on");
    properties.put(
        "jacorb.connection.client.pending_reply_timeout", Integer.toString(replyTimeoutMs));
    properties.put("jacorb.default_sync_scope", syncScope);
    tls.addTo(properties);
    if (threads > 0) limitThreads(properties);
    if (initializer != null) {
      properties.put("org.omg.PortableInterceptor.ORBInitializerClass." + initializer.getName(), "");
    }
    return properties;
  }

  /** Below its highest number JacORB ends threads and starts new ones under load. */
  private void limitThreads(Properties properties) {
    properties.put("jacorb.poa.thread_pool_min", Integer.toString(threads));
    properties.put("jacorb.poa.thread_pool_max", Integer.toString(threads));
  }

  /** "BAD_PARAM, minor 7, completed: no" */
  static String describe(SystemException exception) {
    String[] completion = {"yes", "no", "maybe"};
    return exception.getClass().getSimpleName()
        + ", minor "
        + Integer.toUnsignedString(exception.minor)
        + ", completed: "
        + completion[exception.completed.value()];
  }
}
