// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of a stage; constants are named as a person writes them. */
final class StageOptions {
  enum Dispatch {
    pool,
    connection
  }

  /** JacORB reads each connection with a thread of its own. */
  static final class Threading implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (text.equals("per-connection")) return text;
      throw new TypeConversionException(
          "'" + text + "' is not per-connection, all that JacORB has");
    }
  }

  @Mixin final PipelineOptions pipeline = new PipelineOptions();

  @Option(names = "--name", description = "name in messages and results")
  String name = Stage.NAME;

  @Option(names = "--endpoint", description = "listen there: giop:tcp:HOST:PORT")
  String endpoint = "giop:tcp:127.0.0.1:0";

  @Option(names = "--worker", description = "queue packets and process them on a worker thread")
  boolean worker;

  @Option(
      names = "--parallel",
      description = "process up to so many packets at once and hand on in order; 0: off",
      converter = Count.OfThreads.class)
  int parallel = 0;

  @Option(
      names = "--depth",
      description = "packets that the queue, or a parallel stage, holds",
      converter = Count.FromOne.class)
  int depth = 64;

  @Option(
      names = "--dispatch",
      description = "${COMPLETION-CANDIDATES}; this ORB has no lane")
  Dispatch dispatch = Dispatch.pool;

  @Option(
      names = "--threading",
      description = "per-connection; this ORB has no other",
      converter = Threading.class)
  private String threading = "per-connection";

  @Option(
      names = "--threads",
      description = "ORB threads of --dispatch pool",
      converter = Count.FromOne.class)
  int threads = 8;

  @Option(names = "--work", description = "${COMPLETION-CANDIDATES}")
  Work work = Work.wait;

  @Option(
      names = "--work-ms",
      description = "work for each packet",
      converter = Count.Milliseconds.class)
  double workMs = 5;

  long workNs() {
    return (long) (workMs * 1e6);
  }

  /** The ORB's options that follow from these. */
  OrbOptions orbOptions() {
    OrbOptions orb = pipeline.orbOptions();
    orb.threads = threads;
    return orb;
  }
}
