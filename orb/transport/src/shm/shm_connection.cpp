// SPDX-License-Identifier: Apache-2.0
#include "shm/shm_connection.hpp"

#include <orbweaver/os/socket.hpp>

#include <orbweaver/transport/polite_spin.hpp>
#include "failure/failure.hpp"

#include <new>
#include <span>

namespace orbweaver::transport::shm {

namespace {

unexpected<ConnectionFailure> fault(ConnectionFault kind) noexcept {
  return unexpected{ConnectionFailure{kind}};
}

// A program of the same user can change this one in other ways, too. One of another user, or in a
// container into which this process does not see, cannot: it must not change a message after this
// side has looked at it, and decided whether its sender may call that.
Frames frames_of(int socket) noexcept {
  if (os::peer_of(socket) != os::Peer::same_user) return Frames::copied;
  const auto peer = os::peer_process(socket);
  return peer && peer->process == 0 ? Frames::copied : Frames::where_they_lie;
}

// A bell is a unix socket, and at its other end is the user at the other end of the connection.
bool is_bell_of(int bell, int socket) noexcept {
  const auto of_bell = os::peer_process(bell), of_socket = os::peer_process(socket);
  if (!of_bell || !of_socket) return os::peer_of(bell) == os::Peer::same_user;
  return of_bell->user == of_socket->user;
}

}  // namespace

ShmConnection::ShmConnection(os::UniqueFd socket, const FrameRule& rule, std::string peer,
                             std::shared_ptr<Link> link, ConnectionTraits traits)
    : socket_(std::move(socket)), rule_(rule), traits_(traits), peer_(std::move(peer)) {
  if (link) join(std::move(link), 0);
}

ShmConnection::~ShmConnection() {
  let_the_peer_know();
  if (!ends_) return;
  ends_->link->close_bell();
  ends_->link->slab().abandon();
}

void ShmConnection::release() noexcept {
  let_the_peer_know();
  if (auto* const here = ends()) here->link->close_bell();
  socket_.reset();
}

Result<ShmConnection::Ends*, ConnectionFailure> ShmConnection::ends_if_there() {
  if (auto* const here = ends()) return here;
  const std::lock_guard lock(hello_mutex_);
  return read_hello();
}

// A server's thread R receives while thread S sends, and the Hello has not come:
//
//   R: no Hello yet: waits on the socket, without the lock
//   S: no Hello yet, and R waits for it: waits for R
//   the Hello comes
//   R: wakes, notifies S, reads the Hello and makes the ends
//   S: wakes, and finds the ends
//
// If R's deadline passes first, R notifies, too, and S waits on the socket in its place.
Result<ShmConnection::Ends*, ConnectionFailure> ShmConnection::ends_by(Deadline deadline) {
  for (std::unique_lock lock(hello_mutex_);;) {
    if (auto here = read_hello(); !here || *here != nullptr) return here;
    if (!hello_is_awaited_ ? !await_hello(lock, deadline) : !await_the_other(lock, deadline))
      return fault(ConnectionFault::timed_out);
  }
}

bool ShmConnection::await_hello(std::unique_lock<os::Mutex>& lock, Deadline deadline) {
  hello_is_awaited_ = true;
  lock.unlock();
  const auto came = os::wait_until_ready(socket_.get(), os::Readiness::readable, deadline);
  lock.lock();
  hello_is_awaited_ = false;
  hello_read_.notify_all();
  return came.value_or(true);
}

bool ShmConnection::await_the_other(std::unique_lock<os::Mutex>& lock, Deadline deadline) {
  const auto is_over = [this] { return !hello_is_awaited_; };
  if (!deadline.is_never()) return hello_read_.wait_until(lock, deadline.moment(), is_over);
  hello_read_.wait(lock, is_over);
  return true;
}

// Requires: hello_mutex_ held. Null: the Hello has not come yet.
Result<ShmConnection::Ends*, ConnectionFailure> ShmConnection::read_hello() try {
  if (auto* const here = ends()) return here;
  if (no_hello_) return unexpected{*no_hello_};
  Hello hello;
  auto received = os::receive_with_descriptors(
      socket_.get(), std::as_writable_bytes(std::span{&hello, 1}), 2, os::SocketWait::none);
  if (!received && (os::is_would_block(received.error()) || os::is_interrupted(received.error())))
    return nullptr;
  auto link = received ? link_of(hello, *received) : fault(ConnectionFault::closed);
  if (link) return join(std::move(*link), PoliteSpin::kFirstWaitsOfAccepted);
  no_hello_ = link.error();
  return unexpected{*no_hello_};
} catch (const std::bad_alloc&) {  // the Hello may be read, and lost
  no_hello_ = ConnectionFailure{ConnectionFault::out_of_resources};
  return unexpected{*no_hello_};
}

Result<std::shared_ptr<Link>, ConnectionFailure> ShmConnection::link_of(
    const Hello& hello, os::ReceivedDescriptors& received) const {
  if (received.size == 0) return fault(ConnectionFault::closed);
  auto& descriptors = received.descriptors;
  if (received.lost_descriptors && descriptors.size() < 2)
    return fault(ConnectionFault::out_of_resources);
  if (received.size != sizeof hello || hello != Hello{} || received.lost_descriptors ||
      descriptors.size() != 2 || !os::is_shared_memory(descriptors[0].get(), 2 * kHalfSize) ||
      !is_bell_of(descriptors[1].get(), socket_.get()))
    return fault(ConnectionFault::bad_frame);
  auto link =
      Link::make(descriptors[0].get(), Role::server, std::move(descriptors[1]), traits_.shm_bytes);
  if (link) return std::move(*link);
  return fault(is_shortage(link.error()) ? ConnectionFault::out_of_resources
                                         : ConnectionFault::bad_frame);
}

ShmConnection::Ends* ShmConnection::join(std::shared_ptr<Link> link,
                                         unsigned waits_before_polling) {
  ends_ = std::make_unique<Ends>(std::move(link), socket_.get(), rule_, traits_.poll_time,
                                 waits_before_polling, frames_of(socket_.get()));
  ends_->inbox.set_memory(frame_memory_);
  ready_ = ends_.get();
  if (input_is_unwanted_) let_the_peer_know();  // stop_receiving() came before there was a link
  return ends_.get();
}

// The peer's sender sends no more when it sees this word. If it waits for room, it is woken.
void ShmConnection::let_the_peer_know() noexcept {
  auto* const here = ends();
  if (here == nullptr) return;
  // relaxed: ring_for_room() orders it for a sender that sleeps; a sender that is awake may see it
  // late
  ring::DirectAccess::store_relaxed(here->link->my_words().receiver_left, 1U);
  here->link->ring_for_room();
}

Result<void, ConnectionFailure> ShmConnection::send(std::span<const Bytes> pieces,
                                                    Deadline deadline) {
  if (output_has_ended_.load(std::memory_order_relaxed)) return fault(ConnectionFault::broken);
  if (auto* const here = ends()) return here->outbox.send(pieces, deadline);
  auto here = ends_by(deadline);
  if (here) return (*here)->outbox.send(pieces, deadline);
  if (here.error().fault == ConnectionFault::closed) return fault(ConnectionFault::broken);
  return unexpected{here.error()};
}

Chunk ShmConnection::loan(std::size_t size) {
  auto* const here = ends();
  auto chunk =
      here != nullptr ? here->link->slab().loan(kLoanHeadroom + size, here->link) : Chunk{};
  return chunk ? chunk : Connection::loan(size);
}

Result<Frame, ConnectionFailure> ShmConnection::receive(Deadline deadline) {
  if (auto* const here = ends()) return receive_from(here->inbox, deadline);
  auto here = ends_by(deadline);
  if (input_is_unwanted_) return fault(ConnectionFault::broken);
  if (!here) return unexpected{here.error()};
  return receive_from((*here)->inbox, deadline);
}

Result<Frame, ConnectionFailure> ShmConnection::receive_from(Inbox& inbox, Deadline deadline) {
  inbox.ask_again();
  while (!inbox.poll_a_while(deadline) && !inbox.poll_before_sleep(deadline) &&
         !input_is_unwanted_) {
    if (inbox.is_too_late(deadline) || !inbox.sleep(deadline))
      return unexpected{ConnectionFailure{ConnectionFault::timed_out, 0, inbox.is_inside_frame()}};
  }
  if (input_is_unwanted_) return fault(ConnectionFault::broken);
  return inbox.take();
}

Result<std::optional<Frame>, ConnectionFailure> ShmConnection::try_receive() {
  if (input_is_unwanted_) return fault(ConnectionFault::broken);
  auto here = ends_if_there();
  if (!here) return unexpected{here.error()};
  if (*here != nullptr) (*here)->inbox.ask_again();
  if (*here == nullptr || !(*here)->inbox.poll_before_sleep(Deadline::never())) return std::nullopt;
  return (*here)->inbox.take();
}

std::optional<Frame> ShmConnection::take_at_hand() {
  auto* const here = ends();
  if (here == nullptr || input_is_unwanted_ || !here->inbox.advance(Deadline::never()))
    return std::nullopt;
  auto frame = here->inbox.take();
  return frame ? std::optional{std::move(*frame)} : std::nullopt;
}

bool ShmConnection::has_input() {
  if (input_is_unwanted_) return true;
  const auto here = ends_if_there();
  if (!here) return true;
  return *here != nullptr && (*here)->inbox.poll_before_sleep(Deadline::never());
}

std::size_t ShmConnection::partial_size() const noexcept {
  const auto* const here = ends();
  return here != nullptr ? here->inbox.partial_size() : 0;
}

// Runs before the first receive(): only a thread that sends may have looked for the Hello yet.
void ShmConnection::set_frame_memory(FrameMemory& memory) noexcept {
  const std::lock_guard lock(hello_mutex_);
  frame_memory_ = &memory;
  if (ends_) ends_->inbox.set_memory(frame_memory_);
}

Bytes ShmConnection::refused_header() const noexcept {
  const auto* const here = ends();
  return here != nullptr ? here->inbox.refused_header() : Bytes{};
}

// The flags are set first, so that a thread that the system wakes finds them.
void ShmConnection::stop_receiving() noexcept {
  input_is_unwanted_ = true;
  let_the_peer_know();
  os::shut_down(socket_.get(), os::Direction::receive);
}

void ShmConnection::finish_sending() noexcept {
  output_has_ended_ = true;
  os::shut_down(socket_.get(), os::Direction::send);
}

void ShmConnection::shutdown() noexcept {
  output_has_ended_ = true;
  input_is_unwanted_ = true;
  let_the_peer_know();
  os::shut_down(socket_.get(), os::Direction::both);
  if (auto* const here = ends()) here->link->shut_down_bell();
}

}  // namespace orbweaver::transport::shm
