package peer;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Java interprets what is new and compiles what runs often, here and in the server. Before the first
 * block of a kind counts, so many of its calls are made that the next are as quick as any later one.
 */
final class JitWarmUp {
  private static final int FIRST_CALLS = 12_000;
  private static final int CALLS = 2_000;
  private static final long LONGEST_NS = 2_000_000_000L;
  private static final int LOOKS = 50;

  private final Set<Object> met = new HashSet<>();

  private record Kind(String what, BenchCommand.Payload payload, BenchCommand.Shape shape) {}

  /** Blocks: for LONGEST_NS at most, and only if the kind is new. Most of it all kinds share. */
  void before(BenchCommand command, Function<BenchCommand, Measured> run) {
    long wanted = met.isEmpty() ? FIRST_CALLS : CALLS;
    if (!met.add(new Kind(command.what(), command.payload(), command.shape()))) return;
    BenchCommand block = command.block(LOOKS);
    long end = Clock.nowNs() + LONGEST_NS;
    for (long made = 0; made < wanted && Clock.nowNs() < end; made += block.calls()) run.apply(block);
  }
}
