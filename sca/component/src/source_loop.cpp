#include <orbweaver/component/source_loop.hpp>

#include <orbweaver/os/thread.hpp>
#include <orbweaver/stage/event_lines.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace orbweaver::component {

void SourceLoop::start(Step step, End end) {
  stop();
  if (has_ended_) return;
  stop_ = {};
  thread_ = os::start_thread({.name = "ow-source"}, [this, step = std::move(step),
                                                     end = std::move(end)] { run(step, end); });
}

void SourceLoop::stop() {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void SourceLoop::run(const Step& step, const End& end) {
  if (!started_) started_ = now();
  while (!stop_.stop_requested()) {
    if (step(*this)) continue;
    has_ended_ = true;
    return end(*this);
  }
}

void SourceLoop::wait_until(TimePoint moment) {
  std::unique_lock lock(mutex_);
  (void)wakened_.wait_until(lock, stop_.get_token(), moment, [] { return false; });
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
          {"send_us", stage::to_json(send_ns_.summary(1000))}};
}

}  // namespace orbweaver::component
