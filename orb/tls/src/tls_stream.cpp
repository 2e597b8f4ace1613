// SPDX-License-Identifier: Apache-2.0
#include "tls_stream.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/per_thread.hpp>

#include <openssl/err.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include "certificate_names.hpp"
#include "fault_texts.hpp"

namespace orbweaver::tls {

namespace {

constexpr os::SystemError kWouldBlock{EAGAIN};
constexpr os::SystemError kBroken{EPROTO};
constexpr os::SystemError kNoHandshake{ENOTCONN};

/// The beginning of the pieces, for one record: as they are if one piece has enough, else copied.
Bytes part_for_a_record(std::span<const Bytes> pieces, std::size_t skip) noexcept {
  constexpr std::size_t kMost = SSL3_RT_MAX_PLAIN_LENGTH;
  const auto first = pieces.front().subspan(skip);
  if (first.size() >= kMost || pieces.size() == 1)
    return first.first(std::min(first.size(), kMost));
  auto& together = os::PerThread<std::array<std::byte, kMost>, struct TogetherTag>::value();
  std::size_t size = 0;
  for (auto piece : pieces) {
    if (size == 0 && skip > 0) piece = piece.subspan(std::exchange(skip, 0));
    const auto count = std::min(piece.size(), kMost - size);
    if (count > 0) std::memcpy(together.data() + size, piece.data(), count);
    size += count;
    if (size == kMost) break;
  }
  return {together.data(), size};
}

// One host that fails often does not hide the lines about the others; a few may share a limit.
LogLimit& limit_of(std::string_view peer) noexcept {
  static std::array<LogLimit, 16> limits;
  const auto host = peer.substr(0, peer.rfind(':'));
  return limits[std::hash<std::string_view>{}(host) % limits.size()];
}

bool waits(os::SocketWait waiting) noexcept { return waiting != os::SocketWait::none; }

}  // namespace

TlsStream::TlsStream(int socket, SslPtr connection, std::string peer)
    : socket_(socket), peer_(std::move(peer)), unsent_(socket), connection_(std::move(connection)) {
  auto* const bio = BIO_new(bio_method());
  if (bio == nullptr) throw std::bad_alloc{};
  BIO_set_data(bio, this);
  BIO_set_init(bio, 1);
  SSL_set_bio(connection_.get(), bio, bio);  // takes the BIO
}

// ---- The BIO: how OpenSSL reaches the socket. Called under the lock.

BIO_METHOD* TlsStream::bio_method() {
  static const std::unique_ptr<BIO_METHOD, FreeOpenSsl> method = [] {
    std::unique_ptr<BIO_METHOD, FreeOpenSsl> made{
        BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "orbweaver")};
    if (!made) throw std::bad_alloc{};
    BIO_meth_set_write(made.get(), write_bio);
    BIO_meth_set_read(made.get(), read_bio);
    BIO_meth_set_ctrl(made.get(), control_bio);
    return made;
  }();
  return method.get();
}

int TlsStream::write_bio(BIO* bio, const char* bytes, int size) noexcept {
  auto& stream = *static_cast<TlsStream*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  const auto record = std::as_bytes(std::span{bytes, static_cast<std::size_t>(size)});
  if (stream.unsent_.add(record)) return size;
  BIO_set_retry_write(bio);
  return -1;
}

int TlsStream::read_bio(BIO* bio, char* bytes, int size) noexcept {
  auto& stream = *static_cast<TlsStream*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  const auto count = stream.ciphertext_.take(bytes, static_cast<std::size_t>(size));
  if (count > 0) return static_cast<int>(count);
  BIO_set_retry_read(bio);
  return -1;
}

