// SPDX-License-Identifier: Apache-2.0
#include "socket/socket_connection.hpp"

#include <orbweaver/base/pieces.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/thread.hpp>

#include "failure/failure.hpp"
#include "socket/identity_by_system.hpp"

#include <array>
#include <mutex>
#include <new>

namespace orbweaver::transport {

namespace {

// Enough for what one socket buffers; a peer that never stops sending does not hold up the end.
constexpr int kMostReadsAtEnd = 512;

// With "bbr" over loopback, sends of 4 KiB are as fast with pauses as without, smaller ones up to
// twice as fast with them, larger ones up to four times as fast without
// (docs/verify/measurements/streams.md, Streams over TCP).
constexpr std::size_t kMostWithPauses = std::size_t{6} * 1024;

// If a yield takes longer, another thread may have run: the sender, if it is on this processor.
constexpr auto kLongYield = std::chrono::microseconds(2);

// The time that the sender gets at least. The system adds up to 50 us (timer slack).
constexpr auto kSendersTurn = std::chrono::microseconds(20);

// Whether the yield took long.
bool yield_to_others() noexcept {
  const auto begun = now();
  os::yield();
  return now() > begun + kLongYield;
}

bool has_passed(Deadline deadline, TimePoint moment) noexcept {
  return !deadline.is_never() && moment >= deadline.moment();
}

void relax_until(TimePoint moment) noexcept {
  while (now() < moment) os::relax();
}

// The pieces of a frame that are still to be sent.
class Unsent {
 public:
  explicit Unsent(std::span<const Bytes> pieces) noexcept
      : pieces_(pieces), total_(total_size(pieces)) {}

  [[nodiscard]] std::span<const Bytes> pieces() const noexcept { return pieces_; }
  [[nodiscard]] std::size_t skip() const noexcept { return skip_; }
  [[nodiscard]] bool is_empty() const noexcept { return taken_ == total_; }
  [[nodiscard]] std::size_t total() const noexcept { return total_; }
  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }

  void sent(std::size_t count) noexcept {
    taken_ += count;
    skip_ += count;
    while (!is_empty() && skip_ >= pieces_.front().size()) {
      skip_ -= pieces_.front().size();
      pieces_ = pieces_.subspan(1);
    }
  }

 private:
  std::span<const Bytes> pieces_;
  std::size_t skip_ = 0, taken_ = 0;
  std::size_t total_;
};

ConnectionFailure timed_out_receiving(bool is_inside_frame) noexcept {
  return {ConnectionFault::timed_out, 0, is_inside_frame, 0, {}};
}
bool is_final(const os::SystemError& error) noexcept {
  return !os::is_would_block(error) && !os::is_interrupted(error);
}

bool is_ready(int socket, os::Readiness readiness, Deadline deadline) noexcept {
  return os::wait_until_ready(socket, readiness, deadline).value_or(false);
}

}  // namespace

SocketConnection::SocketConnection(os::UniqueFd socket, const FrameRule& rule, std::string peer,
                                   ConnectionTraits traits, SocketPause pause,
                                   unsigned waits_before_polling) noexcept
    : SocketConnection(std::move(socket), nullptr, rule, std::move(peer), traits, pause,
                       waits_before_polling) {}

SocketConnection::SocketConnection(os::UniqueFd socket, std::unique_ptr<ByteStream> stream,
                                   const FrameRule& rule, std::string peer, ConnectionTraits traits,
                                   SocketPause pause, unsigned waits_before_polling) noexcept
    : socket_(std::move(socket)),
      plain_(socket_.get()),
      other_(std::move(stream)),
      stream_(other_ ? other_.get() : &plain_),
      peer_(std::move(peer)),
      input_(rule),
      spin_(traits.poll_time, waits_before_polling),
      pause_(pause) {}

SocketConnection::~SocketConnection() { release(); }

void SocketConnection::release() noexcept {
  forget_loan_memory();
  if (socket_) stream_->say_end();
  const auto socket = std::move(socket_);
  std::array<std::byte, std::size_t{16} * 1024> unwanted;
  for (int i = 0; i < kMostReadsAtEnd; ++i) {
    const auto count = os::receive_some(socket.get(), unwanted, os::SocketWait::none);
    if (!count || *count == 0) return;
  }
}

Chunk SocketConnection::loan(std::size_t size) {
  if (size < LoanMemory::kLeast) return Connection::loan(size);
  if (size > SIZE_MAX - kLoanHeadroom) throw std::bad_alloc{};
  const auto memory = loan_memory();
  return memory ? memory->lend(kLoanHeadroom + size) : Connection::loan(size);
}

