// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Work that depends on the data: the packets and the work of pipeline/dictionary_work.hpp, to the
 * last nanosecond.
 */
final class DictionaryWork {
  /** Phrases for each value in packets of 1024 values of fill(), on average. */
  private static final double USUAL_PHRASES = 0.317;

  private DictionaryWork() {}

  /**
   * The values of packet `number`: random ones out of 1, 2, 4, ... or 64, as the number says. The
   * same number gives the same values.
   */
  static void fill(long number, double[] values) {
    long alphabet = 1L << Long.remainderUnsigned(mixed(number), 7);
    for (int i = 0; i < values.length; ++i) {
      values[i] = mixed(number * 0x10001 + i) & (alphabet - 1);
    }
  }

  /** The work on these values, of which `wholeNs` is usual. */
  static long on(double[] values, long wholeNs) {
    if (values.length == 0) return 0;
    return (long) ((double) wholeNs * phrases(values) / (values.length * USUAL_PHRASES));
  }

  /** SplitMix64: neighbouring numbers give unrelated ones. */
  private static long mixed(long number) {
    long x = number + 0x9e3779b97f4a7c15L;
    x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }

  /** How many phrases a coder with a growing dictionary (LZ78) finds in the values. */
  private static int phrases(double[] values) {
    Dictionary dictionary = new Dictionary(values.length);
    int found = 0;
    int prefix = 0;
    for (double value : values) {
      prefix = dictionary.phraseOf(prefix, Double.doubleToRawLongBits(value), found + 1);
      if (prefix == found + 1) {
        ++found;
        prefix = 0;
      }
    }
    return found + (prefix != 0 ? 1 : 0);
  }

  /** Phrases by what they add to another one. */
  private static final class Dictionary {
    private final int[] prefixes;
    private final long[] symbols;
    private final int[] phrases; // 0: free

    /** Its room is a power of two, at most half full. */
    Dictionary(int most) {
      int room = 16;
      while (room < 2 * most) room *= 2;
      prefixes = new int[room];
      symbols = new long[room];
      phrases = new int[room];
    }

    /** The phrase that is there, or `added` if it is not there yet. */
    int phraseOf(int prefix, long symbol, int added) {
      int last = phrases.length - 1;
      int at = (int) mixed(symbol ^ mixed(prefix)) & last;
      while (phrases[at] != 0 && (prefixes[at] != prefix || symbols[at] != symbol)) {
        at = (at + 1) & last;
      }
      if (phrases[at] != 0) return phrases[at];
      prefixes[at] = prefix;
      symbols[at] = symbol;
      phrases[at] = added;
      return added;
    }
  }

  /** How much work there was: what the least time of a pipeline follows from. Threads: any. */
  static final class Meter {
    private long packets;
    private long totalNs;
    private long shortestNs;
    private long longestNs;

    synchronized void record(long workNs) {
      shortestNs = packets++ == 0 ? workNs : Math.min(shortestNs, workNs);
      longestNs = Math.max(longestNs, workNs);
      totalNs += workNs;
    }

    /** The object `work_ns` of a result line. */
    synchronized Map<String, Object> reported() {
      Map<String, Object> reported = new LinkedHashMap<>();
      reported.put("total", totalNs);
      reported.put("shortest", shortestNs);
      reported.put("longest", longestNs);
      return reported;
    }
  }
}
