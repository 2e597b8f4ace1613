#include "restarts.hpp"

#include <algorithm>

namespace orbweaver::node {

void Restarts::ended(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  if (pauses_.first <= Nanoseconds::zero() || is_finished_) return;
  schedule(entries_[id]);
}

void Restarts::failed(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  const auto found = entries_.find(id);
  if (found != entries_.end() && !is_finished_) schedule(found->second);
}

void Restarts::schedule(Entry& entry) {
  if (entry.due) return;
  const bool ran_long = now() - entry.started >= pauses_.longest;
  entry.pause = ran_long ? pauses_.first : std::min(2 * entry.pause, pauses_.longest);
  entry.due = now() + entry.pause;
  if (!thread_) thread_.emplace([this](const std::stop_token& stop) { work(stop); });
  changed_.notify_all();
}

Restarts::Entries::iterator Restarts::first_due() {
  return std::ranges::min_element(
      entries_, {}, [](const auto& each) { return each.second.due.value_or(TimePoint::max()); });
}

// The first is found again after each wait, as another may have become due before it.
void Restarts::work(const std::stop_token& stop) {
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
    lock.unlock();
    start_(id, stop);
    lock.lock();
  }
}

void Restarts::finish() {
  std::optional<os::Thread> thread;
  {
    const std::scoped_lock lock{mutex_};
    is_finished_ = true;
    thread.swap(thread_);
  }
  thread.reset();  // stops and joins
}

}  // namespace orbweaver::node
