// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that a producer and a stage share; constants are named as a person writes them. */
final class PipelineOptions {
  enum Messaging {
    oneway,
    twoway
  }

  enum Transport {
    auto,
    tcp
  }

  enum SyncScope {
    none,
    transport,
    server,
    target
  }

  @Mixin private final OrbOptions orb = new OrbOptions();
  @Mixin final Placement placement = new Placement();

  @Option(names = "--next", description = "reference of the next component")
  String next = "";

  @Option(
      names = "--packets",
      description = "packets to send",
      converter = Count.FromZero.class)
  int packets = 1000;

  @Option(names = "--messaging", description = "${COMPLETION-CANDIDATES}")
  Messaging messaging = Messaging.oneway;

  @Option(names = "--transport", description = "way to the next component: JacORB has tcp")
  Transport transport = Transport.auto;

  @Option(names = "--sync", description = "sync scope of one-way calls: ${COMPLETION-CANDIDATES}")
  SyncScope sync = SyncScope.transport;

  @Option(
      names = "--trace",
      description = "note when each of the first N packets passed",
      converter = Count.FromZero.class)
  int trace = 0;

  @Option(
      names = "--vary",
      description = "packets that repeat themselves more or less, and work that follows them")
  boolean vary;

  @Option(
      names = "--call-timeout-ms",
      description = "longest time of a call; 0: no limit",
      converter = Count.FromZero.class)
  int callTimeoutMs = 5000;

  /** The part of the ORB's options that follows from these. */
  OrbOptions orbOptions() {
    orb.replyTimeoutMs = callTimeoutMs;
    orb.syncScope = sync.toString();
    return orb;
  }
}
