// SPDX-License-Identifier: Apache-2.0
// Owners of OpenSSL's objects.
#pragma once
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace orbweaver::tls {

struct FreeOpenSsl {
  void operator()(SSL* one) const noexcept { SSL_free(one); }
  void operator()(SSL_CTX* one) const noexcept { SSL_CTX_free(one); }
  void operator()(SSL_SESSION* one) const noexcept { SSL_SESSION_free(one); }
  void operator()(X509* one) const noexcept { X509_free(one); }
  void operator()(BIO* one) const noexcept { BIO_free(one); }
  void operator()(BIO_METHOD* one) const noexcept { BIO_meth_free(one); }
  void operator()(X509_EXTENSION* one) const noexcept { X509_EXTENSION_free(one); }
  void operator()(X509_NAME* one) const noexcept { X509_NAME_free(one); }
  void operator()(X509_CRL* one) const noexcept { X509_CRL_free(one); }
  void operator()(X509_REVOKED* one) const noexcept { X509_REVOKED_free(one); }
  void operator()(X509_STORE* one) const noexcept { X509_STORE_free(one); }
  void operator()(X509_STORE_CTX* one) const noexcept { X509_STORE_CTX_free(one); }
  void operator()(EVP_PKEY* one) const noexcept { EVP_PKEY_free(one); }
  void operator()(ASN1_TIME* one) const noexcept { ASN1_TIME_free(one); }
  void operator()(BIGNUM* one) const noexcept { BN_free(one); }
  void operator()(GENERAL_NAME* one) const noexcept { GENERAL_NAME_free(one); }
  void operator()(GENERAL_NAMES* ones) const noexcept { GENERAL_NAMES_free(ones); }
  void operator()(NAME_CONSTRAINTS* ones) const noexcept { NAME_CONSTRAINTS_free(ones); }
};
using SslPtr = std::unique_ptr<SSL, FreeOpenSsl>;
using ContextPtr = std::unique_ptr<SSL_CTX, FreeOpenSsl>;
using SessionPtr = std::unique_ptr<SSL_SESSION, FreeOpenSsl>;
using CertificatePtr = std::unique_ptr<X509, FreeOpenSsl>;
using PrivateKeyPtr = std::unique_ptr<EVP_PKEY, FreeOpenSsl>;
using BioPtr = std::unique_ptr<BIO, FreeOpenSsl>;

}  // namespace orbweaver::tls
