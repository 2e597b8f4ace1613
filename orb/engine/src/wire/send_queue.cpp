#include "wire/send_queue.hpp"

#include <orbweaver/os/thread.hpp>

#include <array>
#include <system_error>

namespace orbweaver::engine {

using transport::Failure;
using transport::Fault;

SendQueue::SendQueue(transport::Connection& connection, flow::Watermarks watermarks,
                     Counters& counters)
    : connection_(connection), counters_(counters), level_(watermarks) {}

SendQueue::~SendQueue() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (!flusher_.joinable()) return;
  connection_.shutdown();  // wakes a flusher that is blocked in a write
  flusher_.join();
  drop_copies();
}

void SendQueue::drop_copies() {
  const auto dropped =
      std::erase_if(waiting_, [](const Waiting& one) { return one.caller == nullptr; });
  Counters::count(counters_.oneways_dropped, dropped);
}

template <class Condition>
Result<void, Failure> SendQueue::wait_until(Lock& lock, Deadline deadline, Condition condition) {
  const auto done = [&] { return failure_ || stopping_ || condition(); };
  if (deadline.is_never()) {
    changed_.wait(lock, done);
  } else if (!changed_.wait_until(lock, deadline.moment(), done)) {
    return unexpected(Failure{Fault::timed_out});
  }
  if (failure_) return unexpected(*failure_);
  if (stopping_) return unexpected(Failure{Fault::broken});
  return {};
}

Result<void, Failure> SendQueue::write(Lock& lock, std::span<const Bytes> pieces,
                                       Deadline deadline) {
  writing_ = true;
  lock.unlock();
  auto sent = connection_.send(pieces, deadline);
  lock.lock();
  writing_ = false;
  if (!sent && (sent.error().fault != Fault::timed_out || sent.error().mid_frame)) {
    failure_ = Failure{sent.error().fault == Fault::timed_out ? Fault::broken : sent.error().fault,
                       sent.error().system_error};
    connection_.shutdown();
  }
  changed_.notify_all();
  return sent;
}

Result<void, Failure> SendQueue::send(Bytes message, Deadline deadline) {
  Lock lock(mutex_);
  if (failure_) return unexpected(*failure_);
  if (writing_ || !waiting_.empty())
    if (auto turn = wait_for_turn(lock, deadline); !turn) return turn;
  return write(lock, std::array{message}, deadline);
}

Result<void, Failure> SendQueue::wait_for_turn(Lock& lock, Deadline deadline) {
  const void* const self = &deadline;
  waiting_.push_back({.caller = self});
  auto turn =
      wait_until(lock, deadline, [&] { return !writing_ && waiting_.front().caller == self; });
  std::erase_if(waiting_, [&](const Waiting& one) { return one.caller == self; });
  if (!turn) changed_.notify_all();  // whoever stood behind may be the next
  return turn;
}

Result<void, Failure> SendQueue::enqueue(Bytes message, Deadline deadline) {
  Lock lock(mutex_);
  auto room = wait_until(lock, deadline, [&] { return !level_.is_paused(); });
  if (!room) return room;
  if (auto started = start_flusher(); !started) return started;
  waiting_.push_back({.copy = {message.begin(), message.end()}});
  enqueued_.fetch_add(1, std::memory_order_relaxed);
  level_.add(message.size());
  lock.unlock();
  changed_.notify_all();
  return {};
}

Result<void, Failure> SendQueue::start_flusher() {
  if (flusher_.joinable()) return {};
  try {
    flusher_ = os::start_thread({.name = "ow-flusher"}, [this] { run_flusher(); });
  } catch (const std::system_error& refused) {
    return unexpected(Failure{Fault::out_of_resources, refused.code().value()});
  }
  return {};
}

bool SendQueue::is_flusher_s_turn() const noexcept {
  return !writing_ && !waiting_.empty() && waiting_.front().caller == nullptr;
}

void SendQueue::run_flusher() {
  Lock lock(mutex_);
  while (!stopping_ && !failure_) {
    changed_.wait(lock, [&] { return stopping_ || failure_ || is_flusher_s_turn(); });
    if (!stopping_ && !failure_) write_copies(lock);
  }
  if (failure_) drop_copies();
}

// The copies stay in the queue until they are written, so that send() waits behind them.
void SendQueue::write_copies(Lock& lock) {
  std::array<Bytes, 16> pieces;
  std::size_t count = 0;
  for (const auto& one : waiting_) {
    if (count == pieces.size() || one.caller != nullptr) break;
    pieces[count++] = one.copy;
  }
  if (!write(lock, std::span(pieces).first(count), Deadline::never())) return;
  flushed_.fetch_add(count, std::memory_order_relaxed);
  for (; count > 0; --count) {
    (void)level_.remove(waiting_.front().copy.size());
    waiting_.pop_front();
  }
  changed_.notify_all();
}

void SendQueue::flush(Deadline deadline) {
  Lock lock(mutex_);
  (void)wait_until(lock, deadline, [&] { return !writing_ && waiting_.empty(); });
}

}  // namespace orbweaver::engine
