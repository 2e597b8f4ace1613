// SPDX-License-Identifier: Apache-2.0
package peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The journal of an echo server: numbers, one a line, in a file that outlives the process. */
final class Journal {
  private final FileChannel file;

  /** Empty: none, and what is added is forgotten. */
  Journal(String path) throws IOException {
    file =
        path.isEmpty()
            ? null
            : FileChannel.open(
                Path.of(path), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Once it returns, the number is in the file whatever becomes of the process. */
  synchronized void add(int number) {
    if (file == null) return;
    try {
      file.write(ByteBuffer.wrap((number + "\n").getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException failure) {
      throw new IllegalStateException("the journal took no line", failure);
    }
  }
}
