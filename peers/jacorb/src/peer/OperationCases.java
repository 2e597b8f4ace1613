// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.StringsHolder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.omg.CORBA.IntHolder;
import org.omg.CORBA.StringHolder;

/** Shapes of operations: nothing, attributes, one-way, inout and out, many callers at once. */
final class OperationCases {
  private static final int POKES = 1000;
  private static final int CALLERS = 4;
  private static final int CALLS = 250;

  private OperationCases() {}

  static List<Case> all() {
    return List.of(
        new Case("nothing", OperationCases::nothing),
        new Case("label", OperationCases::label),
        new Case("poke_and_count", OperationCases::pokeAndCount),
        new Case("add", OperationCases::add),
        new Case("sum_and_difference", OperationCases::sumAndDifference),
        new Case("swap_text", OperationCases::swapText),
        new Case("concurrent_callers", OperationCases::concurrentCallers));
  }

  /** These end the server, so they run only when they are named. */
  static List<Case> ending() {
    return List.of(new Case("shutdown", OperationCases::shutdown));
  }

  private static String nothing(Target on) {
    on.echo().nothing();
    return "returned";
  }

  private static String label(Target on) {
    for (String text : List.of("first", "", "third")) {
      on.echo().label(text);
      String read = on.echo().label();
      require(read.equals(text), "wrote '" + text + "', read '" + read + "'");
    }
    return "3 labels written and read";
  }

  private static String pokeAndCount(Target on) {
    on.echo().reset();
    require(on.echo().count() == 0, "count is not 0 after reset");
    for (int i = 0; i < POKES; ++i) on.echo().poke(3);
    on.waitForCount(3 * POKES);
    return "1000 one-way calls counted";
  }

  private static String add(Target on) {
    require(on.echo().add(40, 2) == 42, "40 + 2 is not 42");
    require(
        on.echo().add(Integer.MAX_VALUE, 1) == Integer.MIN_VALUE, "the sum does not wrap");
    return "2 sums";
  }

  private static String sumAndDifference(Target on) {
    IntHolder a = new IntHolder(40);
    IntHolder difference = new IntHolder();
    int sum = on.echo().sum_and_difference(a, 2, difference);
    require(sum == 42, "returned " + sum + ", not 42");
    require(a.value == 42, "left " + a.value + " in a, not 42");
    require(difference.value == 38, "left " + difference.value + " in difference, not 38");
    return "return, inout and out";
  }

  private static String swapText(Target on) {
    StringHolder left = new StringHolder("left");
    StringHolder right = new StringHolder("");
    StringsHolder both = new StringsHolder();
    on.echo().swap_text(left, right, both);
    require(
        left.value.isEmpty() && right.value.equals("left"), "the texts were not exchanged");
    require(
        List.of(both.value).equals(List.of("left", "")),
        "both does not hold the texts as they were passed");
    return "inout and out strings";
  }

  private static Void callInARow(Target on, int first) {
    for (int sent = first; sent < first + CALLS; ++sent) {
      require(on.echo().echo_long(sent) == sent, "a caller got another caller's reply");
    }
    return null;
  }

  private static String concurrentCallers(Target on) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Callable<Void>> rows = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; ++caller) {
        int first = caller * CALLS;
        rows.add(() -> callInARow(on, first));
      }
      for (Future<Void> row : callers.invokeAll(rows)) row.get();
    } finally {
      callers.shutdown();
    }
    return "4 threads of 250 calls";
  }

  private static String shutdown(Target on) {
    on.echo().shutdown();
    return "the server was ordered to end, and replied";
  }
}
