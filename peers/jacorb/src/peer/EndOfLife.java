// SPDX-License-Identifier: Apache-2.0
package peer;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import sun.misc.Signal;

/**
 * When a peer program ends: its standard input reaches end of file, SIGTERM or SIGINT comes, or it
 * is asked to.
 */
final class EndOfLife {
  private final CountDownLatch reason = new CountDownLatch(1);
  private final AtomicReference<String> error = new AtomicReference<>();

  EndOfLife() {
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(new Signal(name), signal -> request());
    }
    Thread watch = new Thread(this::readToTheEnd, "standard input");
    watch.setDaemon(true);
    watch.start();
  }

  /** Threads: any. Blocks: never. */
  void request() {
    reason.countDown();
  }

  /** Ends the program because of an error; the first one counts. Threads: any. Blocks: never. */
  void fail(String what) {
    error.compareAndSet(null, what);
    request();
  }

  /** Blocks: until one of the three reasons comes. Returns the error, if there was one. */
  Optional<String> await() throws InterruptedException {
    reason.await();
    return Optional.ofNullable(error.get());
  }

  /** Input before the end of file says nothing; it is read and forgotten. */
  private void readToTheEnd() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException closed) {
      // A broken input is at its end, too.
    }
    request();
  }
}
