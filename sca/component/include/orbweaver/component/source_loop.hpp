// SPDX-License-Identifier: Apache-2.0
// The thread of a source: one step after the other until the end. It measures how long each step's
// packets took to send.
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

  /// Begins a stream, the first time and after end_is_sent(); otherwise it only takes hurry() back.
  /// Does not wait for a step. A step that must not run yet blocks by itself.
  void run(Step step, End end);
  /// Sends packets that wait for their moment at once, from now on.
  void hurry();
  /// Does what hurry() does, and returns when the thread has ended. Blocks: for the step that is
  /// under way. Requires: the next step says `released`.
  void finish();

  /// Blocks: until the moment, or until hurry().
  void wait_until(TimePoint moment);
  /// Notes that packets are sent from now on, or were due at this moment.
  void sending(const std::optional<TimePoint>& due);
  void sent();
  /// The stream is over: the next run() begins another.
  void end_is_sent();
  /// The part of a `result` line that is about a producer.
  [[nodiscard]] nlohmann::json report() const;

 private:
  // `sent`: the end of the stream is, and the thread says so; `again`: then it begins another.
  enum class State { new_, playing, sent, again, over };

  void carry_out(const Step& step, const End& end);
  void play(const Step& step, const End& end);
  /// True: the caller has to start the thread.
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
