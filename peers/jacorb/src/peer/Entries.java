// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Echo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.SystemException;

/**
 * Load that goes on while its server is restarted, and the accounts of it: numbers below the count
 * are entered by two-way calls, those from there on jotted down by one-way calls. What certainly did not
 * run is tried again; what may have run is reported.
 */
final class Entries {
  private static final long LONGEST_NS = 60_000_000_000L;

  private final Echo echo;
  private final int count;
  private final long deadline = System.nanoTime() + LONGEST_NS;
  private final List<Integer> done = new ArrayList<>();
  private final List<Integer> maybe = new ArrayList<>();
  private final List<Integer> givenUp = new ArrayList<>();
  private long refused;

  Entries(Echo echo, int count) {
    this.echo = echo;
    this.count = count;
  }

  /** Prints an `entered` line at each quarter, and the accounts as a `result` line. */
  void enter() throws InterruptedException {
    Thread other = new Thread(() -> enterEach(1));
    other.start();
    enterEach(0);
    other.join();
    Map<String, Object> accounts = new LinkedHashMap<>();
    accounts.put("event", "result");
    accounts.put("done", done);
    accounts.put("maybe", maybe);
    accounts.put("refused", refused);
    accounts.put("given_up", givenUp);
    Lines.print(accounts);
  }

  private void enterEach(int first) {
    for (int number = first; number < count; number += 2) {
      int entered = number;
      settle(number, () -> echo.enter(entered));
      settle(count + number, () -> echo.jot(count + entered));
      if (number % (count / 4) == 0) Lines.print(Map.of("event", "entered", "number", number));
    }
  }

  private void settle(int number, Runnable call) {
    while (!isSettled(number, call)) {
      if (System.nanoTime() < deadline) continue;
      synchronized (this) {
        givenUp.add(number);
      }
      return;
    }
  }

  private boolean isSettled(int number, Runnable call) {
    try {
      call.run();
    } catch (SystemException raised) {
      return isReported(number, raised);
    }
    synchronized (this) {
      done.add(number);
    }
    return true;
  }

  private synchronized boolean isReported(int number, SystemException raised) {
    boolean didNotRun = raised.completed.value() == CompletionStatus._COMPLETED_NO;
    if (didNotRun) ++refused;
    else maybe.add(number);
    return !didNotRun;
  }
}
