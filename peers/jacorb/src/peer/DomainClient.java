// SPDX-License-Identifier: Apache-2.0
package peer;

import CF.Application;
import CF.ApplicationFactory;
import CF.DataType;
import CF.DeviceAssignmentType;
import CF.DomainManager;
import CF.DomainManagerHelper;
import CF.Port;
import CF.PortHelper;
import CF.PropertiesHolder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.CosNaming.NamingContextExtHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A control program on JacORB that takes an application through its whole life. It prints a line
 * after each step, and waits for a line of standard input where the caller may look around.
 */
@Command(
    description = "Take an application of a domain through its whole life with JacORB",
    mixinStandardHelpOptions = true)
final class DomainClient implements Callable<Integer> {
  private static final String NAME = "jacorb-domain-client";

  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--naming", required = true, description = "HOST:PORT of the naming service")
  private String naming;

  @Option(names = "--domain", required = true, description = "name of the domain")
  private String domainName;

  @Option(names = "--root", required = true, description = "folder that is copied to / of the domain")
  private Path root;

  @Option(names = "--sad", required = true, description = "SAD, as the domain names it")
  private String sad;

  @Option(names = "--port", description = "external port to receive from")
  private String portName = "samples_out";

  @Option(names = "--gain", description = "what property gain is set to")
  private float gain = 1;

  @Option(names = "--packets", description = "packets to receive")
  private int packets = 1;

  private final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
  private ORB orb;
  private POA poa;

  @Override
  public Integer call() throws Exception {
    orb = options.serverOrb("giop:tcp:127.0.0.1:0");
    poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    poa.the_POAManager().activate();
    operate(findDomain());
    orb.shutdown(true);
    return 0;
  }

  private DomainManager findDomain() throws Exception {
    org.omg.CORBA.Object names =
        orb.string_to_object("corbaloc:iiop:1.2@" + naming + "/NameService");
    return DomainManagerHelper.narrow(
        NamingContextExtHelper.narrow(names).resolve_str(domainName + "/DomainManager"));
  }

  private void operate(DomainManager domain) throws Exception {
    DomainFiles files = new DomainFiles(domain.fileMgr());
    int copied = files.copy(root);
    domain.installApplication(sad);
    print("installed", Map.of("files", copied));
    live(domain);
    files.remove();
    print("uninstalled", Map.of());
  }

  private void live(DomainManager domain) throws Exception {
    ApplicationFactory factory = factoryIn(domain);
    Application application =
        factory.create(factory.name(), new DataType[0], new DeviceAssignmentType[0]);
    print("created", Map.of("processes", processesOf(application), "names", namesOf(application)));
    awaitCaller();
    application.configure(new DataType[] {new DataType("gain", ofFloat(gain))});
    print("configured", Map.of("gain", query(application, "gain").extract_float()));
    receive(application);
    application.releaseObject();
    print("released", Map.of());
    awaitCaller();
    domain.uninstallApplication(factory.identifier());
  }

  private void receive(Application application) throws Exception {
    ComponentSinks.Samples samples = new ComponentSinks.Samples();
    Port port = PortHelper.narrow(application.getPort(portName));
    port.connectPort(poa.servant_to_reference(samples), "client");
    application.start();
    List<float[]> came = samples.arrivals.await(packets);
    // An empty packet is the end of the stream.
    List<float[]> has = came.stream().filter(packet -> packet.length > 0).toList();
    print(
        "started",
        Map.of(
            "running", isRunning(application),
            "packets", has.size(),
            "last", asDoubles(has.get(has.size() - 1))));
    awaitCaller();
    application.stop();
    port.disconnectPort("client");
    print("stopped", Map.of("running", isRunning(application)));
  }

  /** Every digit: a float is written with no more than it needs to be told from other floats. */
  private static double[] asDoubles(float[] samples) {
    double[] made = new double[samples.length];
    for (int i = 0; i < samples.length; ++i) made[i] = samples[i];
    return made;
  }

  private ApplicationFactory factoryIn(DomainManager domain) {
    return Arrays.stream(domain.applicationFactories())
        .filter(factory -> factory.softwareProfile().equals(sad))
        .findFirst()
        .orElseThrow(() -> new Failed("the domain has no factory of " + sad));
  }

  private static Map<String, Object> processesOf(Application application) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (var one : application.componentProcessIds()) made.put(one.componentId, one.processId);
    return made;
  }

  private static Map<String, Object> namesOf(Application application) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (var one : application.componentNamingContexts()) made.put(one.componentId, one.elementId);
    return made;
  }

  private Any ofFloat(float value) {
    Any any = orb.create_any();
    any.insert_float(value);
    return any;
  }

  private Any query(Application application, String id) throws Exception {
    PropertiesHolder asked =
        new PropertiesHolder(new DataType[] {new DataType(id, orb.create_any())});
    application.query(asked);
    return asked.value[0].value;
  }

  private boolean isRunning(Application application) throws Exception {
    return query(application, "running").extract_boolean();
  }

  private void awaitCaller() throws Exception {
    if (input.readLine() == null) throw new Failed("standard input has ended");
  }

  private static void print(String event, Map<String, Object> members) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.putAll(members);
    Lines.print(line);
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new DomainClient(), arguments);
  }
}
