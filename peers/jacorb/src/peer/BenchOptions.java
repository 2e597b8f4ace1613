// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that both bench programs have; constants are named as a person writes them. */
final class BenchOptions {
  enum Transport {
    auto,
    tcp
  }

  @Mixin final Placement placement = new Placement();

  @Option(names = "--name", description = "name in messages")
  private String name = "";

  @Option(names = "--transport", description = "way from client to server: JacORB has tcp")
  private Transport transport = Transport.auto;

  String nameOr(String usual) {
    return name.isEmpty() ? usual : name;
  }
}
