// SPDX-License-Identifier: Apache-2.0
#include "fault_texts.hpp"

#include <openssl/err.h>
#include <openssl/x509_vfy.h>

namespace orbweaver::tls {

namespace {

using security::TlsFault;

constexpr std::string_view kOtherName =
    "its certificate is for another host or identity: the address must be one of the "
    "certificate's names, or -ORBtlsPeer must name the identity that is expected";

std::string_view about_alert(int code) noexcept {
  switch (code) {
    case TLS13_AD_CERTIFICATE_REQUIRED:
      return "the peer asks this side for a certificate: -ORBtlsCertificate and -ORBtlsKey";
    case SSL3_AD_CERTIFICATE_EXPIRED:
      return "the peer says that the certificate of this side has expired";
    case SSL3_AD_CERTIFICATE_REVOKED:
      return "the peer says that the certificate of this side was revoked";
    case TLS1_AD_UNKNOWN_CA:
      return "the peer does not trust the authority that issued the certificate of this side";
    case SSL3_AD_BAD_CERTIFICATE:
    case SSL3_AD_UNSUPPORTED_CERTIFICATE:
    case SSL3_AD_CERTIFICATE_UNKNOWN:
      return "the peer refused the certificate of this side";
    case TLS1_AD_PROTOCOL_VERSION:
      return "the peer takes none of the TLS versions of this side";
    case SSL3_AD_HANDSHAKE_FAILURE:
      return "the peer refused the handshake: no cipher or key in common, or it asks this side for "
             "a certificate (-ORBtlsCertificate and -ORBtlsKey)";
    default:
      return SSL_alert_desc_string_long(code);
  }
}

std::string_view about_protocol(unsigned long error) noexcept {
  switch (ERR_GET_REASON(error)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
    case SSL_R_RECORD_LENGTH_MISMATCH:
    case SSL_R_UNEXPECTED_MESSAGE:
      return "the peer sent bytes that are no TLS: one side uses TLS, and the other one does not";
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_VERSION_TOO_LOW:
      return "the peer offers no TLS version that this side takes (1.2 and 1.3; -ORBtlsVersion)";
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
      return "the peer shows no certificate, and this side asks for one (-ORBtlsClients)";
    case SSL_R_NO_SHARED_CIPHER:
      return "the peer has no cipher in common with this side";
    case SSL_R_EXCESSIVE_MESSAGE_SIZE:
      return "the peer's certificates are larger than 100 KiB";
    default: {
      const auto* const text = ERR_reason_error_string(error);
      return text != nullptr ? text : "the peer breaks the rules of TLS";
    }
  }
}

}  // namespace

std::string_view about_certificate(long code) noexcept {
  switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "its certificate has expired: give it a new one, and check the clocks of both "
             "machines";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "its certificate is not valid yet: check the clocks of both machines";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "its certificate is self-signed, and not among the trusted authorities (-ORBtlsCA)";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "its certificate was issued by an authority that is not trusted here (-ORBtlsCA)";
    case X509_V_ERR_CERT_REVOKED:
      return "its certificate was revoked: give it a new one";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return kOtherName;
    case X509_V_ERR_INVALID_PURPOSE:
      return "its certificate is not for this purpose: its extended key usage must have serverAuth "
             "for a server, clientAuth for a client";
    case X509_V_ERR_EE_KEY_TOO_SMALL:
    case X509_V_ERR_CA_KEY_TOO_SMALL:
    case X509_V_ERR_CA_MD_TOO_WEAK:
      return "the key or the signature of its certificate is too weak: take RSA from 2048 bits on, "
             "or EC P-256";
    case X509_V_ERR_CERT_CHAIN_TOO_LONG:
      return "the chain of its certificates is too long: 10 at most";
    case X509_V_ERR_PERMITTED_VIOLATION:
    case X509_V_ERR_EXCLUDED_VIOLATION:
    case X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
      return "its certificate has a name that its issuer may not give: the issuer of a node signs "
             "for applications of that node, with the names of that node";
    case X509_V_ERR_PATH_LENGTH_EXCEEDED:
    case X509_V_ERR_INVALID_CA:
    case X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
      return "its certificate was signed by a certificate that may not sign it";
    case X509_V_ERR_UNABLE_TO_GET_CRL:
      return "there is no revocation list of an authority in its chain (-ORBtlsCRL)";
    case X509_V_ERR_CRL_HAS_EXPIRED:
      return "the revocation list is out of date: fetch a new one (-ORBtlsCRL)";
    default:
      return X509_verify_cert_error_string(code);
  }
}

TlsFault take_fault(const SSL& connection) noexcept {
  constexpr int kAlerts = SSL_AD_REASON_OFFSET;  // the reasons of alerts begin here
  const auto error = ERR_peek_error();
  ERR_clear_error();
  const auto reason = ERR_GET_REASON(error);
  if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED)
    return {TlsFault::Kind::peer_certificate,
            about_certificate(SSL_get_verify_result(&connection))};
  if (ERR_GET_LIB(error) == ERR_LIB_SSL && reason > kAlerts)
    return {TlsFault::Kind::refused_by_peer, about_alert(reason - kAlerts)};
  return {TlsFault::Kind::protocol, about_protocol(error)};
}

TlsFault unexpected_peer() noexcept { return {TlsFault::Kind::peer_certificate, kOtherName}; }

TlsFault truncated() noexcept {
  return {TlsFault::Kind::truncated, "the connection ended without the peer's close_notify"};
}

}  // namespace orbweaver::tls
