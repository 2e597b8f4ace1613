// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.PacketHeader;
import Lab.PacketSink;
import Lab.PacketSinkHelper;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TIMEOUT;

/** The next component of the pipeline, as the one before it sees it. Threads: any may send. */
final class NextSink {
  private final PacketSink sink; // null takes everything
  private final PipelineOptions.Messaging messaging;
  private final long timeoutMs;
  private final CallWatch watch;

  /** Fails: throws CORBA exceptions for a reference that cannot be read. */
  NextSink(ORB orb, PipelineOptions options, EndOfLife end) {
    sink =
        options.next.isEmpty()
            ? null
            : PacketSinkHelper.unchecked_narrow(orb.string_to_object(options.next));
    messaging = options.messaging;
    timeoutMs = options.callTimeoutMs;
    watch = new CallWatch(timeoutMs, number -> end.fail(late("packet " + number)));
  }

  /**
   * Blocks: until the transport took it (one-way) or it was answered (two-way). Fails: throws
   * Failed that names the packet and the cause; a write that blocks too long ends the program.
   */
  void send(PacketHeader header, double[] samples) {
    if (sink == null) return;
    long number = Integer.toUnsignedLong(header.number);
    try {
      watch.during(number, () -> call(header, samples));
    } catch (SystemException failure) {
      throw new Failed(causeOf(failure, "packet " + number));
    }
  }

  /** Blocks and fails as send(). */
  void announceEnd(long packets) {
    if (sink == null) return;
    try {
      sink.end_of_stream((int) packets);
    } catch (SystemException failure) {
      throw new Failed(causeOf(failure, "the end of the stream"));
    }
  }

  private void call(PacketHeader header, double[] samples) {
    if (messaging == PipelineOptions.Messaging.oneway) sink.send_packet(header, samples);
    else sink.push_packet(header, samples);
  }

  private String late(String what) {
    return "the next component did not take "
        + what
        + " within "
        + timeoutMs
        + " ms: it is stopped or hangs";
  }

  private String causeOf(SystemException failure, String what) {
    if (failure instanceof TIMEOUT) return late(what);
    return "the next component did not take "
        + what
        + " ("
        + OrbOptions.describe(failure)
        + "): it ended or its connection broke";
  }
}
