// SPDX-License-Identifier: Apache-2.0
package peer;

/** What a case found wrong, for a person. */
final class Failed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Failed(String what) {
    super(what);
  }

  static void require(boolean fulfilled, String otherwise) {
    if (!fulfilled) throw new Failed(otherwise);
  }
}
