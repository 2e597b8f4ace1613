// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Colour;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Sequences and arrays: empty, one element, odd lengths that shift alignment, and 1 MiB. */
final class SequenceCases {
  private static final int MEBIBYTE = 1 << 20;

  private SequenceCases() {}

  static List<Case> all() {
    return List.of(
        new Case("echo_octets", SequenceCases::echoOctets),
        new Case("echo_shorts", SequenceCases::echoShorts),
        new Case("echo_floats", SequenceCases::echoFloats),
        new Case("echo_doubles", SequenceCases::echoDoubles),
        new Case("echo_colours", SequenceCases::echoColours),
        new Case("echo_strings", SequenceCases::echoStrings),
        new Case("echo_array", SequenceCases::echoArray),
        new Case("echo_grid", SequenceCases::echoGrid));
  }

  /** These take long, so they run only when they are named. */
  static List<Case> large() {
    return List.of(new Case("echo_octets_16_mib", SequenceCases::echoOctets16Mib));
  }

  /** Sends sequences of each length and compares what comes back. */
  private static <T> String lengthsComeBack(
      int largest, IntFunction<T> counting, Function<T, T> call) {
    for (int length : new int[] {0, 1, 3, 1024, largest}) {
      T sent = counting.apply(length);
      T echoed = call.apply(sent);
      require(
          Arrays.deepEquals(new Object[] {sent}, new Object[] {echoed}),
          length + " elements came back fewer, more, or changed");
    }
    return "lengths 0, 1, 3, 1024 and " + (largest == 1000 ? "1000" : "1 MiB");
  }

  private static String echoOctets(Target on) {
    return lengthsComeBack(
        MEBIBYTE,
        length -> {
          byte[] values = new byte[length];
          for (int i = 0; i < length; ++i) values[i] = (byte) (i * 7 + 1);
          return values;
        },
        on.echo()::echo_octets);
  }

  private static String echoOctets16Mib(Target on) {
    byte[] sent = new byte[16 * MEBIBYTE];
    for (int i = 0; i < sent.length; ++i) sent[i] = (byte) (i * 7 + 1);
    require(
        Arrays.equals(sent, on.echo().echo_octets(sent)), "other octets came back, or not as many");
    return "16 MiB";
  }

  private static String echoShorts(Target on) {
    return lengthsComeBack(
        MEBIBYTE / Short.BYTES,
        length -> {
          short[] values = new short[length];
          for (int i = 0; i < length; ++i) values[i] = (short) (i * 7 + 1);
          return values;
        },
        on.echo()::echo_shorts);
  }

  private static String echoFloats(Target on) {
    return lengthsComeBack(
        MEBIBYTE / Float.BYTES,
        length -> {
          float[] values = new float[length];
          for (int i = 0; i < length; ++i) values[i] = i * 7 + 1;
          return values;
        },
        on.echo()::echo_floats);
  }

  private static String echoDoubles(Target on) {
    return lengthsComeBack(
        MEBIBYTE / Double.BYTES,
        length -> {
          double[] values = new double[length];
          for (int i = 0; i < length; ++i) values[i] = i * 7 + 1;
          return values;
        },
        on.echo()::echo_doubles);
  }

  private static String echoColours(Target on) {
    return lengthsComeBack(
        1000,
        length -> {
          Colour[] values = new Colour[length];
          Arrays.setAll(values, i -> Colour.from_int(i % 3));
          return values;
        },
        on.echo()::echo_colours);
  }

  private static String echoStrings(Target on) {
    return lengthsComeBack(
        1000,
        length -> {
          String[] values = new String[length];
          Arrays.setAll(values, i -> "a".repeat(i % 11));
          return values;
        },
        on.echo()::echo_strings);
  }

  private static String echoArray(Target on) {
    int[] sent = {Integer.MIN_VALUE, 0, Integer.MAX_VALUE};
    require(Arrays.equals(sent, on.echo().echo_array(sent)), "the array came back changed");
    return "3 elements";
  }

  private static String echoGrid(Target on) {
    double[][] sent = {{0.5, -1.5, 1e300}, {1e-300, 4.0, -0.0}};
    require(Arrays.deepEquals(sent, on.echo().echo_grid(sent)), "the grid came back changed");
    return "2 rows of 3";
  }
}
