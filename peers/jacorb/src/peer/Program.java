// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.Callable;
import org.omg.CORBA.SystemException;
import picocli.CommandLine;

/** The frame of every peer program: options in, exit status out, each failure as one line. */
final class Program {
  private Program() {}

  /** Ends the process with body's own status, 1 after an `error` line, 2 for wrong options. */
  static void run(String name, Callable<Integer> command, String[] arguments) {
    CommandLine line = new CommandLine(command);
    line.registerConverter(GiopVersion.class, new GiopVersion.Converter());
    line.setParameterExceptionHandler(
        (wrong, given) -> {
          System.err.println(name + ": " + wrong.getMessage() + "; --help lists the options");
          return 2;
        });
    line.setExecutionExceptionHandler(
        (failure, self, parsed) -> {
          Lines.printError(name, describe(failure));
          return 1;
        });
    System.exit(line.execute(arguments));
  }

  static String describe(Throwable failure) {
    if (failure instanceof SystemException raised) return OrbOptions.describe(raised);
    if (failure instanceof Failed) return failure.getMessage();
    return failure.getMessage() == null
        ? failure.getClass().getName()
        : failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }
}
