// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/server/adapter_gate.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/blocked_thread.hpp>

#include <utility>

namespace orbweaver::server {

// Requires: mutex_ held.
AdapterGate::Passage AdapterGate::passage() const noexcept {
  switch (state_.load(std::memory_order_relaxed)) {  // the mutex orders it
    case State::active:
      return Passage::pass;
    case State::discarding:
      return Passage::discard;
    case State::inactive:
      return Passage::refuse;
    case State::holding:
      break;
  }
  return has_ended_ ? Passage::ended : Passage::wait;
}

AdapterGate::Passage AdapterGate::ask(const std::shared_ptr<dispatch::Feeder>& connection,
                                      const Watch& watch) {
  const std::lock_guard lock(mutex_);
  const auto found = passage();
  if (found != Passage::wait) return found;
  paused_.push_back(connection);
  begin(watch);
  return found;
}

AdapterGate::Passage AdapterGate::wait(Deadline deadline, const Watch& watch) {
  std::unique_lock lock(mutex_);
  const auto is_decided = [&] { return passage() != Passage::wait; };
  if (is_decided()) return passage();
  if (waiting_ >= most_waiting_) return Passage::full;
  ++waiting_;
  begin(watch);
  (void)os::wait_as_blocked(changed_, lock, deadline, is_decided);
  --waiting_;
  return passage();
}

bool AdapterGate::set(State state) {
  std::unique_lock lock(mutex_);
  if (state_.load(std::memory_order_relaxed) == State::inactive) return state == State::inactive;
  state_.store(state, std::memory_order_release);  // pairs with the acquire in state()
  warning_ = Warning::nothing;
  was_active_ = was_active_ || state == State::active;
  let_go(std::move(lock));
  return true;
}

// Requires: mutex_ held, and the request for which it begins is counted: ring() may come at once.
void AdapterGate::begin(const Watch& watch) {
  if (warning_ != Warning::nothing || watch.after <= Nanoseconds::zero()) return;
  waited_for_ = watch.object;
  warning_ = Warning::watched;
  // If the alarm has no thread, no warning is logged.
  (void)watch.alarm.set(now() + watch.after, weak_from_this());
}

void AdapterGate::ring() noexcept {
  std::unique_lock lock(mutex_);
  const auto requests = paused_.size() + waiting_;
  if (passage() != Passage::wait || warning_ != Warning::watched) return;
  if (requests == 0) return void(warning_ = Warning::nothing);  // the caller gave up meanwhile
  warning_ = Warning::warned;
  const auto object = std::exchange(waited_for_, {});
  const bool was_active = was_active_;
  lock.unlock();
  log().warn("requests for {} wait, because its POAManager {} (docs/guides/when-it-hangs.md)",
             object,
             was_active ? "holds them since hold_requests(): activate() lets them go on"
                        : "was never activated: call the_POAManager()->activate()");
}

void AdapterGate::end() {
  std::unique_lock lock(mutex_);
  has_ended_ = true;
  let_go(std::move(lock));
}

// The connections are resumed without the lock: a connection that goes on may ask again at once.
void AdapterGate::let_go(std::unique_lock<os::Mutex> lock) {
  const auto paused = std::exchange(paused_, {});
  lock.unlock();
  changed_.notify_all();
  for (const auto& connection : paused) connection->resume();
}

}  // namespace orbweaver::server
