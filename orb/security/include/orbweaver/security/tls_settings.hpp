// SPDX-License-Identifier: Apache-2.0
// The certificates of one ORB, and which ones of its peers it believes.
#pragma once
#include <string>
#include <vector>

namespace orbweaver::security {

/// Files are PEM. Each is read again when it changes.
struct TlsSettings {
  std::string certificate;  // the chain: this side's own certificate first
  std::string key;          // its private key. Empty: the key is in the file of the certificate
  std::string passphrase;   // a file whose first line decrypts the key. Empty: it is not encrypted
  std::string authorities;  // the trusted ones: a file, or a folder as `openssl rehash` makes it
  std::string revoked;      // revocation lists (CRL) of the authorities. Empty: none is asked for
  /// Whether clients of this server must have a certificate.
  enum class Clients { must_prove, may_prove, need_not };
  Clients clients = Clients::must_prove;
  enum class Version { tls_1_2, tls_1_3 };
  Version least = Version::tls_1_2;
  /// A server's certificate must have one of these names, as Identity writes them
  /// ("uri:spiffe://example/domain"). Empty: the host that the client connects to.
  std::vector<std::string> expected_peers;

  friend bool operator==(const TlsSettings&, const TlsSettings&) = default;
};

}  // namespace orbweaver::security
