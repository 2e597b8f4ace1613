// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.atomic.AtomicInteger;
import org.jacorb.orb.dsi.ServerRequest;
import org.jacorb.poa.RequestQueueListener;

/** The most requests that ever waited in the queue of an object adapter. */
final class RequestQueueMeter implements RequestQueueListener {
  private final AtomicInteger longest = new AtomicInteger();

  @Override
  public void requestAddedToQueue(ServerRequest request, int size) {
    longest.accumulateAndGet(size, Math::max);
  }

  @Override
  public void requestRemovedFromQueue(ServerRequest request, int size) {}

  int longest() {
    return longest.get();
  }
}
