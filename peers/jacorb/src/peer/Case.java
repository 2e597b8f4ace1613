// SPDX-License-Identifier: Apache-2.0
package peer;

/** Calls one operation of Lab::Echo in one way and judges what comes back. */
record Case(String name, Body body) {
  interface Body {
    /** Returns what it saw, in a few words; throws Failed. */
    String run(Target on) throws Exception;
  }
}
