// SPDX-License-Identifier: Apache-2.0
// Owners of OpenSSL's objects.
#pragma once
#include <openssl/bio.h>
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
  void operator()(GENERAL_NAMES* ones) const noexcept { GENERAL_NAMES_free(ones); }
};
using SslPtr = std::unique_ptr<SSL, FreeOpenSsl>;
using ContextPtr = std::unique_ptr<SSL_CTX, FreeOpenSsl>;
using SessionPtr = std::unique_ptr<SSL_SESSION, FreeOpenSsl>;
using CertificatePtr = std::unique_ptr<X509, FreeOpenSsl>;
using BioPtr = std::unique_ptr<BIO, FreeOpenSsl>;

}  // namespace orbweaver::tls
