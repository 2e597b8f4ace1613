// SPDX-License-Identifier: Apache-2.0
package peer;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The processors and scheduling class of the process. Java has no call for either: util-linux moves
 * the threads that there are, and those made later inherit from the one that makes them.
 */
final class Placement {
  enum Scheduler {
    other,
    fifo,
    rr
  }

  static final class CpuList implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.matches("\\d+(-\\d+)?(,\\d+(-\\d+)?)*")) return text;
      throw new TypeConversionException("'" + text + "' is no list as 0,2-3");
    }
  }

  @Option(names = "--cpus", description = "as 0,2-3", converter = CpuList.class)
  private String cpus = "";

  @Option(names = "--scheduler", description = "scheduling class: ${COMPLETION-CANDIDATES}")
  private Scheduler scheduler = Scheduler.other;

  @Option(
      names = "--priority",
      description = "in fifo and rr",
      converter = Count.Priority.class)
  private int priority = 1;

  /** Call it before the ORB starts threads. Fails: throws Failed that says what was not allowed. */
  void apply() throws IOException, InterruptedException {
    String self = Long.toString(ProcessHandle.current().pid());
    if (!cpus.isEmpty()) {
      run("--cpus: the system refuses these processors", "taskset", "-acp", cpus, self);
    }
    if (scheduler != Scheduler.other) {
      run(
          "--scheduler " + scheduler + " needs root or CAP_SYS_NICE",
          "chrt", "--all-tasks", "--" + scheduler, "--pid", Integer.toString(priority), self);
    }
  }

  private static void run(String otherwise, String... words)
      throws IOException, InterruptedException {
    Process done = new ProcessBuilder(words).redirectOutput(Redirect.DISCARD).start();
    String said = new String(done.getErrorStream().readAllBytes()).strip();
    if (done.waitFor() != 0) throw new Failed(otherwise + " (" + said + ")");
  }
}
