// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Many durations in nanoseconds; the summary is exact: all are kept and sorted. */
final class Durations {
  private static final Map<String, Double> SHARES = new LinkedHashMap<>();

  static {
    SHARES.put("p50", 0.5);
    SHARES.put("p80", 0.8);
    SHARES.put("p90", 0.9);
    SHARES.put("p99", 0.99);
    SHARES.put("p999", 0.999);
  }

  private long[] kept;
  private int count;

  Durations(int expected) {
    kept = new long[Math.max(expected, 1)];
  }

  void add(long durationNs) {
    if (count == kept.length) kept = Arrays.copyOf(kept, 2 * count);
    kept[count++] = durationNs;
  }

  void add(Durations others) {
    for (int i = 0; i < others.count; ++i) add(others.kept[i]);
  }

  int count() {
    return count;
  }

  Map<String, Object> summaryUs() {
    return summary(Arrays.copyOf(kept, Math.max(count, 1)), 1000);
  }

  /**
   * Of at least one duration, each divided by the unit. A percentile is the smallest duration that
   * at least that share of all does not exceed.
   */
  static Map<String, Object> summary(long[] durationsNs, double unit) {
    long[] sorted = durationsNs.clone();
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().getAsDouble();
    double variance =
        Arrays.stream(sorted).mapToDouble(x -> (x - mean) * (x - mean)).average().getAsDouble();
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("count", sorted.length);
    summary.put("min", sorted[0] / unit);
    summary.put("mean", mean / unit);
    summary.put("stddev", Math.sqrt(variance) / unit);
    SHARES.forEach((name, share) -> summary.put(name, percentile(sorted, share) / unit));
    summary.put("max", sorted[sorted.length - 1] / unit);
    return summary;
  }

  private static long percentile(long[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(rank, 1) - 1];
  }
}
