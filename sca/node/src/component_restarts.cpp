// SPDX-License-Identifier: Apache-2.0
#include "component_restarts.hpp"

#include <algorithm>
#include <utility>

namespace orbweaver::node {

namespace {

ComponentRestarts::Rules in_order(ComponentRestarts::Rules rules) {
  rules.longest = std::max(rules.longest, rules.first);
  return rules;
}

}  // namespace

ComponentRestarts::ComponentRestarts(const Rules& rules, Start start)
    : rules_(in_order(rules)), start_(std::move(start)) {}

bool ComponentRestarts::may_start() const {
  return rules_.first > Nanoseconds::zero() && !is_finished_;
}

ComponentRestarts::Entry& ComponentRestarts::entry(const std::string& id) {
  const upkeep::Restarts row{rules_.most, rules_.first, rules_.longest};
  return entries_.try_emplace(id, Entry{.row = row}).first->second;
}

ComponentRestarts::Next ComponentRestarts::ended(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  if (!may_start()) return Next::stays_away;
  auto& ended = entry(id);
  return schedule(ended, now() - ended.started);
}

ComponentRestarts::Next ComponentRestarts::failed(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  if (!may_start()) return Next::stays_away;
  return schedule(entry(id), Nanoseconds::zero());
}

void ComponentRestarts::postpone(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  if (may_start()) make_due(entry(id), rules_.first);
}

ComponentRestarts::Next ComponentRestarts::schedule(Entry& entry, Nanoseconds ran) {
  if (entry.due) return Next::comes_again;  // this end was noted before
  const auto pause = entry.row.pause_after(ran);
  if (!pause) return Next::given_up;
  make_due(entry, *pause);
  return Next::comes_again;
}

void ComponentRestarts::make_due(Entry& entry, Nanoseconds pause) {
  entry.due = now() + pause;
  if (!thread_) thread_.emplace([this](const std::stop_token& stop) { work(stop); });
  changed_.notify_all();
}

ComponentRestarts::Entries::iterator ComponentRestarts::first_due() {
  return std::ranges::min_element(
      entries_, {}, [](const auto& entry) { return entry.second.due.value_or(TimePoint::max()); });
}

// Looks for the first due component again after each wait, as another one may have become due
// earlier.
void ComponentRestarts::work(const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  while (!stop.stop_requested()) {
    const auto first = first_due();
    const auto due = first->second.due.value_or(TimePoint::max());
    if (now() < due) {
      const auto is_changed = [&] {
        return first_due()->second.due.value_or(TimePoint::max()) < due;
      };
      if (due == TimePoint::max())
        changed_.wait(lock, stop, is_changed);
      else
        changed_.wait_until(lock, stop, due, is_changed);
      continue;
    }
    first->second.due.reset();
    first->second.started = now();
    const auto id = first->first;
    const auto number = first->second.row.count();
    lock.unlock();
    start_(id, number, stop);
    lock.lock();
  }
}

void ComponentRestarts::finish() {
  std::optional<os::Thread> thread;
  {
    const std::scoped_lock lock{mutex_};
    is_finished_ = true;
    thread.swap(thread_);
  }
  thread.reset();  // requests stop and joins
}

}  // namespace orbweaver::node
