// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Echo;
import org.omg.CORBA.ORB;

/** The object that a case calls. */
record Target(ORB orb, Echo echo) {
  /** The connection must be fit for the next call. */
  void requireStillServing() {
    Failed.require(echo.add(1, 1) == 2, "the next call on this connection went wrong");
  }

  /** Waits until the server has counted that much: one-way calls may still be under way. */
  void waitForCount(int expected) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (echo.count() != expected) {
      Failed.require(
          System.nanoTime() < deadline,
          "count is " + echo.count() + " after 10 s, not " + expected);
      Thread.yield();
    }
  }
}
