// SPDX-License-Identifier: Apache-2.0
package peer;

import Packet.StreamControlType;
import Packet.UshortStreamPOA;
import standardInterfaces.realFloatPOA;

/** Servants that a component's uses ports are connected to. They keep what comes. */
final class ComponentSinks {
  private ComponentSinks() {}

  record Frame(StreamControlType control, short[] payload) {}

  static final class Samples extends realFloatPOA {
    final Arrivals<float[]> arrivals = new Arrivals<>();

    @Override
    public void pushPacket(float[] samples) {
      arrivals.put(samples);
    }
  }

  static final class Words extends UshortStreamPOA {
    final Arrivals<Frame> arrivals = new Arrivals<>();

    @Override
    public void pushPacket(StreamControlType control, short[] payload) {
      arrivals.put(new Frame(control, payload));
    }

    @Override
    public int getMaxPayloadSize() {
      return 1 << 20;
    }

    @Override
    public int getMinPayloadSize() {
      return 0;
    }

    @Override
    public int getDesiredPayloadSize() {
      return 1024;
    }

    @Override
    public int getMinOverrideTimeout() {
      return 0;
    }
  }
}
