// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.ArrayList;
import java.util.List;

/** What came, in the order in which it came. Threads: any. */
final class Arrivals<T> {
  private final List<T> all = new ArrayList<>();

  synchronized void put(T arrival) {
    all.add(arrival);
    notifyAll();
  }

  /** All of them. Blocks: until there are as many as are awaited. */
  synchronized List<T> await(int count) throws InterruptedException {
    while (all.size() < count) wait();
    return List.copyOf(all);
  }

  synchronized int count() {
    return all.size();
  }
}