long TlsStream::control_bio(BIO* /*bio*/, int command, long /*number*/,
                            void* /*pointer*/) noexcept {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

// ---- The handshake

Result<void, security::TlsFault> TlsStream::shake_hands(Deadline deadline) {
  for (;;) {
    const auto step = go_on_with_handshake();
    if (step == Step::made) return {};
    if (step != Step::needs_input) return unexpected{fault()};
    finish_flight();
    const auto came = read_socket(os::SocketWait::none);
    if (came && !*came) return unexpected{truncated()};
    if (came) continue;
    if (!os::is_would_block(came.error())) return unexpected{security::TlsFault{}};
    if (!os::wait_until_ready(socket_, os::Readiness::readable, deadline).value_or(false))
      return unexpected{security::TlsFault{}};
  }
}

TlsStream::Step TlsStream::go_on_with_handshake() noexcept {
  const std::lock_guard lock(mutex_);
  ERR_clear_error();
  return step_after(SSL_do_handshake(connection_.get()));
}

// Requires: mutex_ held.
TlsStream::Step TlsStream::step_after(int result) noexcept {
  unsent_.flush();
  if (!identity_ && SSL_is_init_finished(connection_.get()) != 0) note_handshake();
  if (result > 0) return Step::made;
  switch (SSL_get_error(connection_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
      return Step::needs_input;
    case SSL_ERROR_ZERO_RETURN:
      return Step::ended;
    default:
      break;
  }
  fault_ = take_fault(*connection_);
  if (SSL_is_server(connection_.get()) != 0 && !identity_)
    warn_seldom(limit_of(peer_), "{}: no handshake: {}", peer_, fault_.text);
  return Step::failed;
}

// Requires: mutex_ held. Without memory for it, the next step tries again.
void TlsStream::note_handshake() noexcept try {
  const CertificatePtr certificate{SSL_get1_peer_certificate(connection_.get())};
  auto identity = certificate ? identity_in(*certificate) : security::Identity{};
  if (const auto* const own = SSL_get_certificate(connection_.get()); certificate && own != nullptr)
    identity.is_self = is_own(*certificate, *own);
  identity_ = std::make_shared<const security::Identity>(std::move(identity));
} catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
}

std::shared_ptr<const security::Identity> TlsStream::peer_by_certificate() const {
  const std::lock_guard lock(mutex_);
  return identity_;
}

security::TlsFault TlsStream::fault() const noexcept {
  const std::lock_guard lock(mutex_);
  return fault_;
}

// ---- Sending

Result<std::size_t, os::SystemError> TlsStream::send_some(std::span<const Bytes> pieces,
                                                          std::size_t skip,
                                                          os::SocketWait waiting) noexcept {
  for (;;) {
    auto sent = send_record(pieces, skip);
    if (sent || is_stuck_at(sent.error(), waiting)) return sent;
  }
}

// Whether the caller gets the error. Else the socket takes bytes again.
bool TlsStream::is_stuck_at(const os::SystemError& error, os::SocketWait waiting) noexcept {
  if (!waits(waiting) || !os::is_would_block(error)) return true;
  return !os::wait_until_ready(socket_, os::Readiness::writable, Deadline::never()).value_or(false);
}

// The bytes of a record count as sent when the socket has all of it. The caller gives them again
// until then, and they are not encrypted again.
Result<std::size_t, os::SystemError> TlsStream::send_record(std::span<const Bytes> pieces,
                                                            std::size_t skip) noexcept {
  const std::lock_guard lock(mutex_);
  if (!identity_) return unexpected{kNoHandshake};
  unsent_.flush();
  if (unsent_.failure()) return unexpected{*unsent_.failure()};
  if (!unsent_.is_empty()) return unexpected{kWouldBlock};
  if (begun_ > 0) return std::exchange(begun_, 0);
  const auto part = part_for_a_record(pieces, skip);
  ERR_clear_error();
  const auto written = SSL_write(connection_.get(), part.data(), static_cast<int>(part.size()));
  if (step_after(written) != Step::made) return unexpected{fault_ ? kBroken : kWouldBlock};
  if (unsent_.failure()) return unexpected{*unsent_.failure()};
  if (unsent_.is_empty()) return static_cast<std::size_t>(written);
  begun_ = static_cast<std::size_t>(written);
  return unexpected{kWouldBlock};
}

// Once: a second SSL_shutdown() would read, which only the receiver may.
void TlsStream::say_end() noexcept {
  const std::lock_guard lock(mutex_);
  if (!identity_ || (SSL_get_shutdown(connection_.get()) & SSL_SENT_SHUTDOWN) != 0) return;
  ERR_clear_error();
  (void)SSL_shutdown(connection_.get());
  ERR_clear_error();
  unsent_.flush();
}

// ---- Receiving

Result<std::size_t, os::SystemError> TlsStream::receive_some(MutableBytes space,
                                                             os::SocketWait waiting) noexcept {
  for (;;) {
    const auto read = decrypt(space);
    if (read.step == Step::made) return read.count;
    if (read.step == Step::ended) return 0;
    if (read.step == Step::failed) return unexpected{kBroken};
    if (waits(waiting)) finish_flight();
    const auto came = read_socket(waiting == os::SocketWait::full ? os::SocketWait::some : waiting);
    if (!came) return unexpected{came.error()};
    if (!*came) return unexpected{failed()};
  }
}

TlsStream::Read TlsStream::decrypt(MutableBytes space) noexcept {
  const std::lock_guard lock(mutex_);
  ERR_clear_error();
  const auto most = static_cast<int>(std::min<std::size_t>(space.size(), INT_MAX));
  const auto count = SSL_read(connection_.get(), space.data(), most);
  const auto step = step_after(count);
  return {step, step == Step::made ? static_cast<std::size_t>(count) : 0};
}

// The peer waits for all of a flight of the handshake: a long chain of certificates may not fit
// into the socket at once.
void TlsStream::finish_flight() noexcept {
  while (has_unsent_flight()) {
    if (!os::wait_until_ready(socket_, os::Readiness::writable, Deadline::never()).value_or(false))
      return;
    const std::lock_guard lock(mutex_);
    unsent_.flush();
  }
}

bool TlsStream::has_unsent_flight() const noexcept {
  const std::lock_guard lock(mutex_);
  return !identity_ && !unsent_.is_empty() && !unsent_.failure();
}

// False: the stream has ended.
Result<bool, os::SystemError> TlsStream::read_socket(os::SocketWait waiting) noexcept {
  const auto count = os::receive_some(socket_, ciphertext_.room(), waiting);
  if (!count) return unexpected{count.error()};
  ciphertext_.filled(*count);
  return *count > 0;
}

// The peer may have been cut off, or an attacker may have cut the stream.
os::SystemError TlsStream::failed() noexcept {
  const std::lock_guard lock(mutex_);
  fault_ = truncated();
  return kBroken;
}

}  // namespace orbweaver::tls
