// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/poller.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/event_queue.hpp>

namespace orbweaver::transport {

namespace {

// Tokens of the poller's own events; the tokens of connections lie between them.
constexpr std::uint64_t kStopToken = 0;
constexpr std::uint64_t kPostedToken = UINT64_MAX;

}  // namespace

Poller::Poller() noexcept {
  auto queue = os::make_event_queue();
  auto event = os::make_event();
  auto posted = os::make_event();
  auto ready = queue && event && posted
                   ? os::watch_always(queue->get(), event->get(), kStopToken)
                   : Result<void, os::SystemError>{unexpected{!queue   ? queue.error()
                                                              : !event ? event.error()
                                                                       : posted.error()}};
  if (!ready) {
    log().error("poller: {}", os::describe(ready.error()));
    return;
  }
  queue_ = std::move(*queue);
  stop_event_ = std::move(*event);
  posted_event_ = std::move(*posted);
  os::raise_event(posted_event_.get());  // readable for ever: watching it once wakes one waiter
}

bool Poller::arm(int descriptor, std::uint64_t token) noexcept {
  // release: pairs with the acquire in wait(). The kernel hands the event over, but C++ knows
  // nothing of that.
  arms_.fetch_add(1, std::memory_order_release);
  return os::watch_once(queue_.get(), descriptor, token).has_value();
}

void Poller::remove(int descriptor) noexcept { os::unwatch(queue_.get(), descriptor); }

void Poller::reserve_post() {
  const std::lock_guard lock(mutex_);
  reserved_.emplace_front();
}

void Poller::release_post() noexcept {
  const std::lock_guard lock(mutex_);
  if (!reserved_.empty()) reserved_.pop_front();
}

void Poller::post(std::uint64_t token) noexcept {
  const std::lock_guard lock(mutex_);
  if (reserved_.empty()) reserved_.emplace_front();
  reserved_.front() = token;
  posted_.splice(posted_.end(), reserved_, reserved_.begin());
  if (posted_.size() == 1) (void)arm(posted_event_.get(), kPostedToken);
}

// One token for each wake-up; while more are left, the next waiter is woken for them.
std::optional<std::uint64_t> Poller::take_posted() noexcept {
  const std::lock_guard lock(mutex_);
  if (posted_.empty()) return std::nullopt;
  const auto token = posted_.front();
  reserved_.splice(reserved_.begin(), posted_, posted_.begin());
  if (!posted_.empty()) (void)arm(posted_event_.get(), kPostedToken);
  return token;
}

std::optional<std::uint64_t> Poller::wait() noexcept {
  for (;;) {
    const auto token = os::next_event(queue_.get());
    // acquire: pairs with the release in arm(); read-modify-writes keep every earlier arm in its
    // sequence
    (void)arms_.load(std::memory_order_acquire);
    if (!token || is_stopped_) return std::nullopt;
    if (*token != kPostedToken) return *token;
    if (const auto posted = take_posted()) return posted;
  }
}

void Poller::stop() noexcept {
  is_stopped_ = true;
  os::raise_event(stop_event_.get());
}

}  // namespace orbweaver::transport
