// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a producer. */
final class SendingOptions {
  @Mixin final PipelineOptions pipeline = new PipelineOptions();

  @Option(
      names = "--elements",
      description = "doubles in a packet",
      converter = Count.FromZero.class)
  int elements = 1024;

  @Option(
      names = "--pace-ms",
      description = "one packet each X ms; 0: as fast as it can",
      converter = Count.Milliseconds.class)
  double paceMs = 0;

  @Option(
      names = "--senders",
      description = "threads that share the reference to the next component",
      converter = Count.OfSenders.class)
  int senders = 1;
}