// Returns none after release().
std::shared_ptr<LoanMemory> SocketConnection::loan_memory() {
  const std::lock_guard lock(loan_mutex_);
  if (!loan_memory_ && !is_released_) loan_memory_ = std::make_shared<LoanMemory>();
  return loan_memory_;
}

// Loans that are not back yet keep the memory.
void SocketConnection::forget_loan_memory() noexcept {
  std::shared_ptr<LoanMemory> forgotten;  // freed without the lock
  const std::lock_guard lock(loan_mutex_);
  is_released_ = true;
  forgotten.swap(loan_memory_);
}

// With a deadline, or if another thread may run in place of this one, the system call never blocks:
// most frames leave at once, without a query of the clock. The send timeout of a unix socket would
// be no deadline: it starts anew with each buffer that a long frame fills.
Result<void, ConnectionFailure> SocketConnection::send(std::span<const Bytes> pieces,
                                                       Deadline deadline) {
  expects_answer_.store(true, std::memory_order_relaxed);
  Unsent unsent{pieces};
  adapt_to_size(unsent.total());
  bool is_last_try = false;
  const bool may_block = deadline.is_never() && !os::SpareThreads::are_there_for_work();
  const auto waiting = may_block ? os::SocketWait::some : os::SocketWait::none;
  while (!unsent.is_empty()) {
    const auto count = stream_->send_some(unsent.pieces(), unsent.skip(), waiting);
    if (count) {
      unsent.sent(*count);
      if (!unsent.is_empty() && deadline.has_passed())
        return unexpected{timed_out_sending(unsent.taken())};
    } else if (is_final(count.error())) {
      return unexpected{failure_to_send(count.error(), unsent.taken())};
    } else if (is_last_try) {
      return unexpected{timed_out_sending(unsent.taken())};
    } else {
      // A unix socket polls writable late, when most of its buffer is free: hence one try more.
      is_last_try = !os::wait_as_blocked(deadline, [this](Deadline until) {
        return is_ready(socket_.get(), os::Readiness::writable, until);
      });
    }
  }
  return {};
}

// A shortage before the frame began may pass; one inside it leaves a stream that has no next frame.
ConnectionFailure SocketConnection::failure_to_send(const os::SystemError& error,
                                                    std::size_t taken) const noexcept {
  auto failure = failure_in_use(error);
  failure.taken = taken + stream_->begun();
  if (failure.taken > 0) failure.fault = ConnectionFault::broken;
  failure.tls = stream_->fault();
  return failure;
}

ConnectionFailure SocketConnection::timed_out_sending(std::size_t taken) const noexcept {
  return {ConnectionFault::timed_out, 0, taken + stream_->begun() > 0, taken, {}};
}

// Ends the system's pauses after the first large frame: they make large frames slow, but a stream
// of small ones faster.
void SocketConnection::adapt_to_size(std::size_t sent_at_once) noexcept {
  if (has_sent_large_ || sent_at_once <= kMostWithPauses) return;
  has_sent_large_ = true;
  os::send_without_pauses_to_this_machine(socket_.get());
}

Result<Frame, ConnectionFailure> SocketConnection::receive(Deadline deadline) {
  input_.ask_again();
  if (!is_settled() && spin_.is_worth_it()) poll_a_while(deadline);
  while (!is_settled()) {
    const auto progress = read(receive_limit_.choose(socket_.get(), deadline));
    if (is_settled()) break;
    const bool goes_on = progress == Progress::made
                             ? !deadline.has_passed()
                             : is_ready(socket_.get(), os::Readiness::readable, deadline);
    if (!goes_on) return unexpected{timed_out_receiving(input_.is_inside_frame())};
  }
  return settle();
}

// Whether the next frame is probably the answer to the last one that was sent.
bool SocketConnection::awaits_answer() noexcept {
  // relaxed: the value is a guess, and orders no other memory
  if (!expects_answer_.load(std::memory_order_relaxed)) return false;
  expects_answer_.store(false, std::memory_order_relaxed);
  return true;
}

// Returns when any byte has come. A call that blocks reads the rest of a long frame faster.
void SocketConnection::poll_a_while(Deadline deadline) {
  const bool is_answer = awaits_answer();
  if (is_answer) {
    pause_.awaits_answer();
    os::yield();
  }
  if (read(os::SocketWait::none) == Progress::made) return spin_.was_answered();
  is_answer ? poll_for_answer(deadline) : poll_for_messages(deadline);
}

