// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/source_loop.hpp>

#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/os/thread.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace orbweaver::component {

void SourceLoop::run(Step step, End end) {
  if (!begin()) return;
  if (thread_.joinable()) thread_.join();  // the last step has ended the loop
  thread_ = os::start_thread(
      {.name = "ow-source"},
      [this, step = std::move(step), end = std::move(end)] { carry_out(step, end); });
}

bool SourceLoop::begin() {
  const std::lock_guard lock(mutex_);
  is_in_a_hurry_ = false;
  if (state_ == State::sent) state_ = State::again;
  if (state_ != State::new_ && state_ != State::over) return false;
  state_ = State::playing;
  return true;
}

void SourceLoop::end_is_sent() {
  const std::lock_guard lock(mutex_);
  state_ = State::sent;
}

bool SourceLoop::goes_on() {
  const std::lock_guard lock(mutex_);
  const bool again = state_ == State::again;
  state_ = again ? State::playing : State::over;
  return again;
}

void SourceLoop::hurry() {
  const std::lock_guard lock(mutex_);
  is_in_a_hurry_ = true;
  wakened_.notify_all();
}

void SourceLoop::finish() {
  hurry();
  if (thread_.joinable()) thread_.join();
}

void SourceLoop::carry_out(const Step& step, const End& end) {
  do play(step, end);
  while (goes_on());
}

void SourceLoop::play(const Step& step, const End& end) {
  started_ = now();
  last_sent_ns_ = 0;
  send_ns_ = {};
  auto after = After::goes_on;
  while (after == After::goes_on) after = step(*this);
  if (after == After::end_has_come) end(*this);
}

void SourceLoop::wait_until(TimePoint moment) {
  std::unique_lock lock(mutex_);
  (void)wakened_.wait_until(lock, moment, [this] { return is_in_a_hurry_; });
}

void SourceLoop::sending(const std::optional<TimePoint>& due) { due_ = due.value_or(now()); }

void SourceLoop::sent() {
  const auto ended = now();
  send_ns_.record(static_cast<std::uint64_t>(Nanoseconds{ended - due_}.count()));
  last_sent_ns_ = Nanoseconds{ended.time_since_epoch()}.count();
}

nlohmann::json SourceLoop::report() const {
  return {{"started_ns", Nanoseconds{started_.value_or(TimePoint{}).time_since_epoch()}.count()},
          {"last_sent_ns", last_sent_ns_},
          {"send_us", to_json(send_ns_.summary(1000))}};
}

}  // namespace orbweaver::component
