// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/upkeep/upkeep.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace orbweaver::upkeep {

namespace {

constexpr int kThreads = 4;
/// How long an application that lacks a device waits if none registers: room may have become free
/// on another one.
constexpr Nanoseconds kLackPause = std::chrono::seconds{30};

std::string called(const std::string& application) { return "application '" + application + "'"; }

std::string seconds_text(Nanoseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

std::string row_text(const Restarts& restarts, unsigned most) {
  auto text = std::to_string(restarts.count());
  return most == 0 ? text : text + " of " + std::to_string(most);
}

}  // namespace

// An application is due only while upkeep does not work on it: it is missing or lacks a device.
bool Upkeep::Entry::may_be_due() const noexcept {
  return phase == Phase::is_missing || phase == Phase::lacks_device;
}

void Upkeep::Entry::make_due(TimePoint moment) noexcept {
  phase = Phase::is_missing;
  due = moment;
}

/// Notes that the application ended after it had run for `ran`, or could not be made, for the
/// reason `cause`.
Event Upkeep::Entry::note_end(const std::string& cause, Nanoseconds ran) {
  why = cause;
  const bool may_restart = wanted.when_it_ends == WhenItEnds::restart || ran == Nanoseconds::zero();
  const auto pause = may_restart ? restarts.pause_after(ran) : std::nullopt;
  if (!pause) {
    phase = Phase::stays_away;
    return {Event::Kind::stays_away, wanted.name,
            called(wanted.name) + " " + cause + "; it stays away: " + why_away()};
  }
  make_due(now() + *pause);
  return {Event::Kind::will_be_made_again, wanted.name,
          called(wanted.name) + " " + cause + "; it is made again in " + seconds_text(*pause) +
              " (" + row_text(restarts, wanted.most_restarts) + ")"};
}

std::string Upkeep::Entry::why_away() const {
  if (wanted.when_it_ends == WhenItEnds::stop) return "when_it_ends is \"stop\"";
  if (wanted.when_it_ends == WhenItEnds::keep_rest) return "when_it_ends is \"keep-rest\"";
  return std::to_string(wanted.most_restarts) +
         " tries in a row came to nothing; create it by hand, or send the domain SIGHUP";
}

Upkeep::Upkeep(Wanted wanted, std::set<std::string> being_restored, Applications& applications,
               OnEvent on_event)
    : applications_(applications), on_event_(std::move(on_event)) {
  replace(std::move(wanted));
  for (const auto& [name, entry] : entries_)
    if (being_restored.contains(name)) entry->phase = Phase::being_restored;
}

Upkeep::~Upkeep() { finish(); }

void Upkeep::begin() {
  for (int i = 0; i < kThreads; ++i)
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

void Upkeep::stop() noexcept {
  is_stopped_ = true;
  for (auto& thread : threads_) thread.request_stop();
}

void Upkeep::finish() {
  stop();
  threads_.clear();  // joins
}

void Upkeep::work(const std::stop_token& stop) {
  Lock lock(mutex_);
  while (!stop.stop_requested()) {
    auto next = TimePoint::max();
    if (const auto due = find_due(next)) {
      make(*due, lock);
      continue;
    }
    const auto is_changed = [this, before = changes_] { return changes_ != before; };
    if (next == TimePoint::max())
      (void)changed_.wait(lock, stop, is_changed);
    else
      (void)changed_.wait_until(lock, stop, next, is_changed);
  }
}

Upkeep::Shared Upkeep::find_due(TimePoint& next) const {
  for (const auto& [name, entry] : entries_) {
    if (!entry->may_be_due()) continue;
    if (entry->due <= now()) return entry;
    next = std::min(next, entry->due);
  }
  return nullptr;
}

void Upkeep::make(Entry& entry, Lock& lock) {
  entry.has_lacked = entry.phase == Phase::lacks_device;
  entry.phase = Phase::being_made;
  const auto ended_after = std::exchange(entry.ended_after, std::nullopt);
  const auto wanted = entry.wanted;
  const auto devices_before = devices_;
  lock.unlock();
  bool was_there = false;
  const auto new_attempt = attempt(wanted, !ended_after, was_there);
  lock.lock();
  std::optional<Event> event;
  if (was_there)
    (void)entry.note_made();
  else
    event = new_attempt ? note(entry, *new_attempt, devices_before)
                        : entry.note_end("ended", *ended_after);
  if (entry.ended_after) entry.make_due(now());
  wake();
  if (event) events_.push_back(*std::move(event));
  report(lock);
}

// Another thread may have the next event before this thread has reported the last one: so one
// thread reports all events in their order.
void Upkeep::report(Lock& lock) {
  if (std::exchange(is_reporting_, true)) return;
  while (!events_.empty()) {
    const auto event = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    if (!is_stopped_) on_event_(event);
    lock.lock();
  }
  is_reporting_ = false;
}

std::optional<Attempt> Upkeep::attempt(const WantedApplication& wanted, bool is_to_be_made,
                                       bool& was_there) {
  try {
    const auto names = applications_.names();
    was_there = std::ranges::find(names, wanted.name) != names.end();
    if (was_there || !is_to_be_made) return std::nullopt;
    return applications_.make(wanted);
  } catch (const std::exception& error) {
    return Attempt{Attempt::Outcome::failed, error.what()};
  }
}

std::optional<Event> Upkeep::note(Entry& entry, const Attempt& attempt,
                                  std::uint64_t devices_before) {
  switch (attempt.outcome) {
    case Attempt::Outcome::made:
      return entry.note_made();
    case Attempt::Outcome::lacks_device:
      return entry.note_lack(attempt.why, devices_ == devices_before ? now() + kLackPause : now());
    case Attempt::Outcome::failed:
      break;
  }
  return entry.note_end("could not be made: " + attempt.why, Nanoseconds::zero());
}

Event Upkeep::Entry::note_made() {
  phase = Phase::is_there;
  made_at = now();
  why.clear();
  return {Event::Kind::made, wanted.name, called(wanted.name) + " is there, as it is wanted"};
}

/// Reports the lack of a device once. It is no failure, and ends a row of failures.
std::optional<Event> Upkeep::Entry::note_lack(const std::string& cause, TimePoint next) {
  phase = Phase::lacks_device;
  due = next;
  restarts.forget();
  why = "waits for a device: " + cause;
  if (has_lacked) return std::nullopt;
  return Event{Event::Kind::lacks_device, wanted.name, called(wanted.name) + " " + why};
}

void Upkeep::restored(const std::string& application, bool is_adopted) {
  const Lock lock(mutex_);
  const auto entry = find(application);
  if (!entry) return;
  if (is_adopted && entry->phase != Phase::being_made)
    (void)entry->note_made();
  else if (entry->phase == Phase::being_restored)
    entry->make_due(now());
  wake();
}

void Upkeep::ended(const std::string& application) {
  const Lock lock(mutex_);
  const auto entry = find(application);
  if (!entry) return;
  const auto ran = entry->phase == Phase::is_there ? now() - entry->made_at : Nanoseconds::zero();
  switch (entry->phase) {
    case Phase::being_restored:
      entry->make_due(now());
      break;
    case Phase::being_made:
      entry->ended_after = Nanoseconds{1};
      break;
    case Phase::stays_away:
      entry->restarts.forget();
      [[fallthrough]];
    case Phase::is_there:
      entry->ended_after = std::max(Nanoseconds{ran}, Nanoseconds{1});
      entry->make_due(now());
      break;
    case Phase::is_missing:
    case Phase::lacks_device:
      break;
  }
  wake();
}

void Upkeep::device_came() {
  const Lock lock(mutex_);
  ++devices_;
  for (const auto& [name, entry] : entries_)
    if (entry->phase == Phase::lacks_device) entry->due = now();
  wake();
}

void Upkeep::node_came(const std::string& identifier, const std::string& label) {
  const Lock lock(mutex_);
  nodes_[identifier] = label;
}

void Upkeep::node_went(const std::string& identifier) {
  const Lock lock(mutex_);
  nodes_.erase(identifier);
}

void Upkeep::replace(Wanted wanted) {
  const Lock lock(mutex_);
  expected_nodes_ = std::move(wanted.nodes);
  auto before = std::exchange(entries_, {});
  for (const auto& application : wanted.applications) {
    auto& entry = entries_[application.name];
    if (const auto known = before.find(application.name); known != before.end())
      entry = known->second;
    if (!entry) entry = std::make_shared<Entry>();
    entry->wanted = application;
    entry->restarts = Restarts{application.most_restarts};
    const bool is_at_rest = entry->phase == Phase::is_there || entry->phase == Phase::stays_away;
    if (entry->may_be_due() || is_at_rest) entry->make_due(now());
  }
  wake();
}

bool Upkeep::keeps_rest(const std::string& application) const {
  const Lock lock(mutex_);
  const auto entry = find(application);
  return entry && entry->wanted.when_it_ends == WhenItEnds::keep_rest;
}

std::vector<std::string> Upkeep::problems() const {
  const auto names = applications_.names();
  std::vector<std::string> problems;
  const Lock lock(mutex_);
  for (const auto& node : expected_nodes_)
    if (is_missing(node)) problems.push_back("node '" + node + "' is wanted, and is not there");
  for (const auto& [name, entry] : entries_)
    if (std::ranges::find(names, name) == names.end())
      problems.push_back(called(name) + " is wanted, and is not there: it " + entry->why_missing());
  return problems;
}

std::string Upkeep::Entry::why_missing() const {
  switch (phase) {
    case Phase::being_restored:
      return "waits for the devices that it had";
    case Phase::being_made:
      return "is being made";
    case Phase::is_there:
      return "was released";
    case Phase::is_missing:
    case Phase::lacks_device:
    case Phase::stays_away:
      break;
  }
  return why.empty() ? "is about to be made" : why;
}

bool Upkeep::is_missing(const std::string& node) const {
  return std::ranges::none_of(
      nodes_, [&](const auto& entry) { return entry.first == node || entry.second == node; });
}

Upkeep::Shared Upkeep::find(const std::string& application) const {
  const auto found = entries_.find(application);
  return found == entries_.end() ? nullptr : found->second;
}

// Requires the lock.
void Upkeep::wake() noexcept {
  ++changes_;
  changed_.notify_all();
}

}  // namespace orbweaver::upkeep
