// The thread of a source: one step after the other until the end, or until it is stopped. It measures
// how long each step's packets took to send.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>

namespace orbweaver::component {

/// Threads: start() and stop() one at a time; what stands below them is for the loop's own thread.
class SourceLoop {
 public:
  using Step = std::function<bool(SourceLoop&)>;       // false at the end
  using End = std::function<void(const SourceLoop&)>;  // once, after the last step

  SourceLoop() = default;
  ~SourceLoop() { stop(); }
  SourceLoop(const SourceLoop&) = delete;
  SourceLoop& operator=(const SourceLoop&) = delete;

  /// Begins, or goes on after stop(). Does nothing once the end has come.
  void start(Step step, End end);
  /// No step is under way when it returns. Blocks: for the step that is.
  void stop();

  /// Blocks: until then, or until stop().
  void wait_until(TimePoint moment);
  /// Packets are sent from now on, or were due at a moment that counts.
  void sending(const std::optional<TimePoint>& due);
  void sent();
  /// What a `result` line says of a producer.
  [[nodiscard]] nlohmann::json report() const;

 private:
  void run(const Step& step, const End& end);

  os::Thread thread_;
  std::stop_source stop_;
  os::Mutex mutex_;
  os::ConditionVariableAny wakened_;
  bool has_ended_ = false;  // of the thread, read when it has been joined
  std::optional<TimePoint> started_;
  TimePoint due_;
  std::int64_t last_sent_ns_ = 0;
  Histogram send_ns_;
};

}  // namespace orbweaver::component
