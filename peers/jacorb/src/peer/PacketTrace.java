// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When each of packets 1 to N passed a component; the others are not noted. Nothing is allocated
 * once it is made.
 *
 * <p>Threads: any; no two note the same moment of one packet. A reading is complete for packets
 * that have passed.
 */
final class PacketTrace {
  /** The moments of one packet in one component, in the order in which a result line gives them. */
  enum Moment {
    ARRIVED, // the ORB called the servant
    BEGUN, // a thread took it up
    WORKED, // processing ended
    SENDING, // the call to the next component began
    HANDED_ON, // that call returned
    RETURNED; // the servant returned to the ORB

    private final String key = name().toLowerCase() + "_ns";
  }

  private static final Moment[] MOMENTS = Moment.values();

  private final int packets;
  private final AtomicLongArray times;

  PacketTrace(int packets) {
    this.packets = packets;
    times = new AtomicLongArray(Math.multiplyExact(packets, MOMENTS.length));
  }

  void note(long number, Moment moment) {
    if (number == 0 || number > packets) return;
    // Opaque: the stage's own locks tell the reader that the packet has passed.
    times.setOpaque((int) (number - 1) * MOMENTS.length + moment.ordinal(), Clock.nowNs());
  }

  /** Adds `trace` to a result, if it was asked for; what has not come is left out. */
  void tellIn(Map<String, Object> result) {
    if (packets == 0) return;
    List<Map<String, Object>> reported = new ArrayList<>();
    for (int place = 0; place < packets; ++place) {
      Map<String, Object> moments = momentsOf(place);
      if (moments.isEmpty()) continue;
      moments.put("packet", place + 1);
      reported.add(moments);
    }
    result.put("trace", reported);
  }

  private Map<String, Object> momentsOf(int place) {
    Map<String, Object> moments = new LinkedHashMap<>();
    for (Moment moment : MOMENTS) {
      long at = times.getOpaque(place * MOMENTS.length + moment.ordinal());
      if (at != 0) moments.put(moment.key, at);
    }
    return moments;
  }
}