void SocketConnection::poll_for_answer(Deadline deadline) {
  const auto give_up = now() + spin_.budget();
  for (unsigned yields = 1;; ++yields) {
    const auto moment = now();
    if (moment >= give_up) return spin_.was_unanswered();
    if (has_passed(deadline, moment)) return;
    os::yield();
    const bool others_ran = PoliteSpin::did_others_run(yields);
    if (read(os::SocketWait::none) == Progress::made) return spin_.was_answered();
    if (others_ran) return spin_.others_ran(PoliteSpin::Between::calls_and_replies);
  }
}

void SocketConnection::poll_for_messages(Deadline deadline) {
  const auto begun = now(), give_up = begun + spin_.budget();
  const auto pause = pause_.next(begun);
  for (unsigned yields = 1;; ++yields) {
    const auto moment = now();
    if (moment >= give_up) return spin_.was_unanswered();
    if (has_passed(deadline, moment)) return;
    const bool was_long = yield_to_others();
    const bool others_ran = PoliteSpin::did_others_run(yields);
    if (!was_long && !others_ran) leave_to_sender(moment + pause);
    if (read(os::SocketWait::none) == Progress::made) {
      pause_.found_messages(was_long);
      return spin_.was_answered();
    }
    if (others_ran) return spin_.others_ran(PoliteSpin::Between::messages_of_a_stream);
  }
}

void SocketConnection::leave_to_sender(TimePoint until) {
  if (pause_.sleeps())
    os::sleep_for(kSendersTurn);
  else
    relax_until(until);
}

Result<std::optional<Frame>, ConnectionFailure> SocketConnection::try_receive() {
  input_.ask_again();
  while (!is_settled())
    if (read(os::SocketWait::none) == Progress::would_block) return std::nullopt;
  return settle();
}

std::optional<Frame> SocketConnection::take_at_hand() {
  if (input_.state() != InputBuffer::State::whole || input_is_unwanted_) return std::nullopt;
  return take();
}

bool SocketConnection::has_input() {
  if (!is_settled()) read(os::SocketWait::none);
  return is_settled();
}

std::shared_ptr<const security::Identity> SocketConnection::identity() const {
  if (auto by_certificate = stream_->peer_by_certificate()) return by_certificate;
  return identity_by_system(socket_.get());
}

bool SocketConnection::is_settled() const noexcept {
  return input_.state() != InputBuffer::State::incomplete || end_ || input_is_unwanted_;
}

Result<Frame, ConnectionFailure> SocketConnection::settle() noexcept {
  if (input_is_unwanted_) return unexpected{ConnectionFailure{ConnectionFault::broken}};
  if (input_.state() == InputBuffer::State::whole) return take();
  if (input_.state() == InputBuffer::State::refused)
    return unexpected{ConnectionFailure{ConnectionFault::bad_frame}};
  if (end_) return unexpected{*end_};
  return unexpected{ConnectionFailure{ConnectionFault::no_room}};
}

Frame SocketConnection::take() noexcept {
  auto frame = input_.take();
  pause_.took_a_frame(frame.bytes().size());
  return frame;
}

SocketConnection::Progress SocketConnection::read(os::SocketWait waiting) try {
  const auto room = input_.room();
  if (waiting == os::SocketWait::some && input_.wants_all_of_room()) waiting = os::SocketWait::full;
  const auto count = stream_->receive_some(room, waiting);
  if (!count && os::is_would_block(count.error())) return Progress::would_block;
  if (!count)
    note_end(count.error());
  else if (*count == 0)
    end_ = ConnectionFailure{input_.is_inside_frame() ? ConnectionFault::broken
                                                      : ConnectionFault::closed};
  else
    input_.filled(*count);
  return Progress::made;
} catch (const std::bad_alloc&) {
  end_ = ConnectionFailure{ConnectionFault::out_of_resources};
  return Progress::made;
}

// The end is kept, because the system reports a reset once, and an orderly end from then on.
void SocketConnection::note_end(const os::SystemError& error) noexcept {
  if (os::is_interrupted(error)) return;
  end_ = failure_in_use(error);
  end_->tls = stream_->fault();
}

// The flag comes first, so that a receiver that the system wakes finds it.
void SocketConnection::stop_receiving() noexcept {
  input_is_unwanted_ = true;
  os::shut_down(socket_.get(), os::Direction::receive);
}

void SocketConnection::finish_sending() noexcept {
  stream_->say_end();
  os::shut_down(socket_.get(), os::Direction::send);
}

void SocketConnection::shutdown() noexcept {
  input_is_unwanted_ = true;
  stream_->say_end();
  os::shut_down(socket_.get(), os::Direction::both);
}

}  // namespace orbweaver::transport
