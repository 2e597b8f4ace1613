// SPDX-License-Identifier: Apache-2.0
package peer;

import Packet.StreamControlType;
import Packet.UnableToComplete;

/** Pushes packets of the JTRS Packet API, which are numbered. */
final class PacketCalls implements Runnable {
  private final Bench.PacketsPort port;
  private final StreamControlType control =
      new StreamControlType(false, (short) 1, (byte) 0, false);
  private final byte[] payload;

  PacketCalls(Bench.PacketsPort port, BenchCommand command) {
    this.port = port;
    payload = BenchCalls.octets(command.bytes());
  }

  @Override
  public void run() {
    try {
      port.pushPacket(control, payload);
    } catch (UnableToComplete refused) {
      throw new Failed("the port refused a packet");
    }
    ++control.sequenceNumber;
  }
}
