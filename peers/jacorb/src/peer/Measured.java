// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What one command found out. `durationsNs`: a value for each look at the clock, each of `batch`
 * calls; none for a stream. `takenNs`: from the call to the receiver's processing thread; only of
 * packets that go to a port.
 */
record Measured(long calls, long elapsedNs, int batch, long[] durationsNs, long[] takenNs) {
  private static final long[] NONE = {};

  static Measured ofCalls(long calls, long elapsedNs, int batch, long[] durationsNs) {
    return new Measured(calls, elapsedNs, batch, durationsNs, NONE);
  }

  static Measured ofStream(long calls, long elapsedNs) {
    return ofCalls(calls, elapsedNs, 1, NONE);
  }

  /** The answer to the command. */
  Map<String, Object> line(BenchCommand command) {
    Map<String, Object> line = Lines.measured(command.what());
    line.put("bytes", command.bytes());
    line.put("calls", calls);
    line.put("elapsed_ns", elapsedNs);
    line.put("per_second", 1e9 * calls / Math.max(elapsedNs, 1));
    if (durationsNs.length > 0) line.put("ns", Durations.summary(durationsNs, batch));
    if (takenNs.length == 0) return line;
    if (command.keep() > 0) line.put("kept", kept(command.keep()));
    line.put("taken_ns", Durations.summary(takenNs, 1));
    return line;
  }

  /** Of each `every` consecutive packets the first, which stands for all, and the slowest. */
  private Map<String, Object> kept(int keep) {
    int every = (takenNs.length + keep - 1) / keep;
    List<Long> first = new ArrayList<>();
    List<Long> slowest = new ArrayList<>();
    for (int n = 0; n < takenNs.length; n += every) {
      int end = Math.min(n + every, takenNs.length);
      first.add(takenNs[n]);
      slowest.add(Arrays.stream(takenNs, n, end).max().getAsLong());
    }
    return Map.of("every", every, "first_ns", first, "slowest_ns", slowest);
  }
}
