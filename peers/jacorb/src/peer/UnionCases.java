// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.TypeCase.turned;

import Lab.Types.ByBoolean;
import Lab.Types.ByBooleanHalf;
import Lab.Types.ByChar;
import Lab.Types.ByColour;
import Lab.Types.ByColourHalf;
import Lab.Types.Shade;
import Lab.Types.ByLong;
import Lab.Types.ByShort;
import Lab.Types.Colour;
import Lab.Types.Expression;
import java.util.List;
import java.util.function.Consumer;

/** Unions of every kind of discriminator, in each of their branches. */
final class UnionCases {
  private UnionCases() {}

  static List<TypeCase> all() {
    return List.of(
        turned("recursive_union", "echo_expression", List.of(sumOf(0), sumOf(12))),
        turned("union_by_short", "echo_by_short", byShorts()),
        turned("union_by_short_without_a_member", "echo_by_short", byShortsAndNone()),
        turned("union_by_long", "echo_by_long", List.of(least(), words())),
        turned("union_by_long_of_default", "echo_by_long", List.of(words(), other(0, -1))),
        turned("union_by_char", "echo_by_char", byChars()),
        turned("union_by_boolean", "echo_by_boolean", byBooleans()),
        turned("union_by_half_of_boolean", "echo_by_boolean_half", byBooleanHalves()),
        turned("union_by_enum", "echo_by_colour", List.of(dark(), otherColour())),
        turned("union_by_part_of_enum", "echo_by_colour_half", byColourHalves()));
  }

  private static <T> T changed(T value, Consumer<T> change) {
    change.accept(value);
    return value;
  }

  static ByLong words() {
    return changed(new ByLong(), value -> value.most(new String[] {"one", "", "three"}));
  }

  static ByLong other(int discriminator, int content) {
    return changed(new ByLong(), value -> value.other(discriminator, content));
  }

  static ByColour dark() {
    return changed(
        new ByColour(), value -> value.darkness(Colour.blue, new Shade((byte) 255, "dark")));
  }

  private static ByColour otherColour() {
    return changed(new ByColour(), value -> value.other(Colour.red));
  }

  private static ByLong least() {
    return changed(new ByLong(), value -> value.least(new int[][] {{1, 2, 3}, {4, 5, 6}}));
  }

  private static List<ByShort> byShorts() {
    return List.of(
        changed(new ByShort(), value -> value.least((byte) 255)),
        changed(new ByShort(), value -> value.some((short) 7, "text")),
        changed(new ByShort(), value -> value.most(-0.5)));
  }

  private static List<ByShort> byShortsAndNone() {
    return List.of(byShorts().get(0), changed(new ByShort(), ByShort::__default));
  }

  private static List<ByChar> byChars() {
    return List.of(
        changed(new ByChar(), value -> value.letter(-1)),
        changed(new ByChar(), value -> value.others('\0', "\u20ac")));
  }

  private static List<ByBoolean> byBooleans() {
    return List.of(
        changed(new ByBoolean(), value -> value.yes("yes")),
        changed(new ByBoolean(), value -> value.no(-1)));
  }

  private static List<ByBooleanHalf> byBooleanHalves() {
    return List.of(
        changed(new ByBooleanHalf(), value -> value.yes(0.1)),
        changed(new ByBooleanHalf(), ByBooleanHalf::__default));
  }

  private static List<ByColourHalf> byColourHalves() {
    ByBoolean inner = changed(new ByBoolean(), value -> value.no(7));
    return List.of(
        changed(new ByColourHalf(), value -> value.inner(inner)),
        changed(new ByColourHalf(), ByColourHalf::__default));
  }

  private static Expression sumOf(int depth) {
    if (depth == 0) return changed(new Expression(), value -> value.number(Integer.MIN_VALUE));
    Expression[] operands = {sumOf(depth - 1), sumOf(0)};
    return changed(new Expression(), value -> value.both('*', operands));
  }
}
