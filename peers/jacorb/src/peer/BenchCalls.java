// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Arrays;

/** Messages to a Bench::Target that a command asks for, made once and sent as often as it says. */
final class BenchCalls {
  private BenchCalls() {}

  /** The null call for a payload of no bytes. */
  static Runnable twoway(Bench.Target target, BenchCommand command) {
    if (command.bytes() == 0) return target::ping;
    return switch (command.shape()) {
      case basic -> basic(target, command);
      case array -> array(target, command);
      case sequence -> sequence(target, command);
    };
  }

  static Runnable oneway(Bench.Target target, BenchCommand command) {
    if (command.bytes() == 0) return target::post;
    if (command.payload() == BenchCommand.Payload.doubles) {
      double[] samples = doubles(command.elements());
      return () -> target.post_samples(samples);
    }
    byte[] bytes = octets(command.bytes());
    return () -> target.post_octets(bytes);
  }

  static Runnable deliver(Bench.Target target, BenchCommand command) {
    byte[] bytes = octets(command.bytes());
    return () -> target.deliver(Clock.nowNs(), bytes);
  }

  /** Half of the bytes are I, half Q. */
  static Runnable samples(Bench.SamplesPort port, BenchCommand command) {
    short[] half = shorts(command.bytes() / 4);
    return () -> port.pushPacket(half, half);
  }

  static byte[] octets(int count) {
    byte[] values = new byte[count];
    Arrays.fill(values, (byte) 0x5a);
    return values;
  }

  private static Runnable basic(Bench.Target target, BenchCommand command) {
    return switch (command.payload()) {
      case octets -> () -> target.give_octet((byte) 1);
      case shorts -> () -> target.give_short((short) 1);
      case floats -> () -> target.give_float(1);
      case doubles -> () -> target.give_double(1);
    };
  }

  private static Runnable array(Bench.Target target, BenchCommand command) {
    int count = BenchCommand.BLOCK;
    switch (command.payload()) {
      case octets:
        byte[] octets = octets(count);
        return () -> target.push_octet_block(octets);
      case shorts:
        short[] shorts = shorts(count);
        return () -> target.push_short_block(shorts);
      case floats:
        float[] floats = floats(count);
        return () -> target.push_float_block(floats);
      default:
        double[] doubles = doubles(count);
        return () -> target.push_double_block(doubles);
    }
  }

  private static Runnable sequence(Bench.Target target, BenchCommand command) {
    int count = command.elements();
    switch (command.payload()) {
      case octets:
        byte[] octets = octets(count);
        return () -> target.push_octets(octets);
      case shorts:
        short[] shorts = shorts(count);
        return () -> target.push_shorts(shorts);
      case floats:
        float[] floats = floats(count);
        return () -> target.push_floats(floats);
      default:
        double[] doubles = doubles(count);
        return () -> target.push(doubles);
    }
  }

  private static short[] shorts(int count) {
    short[] values = new short[count];
    Arrays.fill(values, (short) 1);
    return values;
  }

  private static float[] floats(int count) {
    float[] values = new float[count];
    Arrays.fill(values, 1);
    return values;
  }

  private static double[] doubles(int count) {
    double[] values = new double[count];
    Arrays.fill(values, 1);
    return values;
  }
}
