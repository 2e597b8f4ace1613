package peer;

import Lab.PacketHeader;

/** A packet as it arrived; the servant owns the samples that JacORB unmarshalled, so none are copied. */
record Packet(PacketHeader header, double[] samples) {
  long number() {
    return Integer.toUnsignedLong(header.number);
  }
}
