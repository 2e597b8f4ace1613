// SPDX-License-Identifier: Apache-2.0
#include "tls_socket.hpp"

#include <openssl/err.h>

#include <climits>
#include <stdexcept>
#include <utility>

namespace raw {
namespace {

constexpr std::size_t kMuch = 64 << 10;

[[noreturn]] void fail(const std::string& what) {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  throw std::runtime_error(what + ": " + (reason != nullptr ? reason : "the connection broke"));
}

void expect(long status, const std::string& what) {
  if (status != 1) fail(what);
}

int as_int(std::size_t size) { return size > INT_MAX ? INT_MAX : static_cast<int>(size); }

}  // namespace

TlsContext make_tls_context(TlsRole role, const std::string& folder) {
  TlsContext context(
      SSL_CTX_new(role == TlsRole::server ? TLS_server_method() : TLS_client_method()));
  if (!context) fail("SSL_CTX_new");
  auto* const raw = context.get();
  const auto own = folder + (role == TlsRole::server ? "/server.pem" : "/client.pem");
  const auto authority = folder + "/authority.pem";
  SSL_CTX_set_min_proto_version(raw, TLS1_3_VERSION);
  expect(SSL_CTX_use_certificate_chain_file(raw, own.c_str()), own);
  expect(SSL_CTX_use_PrivateKey_file(raw, own.c_str(), SSL_FILETYPE_PEM), own);
  expect(SSL_CTX_load_verify_file(raw, authority.c_str()), authority);
  SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_mode(raw, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_read_ahead(raw, 1);  // header and content of a record by one recv
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
  return context;
}

TlsSocket::TlsSocket(Socket socket, SSL_CTX& context, TlsRole role)
    : socket_(std::move(socket)), connection_(SSL_new(&context)) {
  if (!connection_) fail("SSL_new");
  auto* const raw = connection_.get();
  expect(SSL_set_fd(raw, socket_.descriptor()), "SSL_set_fd");
  if (role == TlsRole::server) {
    expect(SSL_accept(raw), "SSL_accept");
    return;
  }
  expect(X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(raw), "127.0.0.1"), "set1_ip");
  expect(SSL_connect(raw), "SSL_connect");
}

// Without SSL_MODE_ENABLE_PARTIAL_WRITE, SSL_write returns when all is written.
void TlsSocket::send(const void* bytes, std::size_t size) const {
  if (SSL_write(connection_.get(), bytes, as_int(size)) != as_int(size)) fail("SSL_write");
}

void TlsSocket::receive(void* space, std::size_t size) const {
  auto* next = static_cast<char*>(space);
  while (size > 0) {
    const auto got = receive_some(next, size);
    if (got == 0) throw std::runtime_error("the other side closed the connection");
    next += got;
    size -= got;
  }
}

std::size_t TlsSocket::receive_some(void* space, std::size_t size) const {
  const auto got = SSL_read(connection_.get(), space, as_int(size));
  if (got > 0) return static_cast<std::size_t>(got);
  if (SSL_get_error(connection_.get(), got) == SSL_ERROR_ZERO_RETURN) return 0;
  fail("SSL_read");
}

void TlsSocket::read_much_at_once() const {
  SSL_set_default_read_buffer_len(connection_.get(), kMuch);
}

void TlsSocket::rest() const { SSL_free_buffers(connection_.get()); }

}  // namespace raw
