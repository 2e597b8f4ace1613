// SPDX-License-Identifier: Apache-2.0
package peer;

import CF.File;
import CF.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Copies a folder into a domain's file system, and removes it again. */
final class DomainFiles {
  private record Made(String name, boolean isFolder) {}

  private final FileSystem files;
  private final Deque<Made> made = new ArrayDeque<>();

  DomainFiles(FileSystem files) {
    this.files = files;
  }

  /** Every file and folder below `root` gets its name below /. Returns how many files there were. */
  int copy(Path root) throws Exception {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(root)) {
      all = walk.filter(path -> !path.equals(root)).sorted().toList();
    }
    int copied = 0;
    for (Path path : all) {
      String name = "/" + root.relativize(path);
      if (files.exists(name)) continue;
      boolean isFolder = Files.isDirectory(path);
      if (isFolder) files.mkdir(name);
      else copyFile(path, name);
      made.push(new Made(name, isFolder));
      if (!isFolder) ++copied;
    }
    return copied;
  }

  private void copyFile(Path from, String to) throws Exception {
    File out = files.create(to);
    out.write(Files.readAllBytes(from));
    out.close();
  }

  /** Removes what copy() made. */
  void remove() throws Exception {
    for (Made one : made) {
      if (one.isFolder()) files.rmdir(one.name());
      else files.remove(one.name());
    }
    made.clear();
  }
}
