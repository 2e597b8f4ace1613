// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.TypeCase.turned;

import Lab.Types.Everything;
import Lab.Types.EverythingPackage.Inner;
import Lab.Types.Tree;
import java.util.List;

/** Wide texts, what has a bound, sequences, arrays, and structs of all of that. */
final class TypeCases {
  private TypeCases() {}

  static List<TypeCase> all() {
    return List.of(
        turned("wchar", "echo_wide_char", List.of('\0', 'a', '\u00ff', '\u20ac', '\uffff')),
        turned("wstring", "echo_wide_text", List.of(wideTexts())),
        turned("bounded_string", "echo_short_text", List.of("", "12345")),
        turned("bounded_wstring", "echo_short_wide_text", List.of("", "\u20ac\uffff\u0001a\u00ff")),
        turned(
            "bounded_sequence",
            "echo_short_longs",
            List.of(new int[0], new int[] {1, -2, 3, -4, 5})),
        turned(
            "bounded_sequence_of_bounded_string",
            "echo_short_texts",
            List.of(new String[0], new String[] {"", "12345"})),
        turned("array", "echo_grid", List.of(new int[2][3], grid())),
        turned("array_of_string", "echo_text_grid", textGrids()),
        turned("sequence_of_wchar", "echo_wide_chars", List.of(new char[0], wideCharacters())),
        turned("sequence_of_wstring", "echo_wide_texts", List.of(new String[0], wideTexts())),
        turned("array_of_wchar", "echo_wide_pair", List.of(new char[2], "\u20aca".toCharArray())),
        turned("recursive_struct", "echo_tree", List.of(treeOf(0), treeOf(12))),
        turned("everything", "echo_everything", List.of(nothingInIt(), everything())));
  }

  private static int[][] grid() {
    return new int[][] {{1, 2, 3}, {-4, -5, Integer.MIN_VALUE}};
  }

  private static List<String[][]> textGrids() {
    return List.of(
        new String[][] {{"", ""}, {"", ""}}, new String[][] {{"a", ""}, {"bc", "def"}});
  }

  private static char[] wideCharacters() {
    return "\0a\u00ff\u20ac\uffff".toCharArray();
  }

  /** Empty, plain, beyond one octet, the last characters, and large. */
  private static String[] wideTexts() {
    return new String[] {
      "", "plain", "\u20ac\u00e9", "\uffff\ufffd\u0001", "\u20ac".repeat(10000)
    };
  }

  private static Tree treeOf(int depth) {
    if (depth == 0) return new Tree(0, new Tree[0]);
    return new Tree(depth, new Tree[] {treeOf(depth - 1), new Tree(-1, new Tree[0])});
  }

  private static Everything nothingInIt() {
    Inner none = new Inner('\0', 0);
    return new Everything(
        "", new byte[0][], new Inner[] {none, none}, UnionCases.other(0, 0), treeOf(0),
        new String[0]);
  }

  private static Everything everything() {
    return new Everything(
        "12345",
        new byte[][] {{1, 2}, {}, {(byte) 255}},
        new Inner[] {new Inner('\u20ac', 0.1), new Inner('a', -0.0)},
        UnionCases.words(),
        treeOf(3),
        wideTexts());
  }
}
