// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Colour;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Basic types: the ends of each range, and the numbers that a byte order or a sign could spoil. */
final class BasicCases {
  private BasicCases() {}

  static List<Case> all() {
    return List.of(
        new Case("echo_boolean", BasicCases::echoBoolean),
        new Case("echo_char", BasicCases::echoChar),
        new Case("echo_octet", on -> comeBack(everyOctet(), on.echo()::echo_octet)),
        new Case("echo_short", on -> comeBack(SHORTS, on.echo()::echo_short)),
        new Case("echo_ushort", on -> comeBack(SHORTS, on.echo()::echo_ushort)),
        new Case("echo_long", on -> comeBack(LONGS, on.echo()::echo_long)),
        new Case("echo_ulong", on -> comeBack(LONGS, on.echo()::echo_ulong)),
        new Case("echo_longlong", on -> comeBack(LONG_LONGS, on.echo()::echo_longlong)),
        new Case("echo_ulonglong", on -> comeBack(LONG_LONGS, on.echo()::echo_ulonglong)),
        new Case("echo_float", on -> comeBack(FLOATS, on.echo()::echo_float)),
        new Case("echo_double", on -> comeBack(DOUBLES, on.echo()::echo_double)),
        new Case("echo_enum", BasicCases::echoEnum),
        new Case("echo_string", on -> textComesBack(on, "hello")),
        new Case("echo_string_empty", on -> textComesBack(on, "")),
        new Case("echo_string_latin_1", on -> textComesBack(on, everyLatin1Character())),
        new Case("echo_string_large", on -> textComesBack(on, "x".repeat(1 << 20))));
  }

  // Java has no unsigned numbers: the same bits stand for the ends of those ranges.
  private static final List<Short> SHORTS =
      List.of(Short.MIN_VALUE, (short) 0, (short) 1, (short) 0x12, (short) -1, Short.MAX_VALUE);
  private static final List<Integer> LONGS =
      List.of(Integer.MIN_VALUE, 0, 1, 0x12, -1, Integer.MAX_VALUE);
  private static final List<Long> LONG_LONGS =
      List.of(Long.MIN_VALUE, 0L, 1L, 0x12L, -1L, Long.MAX_VALUE);
  private static final List<Float> FLOATS =
      List.of(
          0F, -0F, 1.5F, Float.MIN_NORMAL, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE,
          Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN);
  private static final List<Double> DOUBLES =
      List.of(
          0.0, -0.0, 1.5, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE,
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN);

  private static List<Byte> everyOctet() {
    return IntStream.range(0, 256).mapToObj(value -> (byte) value).toList();
  }

  private static String everyLatin1Character() {
    StringBuilder text = new StringBuilder();
    for (char character = 1; character < 256; ++character) text.append(character);
    return text.toString();
  }

  /** Float and Double are equal if their bits are: not-a-number is, zeros of two signs are not. */
  private static <T> String comeBack(List<T> values, UnaryOperator<T> call) {
    for (T value : values) {
      T echoed = call.apply(value);
      require(value.equals(echoed), "sent " + value + ", got " + echoed);
    }
    return values.size() + " values";
  }

  private static String echoBoolean(Target on) {
    require(on.echo().echo_boolean(true), "sent true, got false");
    require(!on.echo().echo_boolean(false), "sent false, got true");
    return "2 values";
  }

  private static String echoChar(Target on) {
    List<Character> values = IntStream.range(0, 256).mapToObj(value -> (char) value).toList();
    return comeBack(values, on.echo()::echo_char);
  }

  private static String echoEnum(Target on) {
    for (Colour colour : new Colour[] {Colour.red, Colour.green, Colour.blue}) {
      require(on.echo().echo_enum(colour) == colour, "another colour came back");
    }
    return "3 values";
  }

  private static String textComesBack(Target on, String text) {
    String echoed = on.echo().echo_string(text);
    require(
        echoed.equals(text),
        "sent " + text.length() + " characters, got " + echoed.length() + ", or others");
    return text.length() + " characters";
  }
}
