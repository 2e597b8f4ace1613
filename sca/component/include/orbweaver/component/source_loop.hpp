// SPDX-License-Identifier: Apache-2.0
// The thread of a source: makes one step after the other until the end, and measures how long the
// packets of each step took to send.
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

namespace orbweaver::component {

/// Threads: run(), hurry() and finish() one at a time; what stands below them is for the loop's own
/// thread.
class SourceLoop {
 public:
  enum class After { goes_on, end_has_come, released };
  using Step = std::function<After(SourceLoop&)>;
  using End = std::function<void(SourceLoop&)>;  // once for each stream, when its end has come

  SourceLoop() = default;
  ~SourceLoop() { finish(); }
  SourceLoop(const SourceLoop&) = delete;
  SourceLoop& operator=(const SourceLoop&) = delete;

  /// Begins a stream: at the first call, and after end_is_sent(). Otherwise only ends hurry(). Does
  /// not wait for a step; a step that must not run yet blocks by itself.
  void run(Step step, End end);
  /// From now on sends packets at once, without waiting for their moment.
  void hurry();
  /// Does what hurry() does, and returns when the thread has ended. Requires: the next step returns
  /// `released`. Blocks: for the step that is under way.
  void finish();

  /// Blocks until the moment, or until hurry() is called.
  void wait_until(TimePoint moment);
  /// Notes that packets are sent from now on, or were due at this moment.
  void sending(const std::optional<TimePoint>& due);
  void sent();
  /// The stream is over: the next run() begins another.
  void end_is_sent();
  /// Returns the part of the `result` line about a producer.
  [[nodiscard]] nlohmann::json report() const;

 private:
  // `sent`: the end of the stream was sent; `again`: another stream follows.
  enum class State { new_, playing, sent, again, over };

  void carry_out(const Step& step, const End& end);
  void play(const Step& step, const End& end);
  /// Returns true if the caller must start the thread.
  [[nodiscard]] bool begin();
  /// Called by the thread: true if it begins another stream.
  [[nodiscard]] bool goes_on();

  os::Thread thread_;
  mutable os::Mutex mutex_;
  State state_ = State::new_;
  os::ConditionVariable wakened_;
  bool is_in_a_hurry_ = false;
  std::optional<TimePoint> started_;
  TimePoint due_;
  std::int64_t last_sent_ns_ = 0;
  Histogram send_ns_;
};

}  // namespace orbweaver::component
