// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import CF.DataType;
import CF.Port;
import CF.PortHelper;
import CF.PortPackage.InvalidPort;
import CF.PortSupplierPackage.UnknownPort;
import CF.PropertiesHelper;
import CF.PropertySetPackage.PartialConfiguration;
import CF.Resource;
import Packet.StreamControlType;
import Packet.UshortStream;
import Packet.UshortStreamHelper;
import PortTypes.DoubleSequenceHelper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.PortableServer.POA;
import standardInterfaces.realFloat;
import standardInterfaces.realFloatHelper;

/** What is tried with a component: cases by name, in their order. Each returns what it saw. */
final class ComponentCases {
  private static final int PACKETS = 300;
  private static final int LARGEST = 100_000;

  private final ORB orb;
  private final POA poa;
  private final Resource component;
  private final ComponentSinks.Samples samples = new ComponentSinks.Samples();
  private final ComponentSinks.Words words = new ComponentSinks.Words();

  ComponentCases(ORB orb, POA poa, Resource component) {
    this.orb = orb;
    this.poa = poa;
    this.component = component;
  }

  Map<String, Callable<String>> all() {
    Map<String, Callable<String>> cases = new LinkedHashMap<>();
    cases.put("getPort of an unknown name is UnknownPort", this::unknownPort);
    cases.put("connectPort of another interface is InvalidPort", this::wrongInterface);
    cases.put("connectPort connects", this::connect);
    cases.put("configure and query", this::configure);
    cases.put("configure with some wrong is PartialConfiguration", this::partly);
    cases.put("samples come back complete and in order", this::samplesRelayed);
    cases.put("streams of words come back complete and in order", this::wordsRelayed);
    cases.put("all calls are two-way", this::twoWay);
    cases.put("disconnectPort ends the stream of packets", this::disconnect);
    cases.put("releaseObject", this::release);
    return cases;
  }

  private Port uses(String name) throws Exception {
    return PortHelper.narrow(component.getPort(name));
  }

  private String unknownPort() throws Exception {
    component.initialize();
    try {
      component.getPort("samples");
    } catch (UnknownPort expected) {
      return "";
    }
    throw new Failed("nothing was raised");
  }

  private String wrongInterface() throws Exception {
    try {
      uses("samples_out").connectPort(poa.servant_to_reference(words), "one");
    } catch (InvalidPort refused) {
      require(refused.errorCode == 1, "the error code is " + refused.errorCode);
      return refused.msg;
    }
    throw new Failed("nothing was raised");
  }

  private String connect() throws Exception {
    uses("samples_out").connectPort(poa.servant_to_reference(samples), "one");
    uses("words_out").connectPort(poa.servant_to_reference(words), "one");
    component.start();
    return "";
  }

  private DataType property(String id, Any value) {
    return new DataType(id, value);
  }

  private Any ofFloat(float value) {
    Any any = orb.create_any();
    any.insert_float(value);
    return any;
  }

  private DataType[] query(String... ids) throws Exception {
    CF.PropertiesHolder asked = new CF.PropertiesHolder();
    asked.value =
        Arrays.stream(ids).map(id -> property(id, orb.create_any())).toArray(DataType[]::new);
    component.query(asked);
    return asked.value;
  }

  private String configure() throws Exception {
    Any taps = orb.create_any();
    DoubleSequenceHelper.insert(taps, new double[] {1, -1e300});
    Any frequency = orb.create_any();
    frequency.insert_double(3);
    Any wide = orb.create_any();
    wide.insert_boolean(false);
    Any channel = orb.create_any();
    PropertiesHelper.insert(
        channel, new DataType[] {property("frequency", frequency), property("is_wide", wide)});
    component.configure(
        new DataType[] {
          property("gain", ofFloat(2)), property("taps", taps), property("channel", channel)
        });
    DataType[] has = query("gain", "taps", "channel", "offset");
    require(has[0].value.extract_float() == 2, "gain is another");
    require(DoubleSequenceHelper.extract(has[1].value)[1] == -1e300, "taps are others");
    DataType[] fields = PropertiesHelper.extract(has[2].value);
    require(fields[0].value.extract_double() == 3, "the frequency is another");
    require(!fields[1].value.extract_boolean(), "the channel is wide");
    require(has[3].value.extract_longlong() == -5_000_000_000L, "offset is another");
    return "";
  }

  private String partly() throws Exception {
    try {
      component.configure(
          new DataType[] {property("gain", ofFloat(2)), property("mode", ofFloat(2))});
    } catch (PartialConfiguration refused) {
      require(refused.invalidProperties.length == 1, "several were refused");
      return refused.invalidProperties[0].id;
    }
    throw new Failed("nothing was raised");
  }

  private static float[] samplesOf(int packet) {
    float[] made = new float[packet + 1 == PACKETS ? LARGEST : packet % 97 + 1];
    for (int i = 0; i < made.length; ++i) made[i] = packet + i / 128f;
    return made;
  }

  private String samplesRelayed() throws Exception {
    realFloat port = realFloatHelper.narrow(component.getPort("samples_in"));
    for (int i = 0; i < PACKETS; ++i) port.pushPacket(samplesOf(i));
    List<float[]> has = samples.arrivals.await(PACKETS);
    for (int i = 0; i < PACKETS; ++i) {
      float[] wanted = samplesOf(i);
      for (int j = 0; j < wanted.length; ++j) wanted[j] *= 2;
      require(Arrays.equals(has.get(i), wanted), "packet " + i + " is another");
    }
    return has.size() + " packets";
  }

  private static short[] wordsOf(int packet) {
    short[] made = new short[packet % 31 + 1];
    Arrays.fill(made, (short) packet);
    return made;
  }

  private String wordsRelayed() throws Exception {
    UshortStream port = UshortStreamHelper.narrow(component.getPort("words_in"));
    for (int i = 0; i < PACKETS; ++i) {
      port.pushPacket(new StreamControlType(false, (short) 3, (byte) i, false), wordsOf(i));
    }
    List<ComponentSinks.Frame> has = words.arrivals.await(PACKETS);
    for (int i = 0; i < PACKETS; ++i) {
      ComponentSinks.Frame one = has.get(i);
      require(Arrays.equals(one.payload(), wordsOf(i)), "packet " + i + " is another");
      require(one.control().sequenceNumber == (byte) i, "packet " + i + " has another number");
    }
    return has.size() + " packets";
  }

  private String twoWay() {
    require(PushWatch.withoutReply.get() == 0, "there were " + PushWatch.withoutReply + " one-ways");
    require(PushWatch.withReply.get() == 2 * PACKETS, "there were " + PushWatch.withReply);
    return PushWatch.withReply + " calls";
  }

  private String disconnect() throws Exception {
    uses("samples_out").disconnectPort("one");
    realFloatHelper.narrow(component.getPort("samples_in")).pushPacket(new float[] {1});
    require(samples.arrivals.count() == PACKETS, "a packet came all the same");
    return "";
  }

  private String release() throws Exception {
    component.stop();
    component.releaseObject();
    return "";
  }
}
