// SPDX-License-Identifier: Apache-2.0
// Makes keys and certificates: for a trial authority, and for tests.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <string>
#include <vector>

namespace orbweaver::tls {

/// A certificate and its private key, both as PEM. The certificate's authority, if it is not
/// itself, stands behind it.
struct KeyPair {
  std::string certificate;
  std::string key;
};

struct CertificateRequest {
  std::string common_name;         // either of the subject's parts may be empty
  std::string organization;        // stands before it
  std::vector<std::string> names;  // as security::Identity writes them: "dns:", "ip:", "uri:"
  bool is_server = true;           // the uses that the certificate allows
  bool is_client = true;
  os::WallTime begins;
  os::WallTime ends;
  /// 0: an EC key on the curve P-256. Else an RSA key of so many bits.
  unsigned rsa_bits = 0;
  /// False: its issuer has none, so peers that read revocation lists need none for it: RFC 9608.
  bool has_revocation_list = true;
};

/// The certificate of an authority, signed with its own key. `names` and the uses have no effect.
/// Fails: one readable line.
[[nodiscard]] Result<KeyPair, std::string> make_authority(const CertificateRequest& request);

/// A certificate that the authority signs.
/// Fails: one readable line, for example if a name is none.
[[nodiscard]] Result<KeyPair, std::string> make_certificate(const CertificateRequest& request,
                                                            const KeyPair& authority);

/// The authority's revocation list, as PEM: what is in `list`, which may be empty, and the serial
/// number of `revoked`, which may be empty, too. It is valid from `begins` until `ends`.
/// Fails: one readable line.
[[nodiscard]] Result<std::string, std::string> add_to_revocation_list(const KeyPair& authority,
                                                                      const std::string& list,
                                                                      const std::string& revoked,
                                                                      os::WallTime begins,
                                                                      os::WallTime ends);

}  // namespace orbweaver::tls
