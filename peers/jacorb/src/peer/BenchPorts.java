// SPDX-License-Identifier: Apache-2.0
package peer;

import Bench.PacketsPortPOA;
import Bench.SamplesPortPOA;
import Packet.StreamControlType;

/** Bench::SamplesPort and Bench::PacketsPort: a packet waits as JacORB unmarshalled it. */
final class BenchPorts {
  private BenchPorts() {}

  private record IAndQ(short[] i, short[] q) {}

  private record Numbered(StreamControlType control, byte[] payload) {}

  static final class Samples extends SamplesPortPOA {
    private final Processing processing = new Processing();

    @Override
    public void pushPacket(short[] i, short[] q) {
      processing.push(new IAndQ(i, q));
    }

    @Override
    public long[] taken_ns() {
      return processing.takenNs();
    }
  }

  static final class Packets extends PacketsPortPOA {
    private final Processing processing = new Processing();

    @Override
    public void pushPacket(StreamControlType control, byte[] payload) {
      processing.push(new Numbered(control, payload));
    }

    @Override
    public long[] taken_ns() {
      return processing.takenNs();
    }

    @Override
    public int getMaxPayloadSize() {
      return -1; // the most that an unsigned long holds
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
