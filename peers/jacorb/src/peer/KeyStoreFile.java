// SPDX-License-Identifier: Apache-2.0
package peer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A key store of Java made of PEM files, since JacORB reads nothing else; gone with the process. */
record KeyStoreFile(String path, String password) {
  private static final String PASSWORD = "of the lab";
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

  /** Identity: an EC key and its certificates; may be null. Fails: throws what Java says. */
  static KeyStoreFile of(String authority, String identity) {
    try {
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, null);
      addAuthorities(store, Files.readString(Path.of(authority)));
      if (identity != null) addIdentity(store, Files.readString(Path.of(identity)));
      return new KeyStoreFile(written(store), PASSWORD);
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    } catch (GeneralSecurityException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  private static Certificate[] certificatesIn(String pem) throws GeneralSecurityException {
    StringBuilder found = new StringBuilder();
    Matcher matcher = CERTIFICATE.matcher(pem);
    while (matcher.find()) found.append(matcher.group()).append('\n');
    byte[] bytes = found.toString().getBytes(StandardCharsets.US_ASCII);
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(bytes))
        .toArray(Certificate[]::new);
  }

  private static void addAuthorities(KeyStore store, String pem) throws GeneralSecurityException {
    Certificate[] certificates = certificatesIn(pem);
    for (int i = 0; i < certificates.length; i++) {
      store.setCertificateEntry("authority-" + i, certificates[i]);
    }
  }

  private static PrivateKey keyIn(String pem) throws GeneralSecurityException {
    Matcher matcher = KEY.matcher(pem);
    if (!matcher.find()) throw new GeneralSecurityException("the identity has no private key");
    byte[] key = Base64.getMimeDecoder().decode(matcher.group(1));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key));
  }

  private static void addIdentity(KeyStore store, String pem) throws GeneralSecurityException {
    store.setKeyEntry("identity", keyIn(pem), PASSWORD.toCharArray(), certificatesIn(pem));
  }

  private static String written(KeyStore store) throws IOException, GeneralSecurityException {
    Path file = Files.createTempFile("peer-", ".jks");
    file.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return file.toString();
  }
}
