// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.PacketHeader;

/** A packet as it arrived; the servant owns what JacORB unmarshalled, so nothing is copied. */
record Packet(PacketHeader header, double[] samples) {
  long number() {
    return Integer.toUnsignedLong(header.number);
  }
}
