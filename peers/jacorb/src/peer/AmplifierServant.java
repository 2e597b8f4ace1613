// SPDX-License-Identifier: Apache-2.0
package peer;

import CF.DataType;
import CF.PortPOA;
import CF.PortPackage.InvalidPort;
import CF.PortSupplierPackage.UnknownPort;
import CF.PropertiesHolder;
import CF.PropertySetPackage.InvalidConfiguration;
import CF.ResourcePOA;
import CF.TestableObjectPackage.UnknownTest;
import CF.UnknownProperties;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TCKind;
import standardInterfaces.realFloat;
import standardInterfaces.realFloatHelper;
import standardInterfaces.realFloatPOA;

/** A CF::Resource with two ports and two properties. Threads: any. */
final class AmplifierServant extends ResourcePOA {
  private final ORB orb;
  private final String identifier;
  private final CountDownLatch released = new CountDownLatch(1);
  private final SamplesOut out = new SamplesOut();
  private final SamplesIn in = new SamplesIn();
  private volatile float gain = 1;
  private volatile boolean running = false;

  AmplifierServant(ORB orb, String identifier) {
    this.orb = orb;
    this.identifier = identifier;
  }

  /** Blocks: until releaseObject. */
  void awaitRelease() throws InterruptedException {
    released.await();
  }

  static final class SamplesOut extends PortPOA {
    private final Map<String, realFloat> destinations = new ConcurrentHashMap<>();

    @Override
    public void connectPort(org.omg.CORBA.Object object, String id) throws InvalidPort {
      if (!object._is_a(realFloatHelper.id())) throw new InvalidPort((short) 1, "it takes no samples");
      destinations.put(id, realFloatHelper.narrow(object));
    }

    @Override
    public void disconnectPort(String id) throws InvalidPort {
      if (destinations.remove(id) == null)
        throw new InvalidPort((short) 2, "there is none of this id");
    }

    void push(float[] samples) {
      destinations.values().forEach(destination -> destination.pushPacket(samples));
    }
  }

  private final class SamplesIn extends realFloatPOA {
    @Override
    public void pushPacket(float[] samples) {
      for (int i = 0; i < samples.length; ++i) samples[i] *= gain;
      out.push(samples);
    }
  }

  @Override
  public void initialize() {}

  @Override
  public void releaseObject() {
    released.countDown();
  }

  @Override
  public void runTest(int test, PropertiesHolder values) throws UnknownTest {
    throw new UnknownTest();
  }

  @Override
  public void configure(DataType[] wanted) throws InvalidConfiguration {
    for (DataType one : wanted) {
      if (!one.id.equals("gain") || one.value.type().kind() != TCKind.tk_float)
        throw new InvalidConfiguration("only gain can be configured", wanted);
      gain = one.value.extract_float();
    }
  }

  @Override
  public void query(PropertiesHolder asked) throws UnknownProperties {
    if (asked.value.length == 0)
      asked.value = new DataType[] {named("gain"), named("running")};
    for (DataType one : asked.value) {
      one.value = orb.create_any();
      if (!answer(one.id, one.value)) throw new UnknownProperties(asked.value);
    }
  }

  private DataType named(String id) {
    return new DataType(id, orb.create_any());
  }

  private boolean answer(String id, Any value) {
    switch (id) {
      case "gain" -> value.insert_float(gain);
      case "running" -> value.insert_boolean(running);
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  public org.omg.CORBA.Object getPort(String name) throws UnknownPort {
    if (name.equals("samples_in")) return in._this_object(orb);
    if (name.equals("samples_out")) return out._this_object(orb);
    throw new UnknownPort();
  }

  @Override
  public String identifier() {
    return identifier;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }
}
