// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Basics;
import Lab.Colour;
import Lab.Nested;
import java.util.Arrays;
import java.util.List;

/** Structs: every alignment of basic members, and structs in structs in sequences. */
final class StructCases {
  private StructCases() {}

  static List<Case> all() {
    return List.of(
        new Case("echo_struct", StructCases::echoStruct),
        new Case("echo_nested", StructCases::echoNested));
  }

  private static Basics normal() {
    return new Basics(
        true,
        'q',
        (byte) 0xA5,
        (short) -12345,
        (short) 54321,
        -1234567890,
        (int) 3456789012L,
        -1234567890123456789L,
        Long.parseUnsignedLong("12345678901234567890"),
        0.25F,
        -2.5e-100);
  }

  private static Basics lowest() {
    return new Basics(
        false,
        '\0',
        (byte) 0,
        Short.MIN_VALUE,
        (short) 0,
        Integer.MIN_VALUE,
        0,
        Long.MIN_VALUE,
        0,
        Float.NEGATIVE_INFINITY,
        Double.NEGATIVE_INFINITY);
  }

  private static Basics highest() {
    return new Basics(
        true,
        '\u00FF',
        (byte) 0xFF,
        Short.MAX_VALUE,
        (short) -1,
        Integer.MAX_VALUE,
        -1,
        Long.MAX_VALUE,
        -1,
        Float.MAX_VALUE,
        Double.MAX_VALUE);
  }

  private static boolean same(Object left, Object right) {
    return Image.of(left).equals(Image.of(right));
  }

  private static String echoStruct(Target on) {
    for (Basics sent : List.of(normal(), lowest(), highest())) {
      require(same(sent, on.echo().echo_struct(sent)), "a member came back changed");
    }
    return "3 structs";
  }

  private static Nested nested(int size) {
    double[] samples = new double[size];
    Arrays.setAll(samples, i -> i / 8.0);
    Basics[] many = new Basics[size];
    Arrays.setAll(many, i -> i % 2 == 0 ? lowest() : highest());
    return new Nested("nested", normal(), samples, new int[] {-1, 0, 1}, Colour.blue, many);
  }

  private static String echoNested(Target on) {
    for (int size : new int[] {0, 1, 3, 1000}) {
      Nested sent = nested(size);
      require(
          same(sent, on.echo().echo_nested(sent)),
          "a member came back changed, with " + size + " elements in its sequences");
    }
    return "sequences of 0, 1, 3 and 1000 elements in it";
  }
}
