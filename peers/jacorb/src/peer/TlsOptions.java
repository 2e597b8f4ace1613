// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Properties;
import org.jacorb.security.ssl.sun_jsse.SSLServerSocketFactory;
import org.jacorb.security.ssl.sun_jsse.SSLSocketFactory;
import picocli.CommandLine.Option;

/** The options of TLS in CONTRACT.md, as JacORB's properties. */
final class TlsOptions {
  // Security::AssociationOptions, in hexadecimal digits as JacORB reads them.
  private static final String TRUST_IN_TARGET = "20";
  private static final String TRUST_IN_BOTH = "60";

  @Option(names = "--tls-authority", description = "use TLS, with the authorities in this file")
  private String authority;

  @Option(
      names = "--tls-identity",
      description = "the program's key and certificate, in one file")
  private String identity;

  @Option(names = "--tls-clients-prove", description = "take no client without a certificate")
  private boolean clientsProve;

  boolean isUsed() {
    return authority != null;
  }

  /** TLS and nothing else, in both directions. Adds nothing unless TLS is used. */
  void addTo(Properties properties) {
    if (!isUsed()) return;
    KeyStoreFile store = KeyStoreFile.of(authority, identity);
    properties.put("jacorb.security.support_ssl", "on");
    properties.put("jacorb.ssl.socket_factory", SSLSocketFactory.class.getName());
    properties.put("jacorb.ssl.server_socket_factory", SSLServerSocketFactory.class.getName());
    properties.put("jacorb.security.keystore", store.path());
    properties.put("jacorb.security.keystore_password", store.password());
    properties.put("jacorb.security.jsse.trustees_from_ks", "on");
    // A client shows its certificate only if it supports that its server trusts it.
    String shown = identity == null ? TRUST_IN_TARGET : TRUST_IN_BOTH;
    properties.put("jacorb.security.ssl.client.supported_options", shown);
    properties.put("jacorb.security.ssl.client.required_options", TRUST_IN_TARGET);
    String wanted = clientsProve ? TRUST_IN_BOTH : TRUST_IN_TARGET;
    properties.put("jacorb.security.ssl.server.supported_options", wanted);
    properties.put("jacorb.security.ssl.server.required_options", wanted);
  }
}
