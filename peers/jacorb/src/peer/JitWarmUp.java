// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Java interprets what is new and compiles what runs often, here and in the server. Before the
 * first block of a kind counts, so many of its calls are made that the next are about as quick as
 * any later one: the first kind compiles what all share, the others what is their own.
 */
final class JitWarmUp {
  private record Amount(int calls, long longestNs) {}

  private static final Amount FIRST = new Amount(20_000, 3_000_000_000L);
  private static final Amount NEW_CASE = new Amount(10_000, 1_500_000_000L);
  // A stream's rate is over all of its time: what a compiler takes of it counts, which the median
  // of single calls does not see.
  private static final Amount STREAM = new Amount(40_000, 4_000_000_000L);
  private static final Amount NEW_PAYLOAD = new Amount(5_000, 700_000_000L);
  private static final int LOOKS = 20;

  private record Kind(String what, BenchCommand.Payload payload, BenchCommand.Shape shape) {}

  private final Set<Kind> met = new HashSet<>();

  /** Does nothing if the kind is not new. */
  void before(BenchCommand command, Function<BenchCommand, Measured> run) {
    Kind kind = new Kind(command.what(), command.payload(), command.shape());
    if (met.contains(kind)) return;
    Amount amount = amountFor(kind);
    met.add(kind);
    BenchCommand block = command.block(LOOKS);
    long end = Clock.nowNs() + amount.longestNs;
    for (int made = 0; made < amount.calls && Clock.nowNs() < end; made += block.calls()) {
      run.apply(block);
    }
  }

  private Amount amountFor(Kind kind) {
    if (met.isEmpty()) return FIRST;
    if (kind.what.equals("oneway")) return STREAM;
    return met.stream().anyMatch(one -> one.what.equals(kind.what)) ? NEW_PAYLOAD : NEW_CASE;
  }
}
