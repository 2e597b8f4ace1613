// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/leases.hpp>

#include <orbweaver/registry/bounded_call.hpp>

namespace orbweaver::registry {

namespace {

constexpr int kEarly = 8, kPatience = 16;  // fractions of a lease
constexpr int kMostTries = 3;              // for calls whose deadline this process missed

std::string milliseconds(Nanoseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) +
         " ms";
}

PresenceAnswer answer_of(const Leases::Watch& watch) {
  return watch.connection == Leases::Connection::is_new ? presence_by_new_connection(watch.object)
                                                        : presence_of(watch.object);
}

/// Returns the reference for the next question: with a new connection if the watch wants one.
Leases::Object next_of(const Leases::Watch& watch, const PresenceAnswer& answer) {
  const bool has_answered = answer.presence != Presence::silent;
  const bool is_renewed = watch.connection == Leases::Connection::is_new && has_answered;
  return is_renewed ? with_own_connection(watch.object) : watch.object;
}

}  // namespace

Leases::Leases(Nanoseconds lease, std::size_t threads)
    : lease_(lease), early_(lease / kEarly), patience_(lease / kPatience) {
  for (std::size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

Leases::Number Leases::watch(Watch watch) {
  watch.object = bounded(watch.object, Deadline::after(lease_ / 2));
  if (watch.connection == Connection::is_new) watch.object = with_own_connection(watch.object);
  const std::scoped_lock lock{mutex_};
  entries_.emplace(++last_number_, Entry{std::move(watch), now() + lease_});
  wake_another();
  return last_number_;
}

void Leases::forget(Number number) {
  std::map<Number, Entry>::node_type forgotten;  // destroyed after the lock is released
  const std::scoped_lock lock{mutex_};
  forgotten = entries_.extract(number);
}

void Leases::finish() {
  for (auto& thread : threads_) thread.request_stop();
  threads_.clear();
}

/// Wakes one waiting thread, which looks again for the first lease that ends. Requires: mutex_
/// held.
void Leases::wake_another() {
  ++changes_;
  changed_.notify_one();
}

/// Returns the entry whose lease ends first among those that no thread is asking. Requires: mutex_
/// held.
std::map<Leases::Number, Leases::Entry>::iterator Leases::next() {
  auto first = entries_.end();
  for (auto position = entries_.begin(); position != entries_.end(); ++position)
    if (!position->second.is_asked &&
        (first == entries_.end() || position->second.due < first->second.due))
      first = position;
  return first;
}

/// Waits as the timer, as the backup, or as one of the others. Requires: mutex_ held.
void Leases::rest(std::unique_lock<os::Mutex>& lock, const std::stop_token& stop, TimePoint due) {
  const auto has_changed = [this, seen = changes_] { return changes_ != seen; };
  const auto rest_until = [&](TimePoint& wakes, TimePoint until) {
    wakes = until;
    changed_.wait_until(lock, stop, until, has_changed);
    if (wakes == until) wakes = TimePoint::max();
  };
  if (due < timer_wakes_) return rest_until(timer_wakes_, due);
  if (due + patience_ >= backup_wakes_) return void(changed_.wait(lock, stop, has_changed));
  rest_until(backup_wakes_, due + patience_);
  const bool has_no_timer = timer_wakes_ == TimePoint::max();
  if (has_no_timer) wake_another();  // this thread will be the timer, and needs a backup
}

void Leases::work(const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  for (auto early = Nanoseconds::zero(); !stop.stop_requested();) {
    const auto first = next();
    const auto due = first == entries_.end() ? now() + std::chrono::hours{1} : first->second.due;
    if (due > now() + early) {
      early = Nanoseconds::zero();
      rest(lock, stop, due);
      continue;
    }
    early = early_;
    if (now() > due + patience_) wake_another();
    const auto number = first->first;
    auto watch = first->second.watch;
    first->second.is_asked = true;
    lock.unlock();
    const auto answer = ask(watch);
    const auto next = next_of(watch, answer);
    lock.lock();
    const auto on_gone = note(number, answer, next);
    lock.unlock();
    if (on_gone) on_gone(answer.how);
    watch = {};  // closes its connection without the lock
    lock.lock();
  }
}

std::function<void(const std::string&)> Leases::note(Number number, const PresenceAnswer& answer,
                                                     const Object& next) {
  const auto found = entries_.find(number);
  if (found == entries_.end()) return {};  // it was removed meanwhile
  auto& entry = found->second;
  const bool is_unreachable = answer.presence == Presence::unreachable;
  const bool ends_by_silence =
      answer.presence == Presence::silent && entry.watch.silence == Silence::ends_it;
  const bool is_gone = answer.presence == Presence::gone || ends_by_silence ||
                       (is_unreachable && entry.is_unreachable);
  if (is_gone) {
    auto on_gone = std::move(entry.watch.on_gone);
    entries_.erase(found);
    return on_gone;
  }
  entry.watch.object = next;
  entry.is_asked = false;
  entry.is_unreachable = is_unreachable;
  entry.due = now() + (is_unreachable ? lease_ / 2 : lease_);
  return {};
}

PresenceAnswer Leases::ask(const Watch& watch) const {
  for (int i = 1;; ++i) {
    const auto end = now() + lease_ / 2;
    auto answer = answer_of(watch);
    if (answer.presence != Presence::silent) return answer;
    const bool overslept = now() > end + lease_ / 4;
    if (!overslept || i == kMostTries)
      return {Presence::silent, "it did not answer within " + milliseconds(lease_ + lease_ / 2)};
  }
}

}  // namespace orbweaver::registry
